"""Envelopes of messages, and their frames: sealed, signed, or locked.

A frame is ``SIAM``, one byte of protocol version, one byte of kind, and

- sealed (``s``): the sender's Ed25519 key (32 bytes), then a libsodium box for the recipient;
- signed (``p``): an Ed25519 signature (64 bytes), then the envelope in the clear;
- locked (``t``): a libsodium secret box, for holders of a private table's key, with the content of
  a signed frame.

The envelope is the msgpack array ``[sender, topic, session, counter, command, message]``. Its
reader checks every field. A box opens with the same secret in both directions, so only the sender
inside exposes a reflected message, and only the topic inside exposes a moved one.
"""

from __future__ import annotations

from dataclasses import dataclass

from nacl.exceptions import CryptoError
from nacl.secret import SecretBox

from protocol import PROTOCOL_VERSION
from protocol.codec import check_size, from_plain, pack, to_plain, unpack
from protocol.errors import ForgedError, KeyTextError, MalformedError, VersionError
from protocol.keys import KEY_BYTES, PublicKey, SecretKey, box_between, public_key
from protocol.limits import SESSION_BYTES
from protocol.messages import Message

_MAGIC = b"SIAM"
_HEAD = len(_MAGIC) + 2
_SEALED, _SIGNED, _LOCKED = ord("s"), ord("p"), ord("t")
_SIGNATURE_BYTES = 64
_MAX_COUNTER = 2**63


@dataclass(frozen=True, slots=True)
class Envelope:
    """A message and its place in its sender's stream.

    Attributes:
        sender: the sender's Ed25519 public key.
        topic: the topic it is published on.
        session: 16 bytes that name the stream: a player's session, or the server's boot.
        counter: strictly rising in that stream.
        command: 16 bytes that name a command, or the command an answer is for; else empty.
        message: the message.
    """

    sender: PublicKey
    topic: str
    session: bytes
    counter: int
    command: bytes
    message: Message


def seal(envelope: Envelope, secret: SecretKey, recipient: PublicKey) -> bytes:
    """Return a frame only the recipient can read, and only the holder of `secret` can have made.

    Raises:
        OversizedError: the frame would be larger than 64 KiB.
    """
    box = box_between(secret, recipient)
    return _frame(_SEALED, secret.public.raw + bytes(box.encrypt(_to_bytes(envelope))))


def sign(envelope: Envelope, secret: SecretKey) -> bytes:
    """Return a frame everybody can read, and only the holder of `secret` can have made.

    Raises:
        OversizedError: the frame would be larger than 64 KiB.
    """
    return _frame(_SIGNED, _signed(envelope, secret))


def lock(envelope: Envelope, secret: SecretKey, table_key: bytes) -> bytes:
    """Return a signed frame that only holders of a private table's key can read.

    Raises:
        OversizedError: the frame would be larger than 64 KiB.
    """
    return _frame(_LOCKED, bytes(SecretBox(table_key).encrypt(_signed(envelope, secret))))


def open_locked(frame: bytes, signer: PublicKey, topic: str, table_key: bytes) -> Envelope:
    """Open a frame that `signer` signed and locked with a table's key.

    Raises:
        ForgedError: it was not locked with this key, or not signed by `signer` for this topic.
        VersionError: it has another version.
        OversizedError, TooDeepError, UnknownTypeError, MalformedError: see `protocol.errors`.
    """
    rest = _open_frame(frame, _LOCKED)
    try:
        signed = SecretBox(table_key).decrypt(rest)
    except (CryptoError, ValueError, TypeError) as error:
        raise ForgedError("it is not locked with this table's key") from error
    return _opened(signed, signer, topic)


def is_locked(frame: bytes) -> bool:
    """Return whether a frame says that it is locked with a private table's key."""
    return frame[: len(_MAGIC)] == _MAGIC and frame[_HEAD - 1 : _HEAD] == bytes([_LOCKED])


def open_sealed(frame: bytes, secret: SecretKey, topic: str) -> Envelope:
    """Open a frame sealed for the holder of `secret` that arrived on `topic`.

    Raises:
        VersionError: it has another version.
        OversizedError, TooDeepError, UnknownTypeError, MalformedError: see `protocol.errors`.
        ForgedError: it was not sealed by its sender for this recipient and this topic.
    """
    rest = _open_frame(frame, _SEALED)
    try:
        sender = public_key(rest[:KEY_BYTES])
        body = box_between(secret, sender).decrypt(rest[KEY_BYTES:])
    except (KeyTextError, CryptoError, ValueError, TypeError) as error:
        raise ForgedError("the seal is not the sender's, or not for this reader") from error
    return _checked(_from_bytes(body), sender, topic)


