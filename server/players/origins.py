"""Where players connect from, as far as the embedded broker knows it."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from ipaddress import IPv6Address, ip_address

_MAX_PLAYERS = 2000
"""Players whose origin is remembered; those who connected longest ago are forgotten first."""
_NETWORK_BITS = 64
"""The leading bits of an IPv6 address, which one household shares."""


@dataclass(slots=True)
class Origins:
    """The addresses players last connected from, by their fingerprints."""

    _of: OrderedDict[str, str] = field(default_factory=OrderedDict)

    def note_address(self, player: str, address: str) -> None:
        """Note where a player has connected from."""
        self._of[player] = origin_of(address)
        self._of.move_to_end(player)
        if len(self._of) > _MAX_PLAYERS:
            self._of.popitem(last=False)

    def __call__(self, player: str) -> str:
        """Return a player's origin; empty where it is not known or shared by many."""
        return self._of.get(player, "")


def origin_of(address: str) -> str:
    """Return the part of an address that tells people apart.

    It is empty for this machine's own addresses, which all players over SSH share. Of an IPv6
    address it is the network. A text that is no address, like a local account, is returned as is.
    """
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if found.is_loopback:
        return ""
    if isinstance(found, IPv6Address):
        return str(IPv6Address(int(found) >> (128 - _NETWORK_BITS) << (128 - _NETWORK_BITS)))
    return str(found)
