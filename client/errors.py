"""Errors of requests, and of genuine messages that are not shown."""

from __future__ import annotations

from protocol.errors import ProtocolError


class RefusedError(Exception):
    """The server refused a command; nothing changed.

    Attributes:
        code: the reason for programs, as ``not_your_turn``.
        sentence: the reason for people, and what to do.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code
        self.sentence = sentence


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
