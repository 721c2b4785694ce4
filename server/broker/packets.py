"""Parses packets of MQTT 3.1.1 from clients, strictly.

QoS 0 and 1 are supported, and no session is resumed; see `docs/explanation/limits.md`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

CONNECT: Final = 1
PUBACK: Final = 4
SUBSCRIBE: Final = 8
UNSUBSCRIBE: Final = 10
PINGREQ: Final = 12
DISCONNECT: Final = 14

_MAX_FILTERS: Final = 1000
"""Most filters in one packet."""

_USER, _PASSWORD, _WILL_RETAIN, _WILL_QOS, _WILL, _CLEAN, _RESERVED = 128, 64, 32, 24, 4, 2, 1
_DUPLICATE = 8
_LEVEL = 4
_FLAGS = {PUBACK: 0, SUBSCRIBE: 2, UNSUBSCRIBE: 2, PINGREQ: 0, DISCONNECT: 0}
_LENGTHS = {PUBACK: 2, PINGREQ: 0, DISCONNECT: 0}


class PacketError(ValueError):
    """A packet that a client must not send."""


class VersionRefusedError(PacketError):
    """A CONNECT of another version of MQTT.

    Attributes:
        level: the number of that version.
    """

    def __init__(self, level: int) -> None:
        super().__init__(f"level {level} of MQTT")
        self.level = level


@dataclass(frozen=True, slots=True)
class Message:
    """A published message.

    Attributes:
        topic: its topic.
        payload: its content.
        qos: 0 or 1, or 2 in a will.
        retain: whether it is kept for later subscribers; an empty payload removes it.
    """

    topic: str
    payload: bytes
    qos: int
    retain: bool


@dataclass(frozen=True, slots=True)
class Connect:
    """The first packet of a client.

    Attributes:
        client_id: the id that it chose.
        clean: whether it wants no session of an earlier connection; there is none in any case.
        keep_alive: most seconds of silence that it promises; 0 for no promise.
        user: its user name; empty for none.
        password: its password, if any.
        will: the message to publish if the connection is lost.
    """

    client_id: str
    clean: bool
    keep_alive: int
    user: str = ""
    password: bytes | None = field(default=None, repr=False)
    will: Message | None = None


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
    will = None
    if wants & _WILL:
        topic, last_words = fields.topic(), fields.data()
        will = Message(topic, last_words, (wants & _WILL_QOS) >> 3, bool(wants & _WILL_RETAIN))
    user = fields.text() if wants & _USER else ""
    password = fields.data() if wants & _PASSWORD else None
    fields.expect_end()
    stray = not wants & _WILL and wants & (_WILL_QOS | _WILL_RETAIN)
    stray = stray or (wants & _PASSWORD and not wants & _USER)
    if flags or wants & _RESERVED or stray or (will and will.qos > 2):
        raise PacketError("flags that mean nothing")
    return Connect(client_id, bool(wants & _CLEAN), keep_alive, user, password, will)


def read_publish(flags: int, body: bytes) -> tuple[Message, int]:
    """Read a PUBLISH; return what it publishes, and its packet id, 0 at QoS 0.

    Raises:
        PacketError: it is malformed, or of QoS 2.
    """
    fields = _Fields(body)
    topic, qos = fields.topic(), (flags >> 1) & 3
    if qos > 1:
        raise PacketError("QoS 2 is not offered here")
    if not qos and flags & _DUPLICATE:
        raise PacketError("a packet of QoS 0 that says it is sent again")
    number = fields.packet_id() if qos else 0
    return Message(topic, fields.rest(), qos, bool(flags & 1)), number


def read_subscribe(body: bytes) -> tuple[int, list[tuple[str, int]]]:
    """Read the body of a SUBSCRIBE; return its packet id, and each filter with the QoS wished for.

    Raises:
        PacketError: it is malformed.
    """
    fields = _Fields(body)
    number = fields.packet_id()
    wishes: list[tuple[str, int]] = []
    while not (wishes and fields.ended):
        wishes.append((fields.text(), fields.byte()))
        if wishes[-1][1] > 2 or len(wishes) > _MAX_FILTERS:
            raise PacketError("a subscription of QoS 3, or too many of them")
    return number, wishes


def read_unsubscribe(body: bytes) -> tuple[int, list[str]]:
    """Read the body of an UNSUBSCRIBE; return its packet id and filters.

    Raises:
        PacketError: it is malformed.
    """
    fields = _Fields(body)
    number = fields.packet_id()
    filters: list[str] = []
    while not (filters and fields.ended):
        filters.append(fields.text())
        if len(filters) > _MAX_FILTERS:
            raise PacketError("too many filters")
    return number, filters


def read_puback(body: bytes) -> int:
    """Return the packet id in the body of a PUBACK that passed `check`."""
    return body[0] << 8 | body[1]


def check(kind: int, flags: int, body: bytes) -> None:
    """Return if the flags and the length of a packet other than PUBLISH are valid.

    Raises:
        PacketError: they are not, or clients must not send it.
    """
    if _FLAGS.get(kind) != flags or len(body) != _LENGTHS.get(kind, len(body)):
        raise PacketError(f"a packet of kind {kind} that does not belong here")


class _Fields:
    """A packet's fields, one after the other."""

    def __init__(self, body: bytes) -> None:
        self._body = body
        self._at = 0

    @property
    def ended(self) -> bool:
        return self._at == len(self._body)

    def expect_end(self) -> None:
        if not self.ended:
            raise PacketError("a packet longer than its fields")

    def next_bytes(self, length: int) -> bytes:
        self._at += length
        if self._at > len(self._body):
            raise PacketError("a packet shorter than its fields")
        return self._body[self._at - length : self._at]

    def byte(self) -> int:
        return self.next_bytes(1)[0]

    def number(self) -> int:
        high, low = self.next_bytes(2)
        return high << 8 | low

    def packet_id(self) -> int:
        if number := self.number():
            return number
        raise PacketError("a packet without its number")

    def data(self) -> bytes:
        return self.next_bytes(self.number())

    def rest(self) -> bytes:
        at, self._at = self._at, len(self._body)
        return self._body[at:]

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
