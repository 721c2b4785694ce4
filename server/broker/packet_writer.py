"""Packets of MQTT 3.1.1 that the broker sends."""

from __future__ import annotations

from typing import Final

from server.broker.packets import Message
from transport.packets import PUBLISH, packet_head, text_field

ACCEPTED: Final = 0
ANOTHER_VERSION: Final = 1
BAD_CLIENT_ID: Final = 2
UNAVAILABLE: Final = 3
WRONG_LOGIN: Final = 4
NOT_ALLOWED: Final = 5

MAX_PACKET_ID: Final = 65535
SUBSCRIPTION_REFUSED: Final = 0x80
"""The code in a SUBACK for a refused filter."""
PINGRESP: Final = b"\xd0\0"
_SUBACK = 9
_LEVEL_OF_MQTT_5 = 5


def connack(code: int) -> bytes:
    """Return the answer to a CONNECT; no session is ever present."""
    return bytes([0x20, 2, 0, code])


def version_refusal(level: int) -> bytes:
    """Return the answer to a CONNECT of another version of MQTT, in that version."""
    return bytes([0x20, 3, 0, 0x84, 0]) if level == _LEVEL_OF_MQTT_5 else connack(ANOTHER_VERSION)


def puback(number: int) -> bytes:
    """Return the acknowledgement of a PUBLISH of QoS 1."""
    return bytes([0x40, 2, number >> 8, number & 255])


def suback(number: int, codes: list[int]) -> bytes:
    """Return the answer to a SUBSCRIBE: for each filter the granted QoS, or a refusal."""
    return _frame(_SUBACK, 0, number.to_bytes(2) + bytes(codes))


def unsuback(number: int) -> bytes:
    """Return the answer to an UNSUBSCRIBE."""
    return bytes([0xB0, 2, number >> 8, number & 255])


class OutgoingMessage:
    """A message for many subscribers: the common parts of its packets are made once.

    Attributes:
        message: what was published.
        qos: the highest QoS with which it may be sent.
        retained: whether it is sent because somebody has just subscribed.
    """

    __slots__ = ("_at_least_once", "_at_most_once", "_topic", "message", "qos", "retained")

    def __init__(self, message: Message, *, retained: bool = False) -> None:
        """Prepare it.

        Args:
            message: what was published.
            retained: whether it is sent because somebody has just subscribed.
        """
        self.message = message
        self.qos = message.qos
        self.retained = retained
        self._topic = text_field(message.topic)
        self._at_most_once = b""
        self._at_least_once = b""

    @property
    def size(self) -> int:
        """Bytes of the topic and the payload."""
        return len(self._topic) + len(self.message.payload)

    def packet(self, number: int) -> bytes:
        """Return the PUBLISH with a packet id, or of QoS 0 if that is 0."""
        if number:
            if not self._at_least_once:
                head = packet_head(PUBLISH, 2 | self.retained, self.size + 2)
                self._at_least_once = head + self._topic
            return b"".join((self._at_least_once, number.to_bytes(2), self.message.payload))
        if self._at_most_once:
            return self._at_most_once
        head = packet_head(PUBLISH, int(self.retained), self.size)
        packet = b"".join((head, self._topic, self.message.payload))
        if not self.retained:  # that is kept for long, and sent seldom
            self._at_most_once = packet
        return packet


def _frame(kind: int, flags: int, body: bytes) -> bytes:
    """Return a packet as it goes over the wire."""
    return packet_head(kind, flags, len(body)) + body