def sealed_by(frame: bytes) -> bytes:
    """Return the key that a sealed frame names as its sender's, which nothing proves yet.

    Raises:
        OversizedError, MalformedError, VersionError: see `open_sealed`.
    """
    return _open_frame(frame, _SEALED)[:KEY_BYTES]


def open_signed(frame: bytes, signer: PublicKey, topic: str) -> Envelope:
    """Open a frame that `signer` signed and that arrived on `topic`.

    Raises:
        VersionError: it has another version.
        OversizedError, TooDeepError, UnknownTypeError, MalformedError: see `protocol.errors`.
        ForgedError: it was not signed by `signer` for this topic.
    """
    return _opened(_open_frame(frame, _SIGNED), signer, topic)


def _opened(rest: bytes, signer: PublicKey, topic: str) -> Envelope:
    signature, body = rest[:_SIGNATURE_BYTES], rest[_SIGNATURE_BYTES:]
    signer.verify(_signed_part(body), signature)
    return _checked(_from_bytes(body), signer, topic)


def signed_version(frame: bytes, signer: PublicKey) -> int:
    """Return the version of the protocol in which `signer` signed a frame.

    The head and the signature have the same place in every version, so this works even for a frame
    whose content cannot be read.

    Raises:
        OversizedError: it is larger than 64 KiB.
        MalformedError: it is no signed frame.
        ForgedError: it was not signed by `signer`.
    """
    check_size(frame)
    if frame[: len(_MAGIC)] != _MAGIC or frame[_HEAD - 1 : _HEAD] != bytes([_SIGNED]):
        raise MalformedError("not a signed frame of ours")
    signature, body = frame[_HEAD:][:_SIGNATURE_BYTES], frame[_HEAD:][_SIGNATURE_BYTES:]
    signer.verify(frame[:_HEAD] + body, signature)
    return frame[len(_MAGIC)]


def _frame(kind: int, rest: bytes) -> bytes:
    frame = _MAGIC + bytes([PROTOCOL_VERSION, kind]) + rest
    check_size(frame)
    return frame


def _open_frame(frame: bytes, kind: int) -> bytes:
    check_size(frame)
    if len(frame) < _HEAD or frame[:4] != _MAGIC:
        raise MalformedError("not a frame of ours")
    if frame[4] != PROTOCOL_VERSION:
        raise VersionError(frame[4])
    if frame[5] != kind:
        raise MalformedError("a frame of the wrong kind for this topic")
    return frame[_HEAD:]


def _signed(envelope: Envelope, secret: SecretKey) -> bytes:
    body = _to_bytes(envelope)
    return secret.sign(_signed_part(body)) + body


def _signed_part(body: bytes) -> bytes:
    return _MAGIC + bytes([PROTOCOL_VERSION, _SIGNED]) + body


def _to_bytes(envelope: Envelope) -> bytes:
    return pack(
        [
            envelope.sender.raw,
            envelope.topic,
            envelope.session,
            envelope.counter,
            envelope.command,
            to_plain(envelope.message),
        ]
    )


def _from_bytes(body: bytes) -> Envelope:
    match unpack(body):
        case [bytes(sender), str(topic), bytes(session), int(counter), bytes(command), message]:
            lengths = len(session) == SESSION_BYTES and len(command) in (0, SESSION_BYTES)
            if type(counter) is bool or not (lengths and 0 <= counter < _MAX_COUNTER):
                raise MalformedError("a field of the envelope has a wrong type or length")
        case _:
            raise MalformedError("an envelope is an array of six fields")
    try:
        key = public_key(sender)
    except KeyTextError as error:
        raise MalformedError("the envelope's sender is no key") from error
    return Envelope(key, topic, session, counter, command, from_plain(message))


def _checked(envelope: Envelope, sender: PublicKey, topic: str) -> Envelope:
    if envelope.sender != sender:
        raise ForgedError("the envelope names another sender than its frame")
    if envelope.topic != topic:
        raise ForgedError("the envelope was made for another topic")
    return envelope
