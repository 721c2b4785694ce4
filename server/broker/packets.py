"""As much of MQTT 3.1.1 as a gate must understand: what came is whole, and what it asks for.

Only what a player needs comes through: QoS 0 and 1, no resumed sessions.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass, field
from typing import Final

CONNECT: Final = 1
PUBLISH: Final = 3
PUBACK: Final = 4
SUBSCRIBE: Final = 8
UNSUBSCRIBE: Final = 10
PINGREQ: Final = 12
DISCONNECT: Final = 14

_USER, _PASSWORD, _WILL_RETAIN, _WILL_QOS, _WILL, _CLEAN, _RESERVED = 128, 64, 32, 24, 4, 2, 1
_LEVEL = 4
_LEVEL_OF_MQTT_5 = 5
_FLAGS = {PUBACK: 0, SUBSCRIBE: 2, UNSUBSCRIBE: 2, PINGREQ: 0, DISCONNECT: 0}
_LENGTHS = {PUBACK: 2, PINGREQ: 0, DISCONNECT: 0}

ANOTHER_VERSION: Final = 1
WRONG_LOGIN: Final = 4
NOT_ALLOWED: Final = 5


class PacketError(ValueError):
    """A packet that a gate does not let through."""


class VersionRefusedError(PacketError):
    """A CONNECT of another version of MQTT.

    Attributes:
        answer: the packet that says so in that version.
    """

    def __init__(self, level: int) -> None:
        super().__init__(f"level {level} of MQTT")
        of_five = level == _LEVEL_OF_MQTT_5
        self.answer = bytes([0x20, 3, 0, 0x84, 0]) if of_five else refusal(ANOTHER_VERSION)


def refusal(code: int) -> bytes:
    """Return the packet that refuses a CONNECT for a reason of MQTT 3.1.1."""
    return bytes([0x20, 2, 0, code])


@dataclass(frozen=True, slots=True)
class Publish:
    """What a PUBLISH, or a will, is going to do."""

    topic: str
    qos: int
    retain: bool


@dataclass(frozen=True, slots=True)
class Connect:
    """What a client says first.

    Attributes:
        client_id: the name it gives itself.
        keep_alive: seconds it promises to be silent at most, or 0 if it promises nothing.
        user: the user it says it is, or empty.
        password: what shows that, if anything.
        will: what is to be published when it dies.
        last_words: the payload of that.
    """

    client_id: str
    keep_alive: int
    user: str = ""
    password: bytes | None = field(default=None, repr=False)
    will: Publish | None = None
    last_words: bytes = b""

    def rewritten(self, client_id: str) -> bytes:
        """Return the packet for a broker that is to know of the connection only what it needs."""
        flags = _CLEAN
        payload = _field(client_id.encode())
        if self.will is not None:
            flags |= _WILL | min(self.will.qos, 1) << 3 | (_WILL_RETAIN if self.will.retain else 0)
            payload += _field(self.will.topic.encode()) + _field(self.last_words)
        return frame(CONNECT, 0, _field(b"MQTT") + bytes([_LEVEL, flags, 0, 0]) + payload)


def read_connect(flags: int, body: bytes) -> Connect:
    """Read a CONNECT.

    Raises:
        VersionRefusedError: it is of another version.
        PacketError: it is malformed.
    """
    fields = _Fields(body)
    name, level = fields.data(), fields.byte()
    if (name, level) != (b"MQTT", _LEVEL):
        raise VersionRefusedError(level)
    wants = fields.byte()
    keep_alive = fields.number()
    client_id = fields.text()
    will, last_words = None, b""
    if wants & _WILL:
        will = Publish(fields.topic(), (wants & _WILL_QOS) >> 3, bool(wants & _WILL_RETAIN))
        last_words = fields.data()
    user = fields.text() if wants & _USER else ""
    password = fields.data() if wants & _PASSWORD else None
    fields.end()
    stray = not wants & _WILL and wants & (_WILL_QOS | _WILL_RETAIN)
    if flags or wants & _RESERVED or stray or (will and will.qos > 2):
        raise PacketError("flags that mean nothing")
    return Connect(client_id, keep_alive, user, password, will, last_words)


def read_publish(flags: int, body: bytes) -> Publish:
    """Read what a PUBLISH is going to do.

    Raises:
        PacketError: it is malformed, or of QoS 2.
    """
    fields = _Fields(body)
    topic, qos = fields.topic(), (flags >> 1) & 3
    if qos > 1:
        raise PacketError("QoS 2 is not offered here")
    if qos and not fields.number():
        raise PacketError("a packet without its number")
    return Publish(topic, qos, bool(flags & 1))


def check(kind: int, flags: int, body: bytes) -> None:
    """Return if a packet that is neither CONNECT nor PUBLISH is well formed.

    Raises:
        PacketError: it is not, or clients have no business sending it.
    """
    if _FLAGS.get(kind) != flags or len(body) != _LENGTHS.get(kind, len(body)):
        raise PacketError(f"a packet of kind {kind} that does not belong here")
    if kind in (SUBSCRIBE, UNSUBSCRIBE):
        fields = _Fields(body)
        fields.number()
        while True:
            fields.text()
            if kind == SUBSCRIBE and fields.byte() > 2:
                raise PacketError("a subscription of QoS 3")
            if fields.ended:
                break


def frame(kind: int, flags: int, body: bytes) -> bytes:
    """Return a packet as it goes over the wire."""
    length = bytearray()
    left = len(body)
    while True:
        left, low = divmod(left, 128)
        length.append(low | (128 if left else 0))
        if not left:
            return bytes([kind << 4 | flags]) + bytes(length) + body


def _field(value: bytes) -> bytes:
    return struct.pack("!H", len(value)) + value


class _Fields:
    """A packet's fields, one after the other."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._at = 0

    @property
    def ended(self) -> bool:
        return self._at == len(self._body)

    def end(self) -> None:
        if not self.ended:
            raise PacketError("a packet longer than its fields")

    def take(self, length: int) -> bytes:
        self._at += length
        if self._at > len(self._body):
            raise PacketError("a packet shorter than its fields")
        return self._body[self._at - length : self._at]

    def byte(self) -> int:
        return self.take(1)[0]

    def number(self) -> int:
        high, low = self.take(2)
        return high << 8 | low

    def data(self) -> bytes:
        return self.take(self.number())

    def text(self) -> str:
        try:
            text = self.data().decode()
        except UnicodeDecodeError as error:
            raise PacketError("a text that is no UTF-8") from error
        if "\0" in text:
            raise PacketError("a text with a null character")
        return text

    def topic(self) -> str:
        topic = self.text()
        if not topic or "+" in topic or "#" in topic or topic.startswith("$"):
            raise PacketError("a topic nobody can publish on")
        return topic
