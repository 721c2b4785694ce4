"""Why a frame from the wire is refused, by name."""

from __future__ import annotations


class ProtocolError(ValueError):
    """Something from the wire that is refused; the class says by which rule."""


class OversizedError(ProtocolError):
    """A frame larger than `protocol.codec.MAX_BYTES`."""


class TooDeepError(ProtocolError):
    """Data nested deeper than `protocol.codec.MAX_DEPTH`."""


class MalformedError(ProtocolError):
    """Not msgpack, or msgpack that no message looks like: wrong fields, types or lengths."""


class UnknownTypeError(ProtocolError):
    """A message of a type this version does not know, or one that does not belong here."""


class ForgedError(ProtocolError):
    """A signature or seal that does not fit the sender, the recipient or the topic."""


class VersionError(ProtocolError):
    """A frame of another version of the protocol.

    Attributes:
        theirs: the version the frame speaks.
    """

    def __init__(self, theirs: int) -> None:
        super().__init__(f"the frame speaks version {theirs} of the protocol")
        self.theirs = theirs


class LinkError(ProtocolError):
    """A text that is no invite link."""


class KeyTextError(ProtocolError):
    """A text that is no key."""
