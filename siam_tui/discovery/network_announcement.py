"""What an announcement on the network says: where to look, and with which key.

Everything else that is shown of a lobby comes from its server, signed with that key.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from protocol import PROTOCOL_VERSION
from protocol.errors import KeyTextError
from protocol.keys import PublicKey, decode_key, encode_key
from protocol.links import BrokerAddress, Link

SERVICE = "_siam._tcp.local."
"""The name of the service, by which it is announced and found."""
MAX_TEXT = 256
"""Bytes of the text record; ours has less than 100."""
MAX_ADDRESSES = 4
_LEAST_PORT = 1024
"""Ports below it are other services', which a stranger could have us call."""


@dataclass(frozen=True, slots=True)
class NetworkAnnouncement:
    """An announcement; anybody can announce anything.

    Attributes:
        addresses: where the server listens, as IPv4 addresses.
        port: its port.
        key: the key that it claims to have.
    """

    addresses: tuple[str, ...]
    port: int
    key: PublicKey

    def properties(self) -> dict[str, str]:
        """Return the entries of the text record."""
        return {"protocol": str(PROTOCOL_VERSION), "key": encode_key(self.key.raw)}

    @staticmethod
    def parse(
        addresses: Sequence[str], port: int, text: bytes, entries: Mapping[str, str | None]
    ) -> NetworkAnnouncement:
        """Check an announcement.

        Raises:
            ValueError: it is none, or one of another protocol.
        """
        if len(text) > MAX_TEXT:
            raise ValueError("its text is too long")
        if entries.get("protocol") != str(PROTOCOL_VERSION):
            raise ValueError("it speaks another protocol")
        if not _LEAST_PORT <= port < 2**16:
            raise ValueError("its port is another service's")
        try:
            key = PublicKey(decode_key(entries.get("key") or ""))
        except KeyTextError as error:
            raise ValueError("it has no key") from error
        return NetworkAnnouncement(tuple(addresses[:MAX_ADDRESSES]), port, key)

    def links(self, addresses: Sequence[str]) -> tuple[Link, ...]:
        """Return the links to try, one for each of these addresses."""
        return tuple(Link(BrokerAddress("mqtt", each, self.port), self.key) for each in addresses)
