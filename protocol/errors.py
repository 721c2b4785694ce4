"""Errors of refused frames."""

from __future__ import annotations

from texts import Message


class ProtocolError(ValueError):
    """A frame is refused; the class says by which rule."""


class OversizedError(ProtocolError):
    """A frame larger than `protocol.codec.MAX_BYTES`."""


class TooDeepError(ProtocolError):
    """Data nested deeper than `protocol.codec.MAX_DEPTH`."""


class MalformedError(ProtocolError):
    """Not msgpack, or msgpack that is no message: wrong fields, types or lengths."""


class UnknownTypeError(ProtocolError):
    """A message of an unknown type, or one that does not belong here."""


class ForgedError(ProtocolError):
    """A signature or seal that does not match the sender, the recipient or the topic."""


class VersionError(ProtocolError):
    """A frame of another version of the protocol.

    Attributes:
        theirs: the frame's version.
    """

    def __init__(self, theirs: int) -> None:
        super().__init__(f"the frame has version {theirs} of the protocol")
        self.theirs = theirs


class LinkError(ProtocolError):
    """A text that is not an invite link.

    Attributes:
        message: why, to be told in the reader's language.
    """

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class KeyTextError(ProtocolError):
    """A text that is not a key."""
