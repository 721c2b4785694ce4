"""The parts of packets of MQTT 3.1.1, and a screen for what a broker sends.

The MQTT library reads a packet to its end, however long it is. So the screen looks at the head of
each packet first: nothing is known about a broker that a link or an announcement names.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final, NamedTuple

from protocol.codec import MAX_BYTES
from texts import tell
from transport.connection_error import AbusiveBrokerError

PUBLISH: Final = 3
_MAX_LENGTH_BYTES = 4


def publish_packet(topic: str, payload: bytes) -> bytes:
    """Return a PUBLISH of QoS 0 that is not to be retained."""
    name = text_field(topic)
    return b"".join((packet_head(PUBLISH, 0, len(name) + len(payload)), name, payload))


def packet_head(kind: int, flags: int, length: int) -> bytes:
    """Return the first bytes of a packet.

    Args:
        kind: the type of the packet.
        flags: the four bits beside it.
        length: how many bytes follow.
    """
    head = bytearray([kind << 4 | flags])
    while True:
        length, low = divmod(length, 128)
        head.append(low | (128 if length else 0))
        if not length:
            return bytes(head)


class PacketHead(NamedTuple):
    """What the first bytes of a packet say.

    Attributes:
        kind: its type.
        flags: the four bits beside it.
        start: how many bytes come before its body.
        end: how many bytes it has.
    """

    kind: int
    flags: int
    start: int
    end: int


def read_packet_head(data: bytearray) -> PacketHead | None:
    """Return the head of the packet that begins here; None if more of it must come first.

    Raises:
        ValueError: its length has too many bytes.
    """
    length = 0
    for place, byte in enumerate(data[1 : _MAX_LENGTH_BYTES + 1], start=1):
        length |= (byte & 127) << 7 * (place - 1)
        if byte < 128:
            return PacketHead(data[0] >> 4, data[0] & 15, place + 1, place + 1 + length)
    if len(data) > _MAX_LENGTH_BYTES:
        raise ValueError("not the length of a packet")
    return None


def text_field(text: str) -> bytes:
    """Return a text as a field of a packet: its length, and its UTF-8."""
    value = text.encode()
    return len(value).to_bytes(2) + value


MAX_PACKET: Final = MAX_BYTES + 1024
"""Bytes of a packet: a frame, its topic and its headers."""
MAX_SKIPPED: Final = 16 << 20
"""Bytes of a message that is skipped unread. A broker that admits anybody may hold a stranger's
message, and it must not end the connection of everyone who reads that topic."""
_CONNACK, _PUBACK, _SUBACK, _UNSUBACK, _PINGRESP = 2, 4, 9, 11, 13
_KINDS: Final = frozenset((_CONNACK, PUBLISH, _PUBACK, _SUBACK, _UNSUBACK, _PINGRESP))
"""What a broker sends to a client that never uses QoS 2."""
_QOS_2 = 4


@dataclass(frozen=True, slots=True)
class ReadBudget:
    """How much is read of one connection at most.

    Attributes:
        total: bytes of all packets.
        packets: how many packets.
        skipped: bytes of one message that is skipped unread.
    """

    total: float = inf
    packets: float = inf
    skipped: int = MAX_SKIPPED


class PacketScreen:
    """Passes on whole packets of a permitted size, in their order.

    Attributes:
        skipped: how many messages were too long, and were left out.
    """

    def __init__(self, budget: ReadBudget) -> None:
        self.skipped = 0
        self._budget = budget
        self._bytes = 0
        self._packets = 0
        self._to_skip = 0
        self._coming = bytearray()
        self._passed = bytearray()

    @property
    def has_passed(self) -> bool:
        """Whether there is something to `take`."""
        return bool(self._passed)

    def take(self, most: int) -> bytes:
        """Return the next bytes that were passed on, and forget them."""
        taken = bytes(self._passed[:most])
        del self._passed[:most]
        return taken

    def add(self, data: bytes) -> None:
        """Screen received bytes.

        Raises:
            AbusiveBrokerError: a packet is too long or of a kind that is not expected, or the
                budget is used up.
        """
        self._bytes += len(data)
        self._coming += data
        while self._coming and self._pass_on_next():
            pass
        if self._bytes > self._budget.total or self._packets > self._budget.packets:
            raise AbusiveBrokerError(tell("transport/abuse/too-much"))

    def _pass_on_next(self) -> bool:
        """Pass on or skip the next packet; return False if more must come first."""
        if self._to_skip:
            gone = min(self._to_skip, len(self._coming))
            del self._coming[:gone]
            self._to_skip -= gone
            return True
        try:
            head = read_packet_head(self._coming)
        except ValueError as error:
            raise AbusiveBrokerError(tell("transport/abuse/no-mqtt")) from error
        if head is None:
            return False
        kind, flags, _, end = head
        if kind not in _KINDS or (kind == PUBLISH and flags & _QOS_2):
            raise AbusiveBrokerError(tell("transport/abuse/unasked"))
        if end > MAX_PACKET:
            if kind != PUBLISH or end > self._budget.skipped:
                raise AbusiveBrokerError(tell("transport/abuse/long-packets"))
            self.skipped += 1
            self._packets += 1
            self._to_skip = end
            return True
        if len(self._coming) < end:
            return False
        self._passed += self._coming[:end]
        del self._coming[:end]
        self._packets += 1
        return True
