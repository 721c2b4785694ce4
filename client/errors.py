"""Errors of requests, and of genuine messages that are not shown."""

from __future__ import annotations

from protocol.errors import ProtocolError
from protocol.text import as_sentence
from texts import Message, is_known, language, tell


class RefusedError(Exception):
    """The server refused a command; nothing changed.

    Attributes:
        code: the reason for programs, as ``not_your_turn``.
        message: the reason for people, and what to do; None if there is only English.
    """

    def __init__(self, code: str, english: str, message: Message | None = None) -> None:
        super().__init__(english)
        self.code = code
        self.message = message

    def __str__(self) -> str:
        return self.sentence

    @property
    def sentence(self) -> str:
        """The reason for people, and what to do, in the reader's language if that is known."""
        return tell_reason(self.args[0], self.message)


def tell_reason(english: str, message: Message | None) -> str:
    """Return what a stranger's message says in the reader's language, or else its English."""
    if message is None or language() == "en" or not is_known(message):
        return english
    return as_sentence(tell(message))


class ConnectionEndedError(Exception):
    """The client has ended for good and will not connect again; the text is for people."""


class LoginRefusedError(ConnectionEndedError):
    """The broker refuses the user or the password."""


class NoAnswerError(ConnectionEndedError):
    """The lobby did not answer in time; the client need not have ended."""


class StaleError(ProtocolError):
    """Genuine, but of another time: an older boot or revision, or a counter seen before."""


class MisplacedError(ProtocolError):
    """Genuine, but not for this place: another table's state, or another seat's view."""
