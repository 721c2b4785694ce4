"""The parts that packets of MQTT 3.1.1 are made of."""

from __future__ import annotations

from typing import Final

PUBLISH: Final = 3


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


def text_field(text: str) -> bytes:
    """Return a text as a field of a packet: its length, and its UTF-8."""
    value = text.encode()
    return len(value).to_bytes(2) + value
