"""The parts that packets of MQTT 3.1.1 are made of."""

from __future__ import annotations

from typing import Final, NamedTuple

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
