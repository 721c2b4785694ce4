"""What the front and the fork server tell each other of a session, and why sessions end."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from siam_tui.doors.json_line import JsonLine
from texts import say

MOST_BYTES: Final = 16 * 1024
"""The longest message between the two."""
BUG: Final = 70
"""The exit code of a session that failed because of a bug."""
READY: Final = b"R"
START: Final = b"S"
SIGNAL: Final = b"K"
ENDED: Final = b"E"
"""The first byte of a message: its kind."""


@dataclass(frozen=True, slots=True)
class SessionOrder(JsonLine):
    """A session to start.

    Attributes:
        number: tells it from all others.
        link: the lobby, or the table to go to first.
        folder: the visitor's profile.
        seed: the seed of the visitor's key; empty for a guest, who gets a new one.
        password: the broker's password; empty if it needs none.
        login: the name that the user name proposes.
        plain: whether to run the text mode.
        watching: whether the visitor only looks on.
        term: the kind of terminal.
        true_colour: whether it shows 16 million colours.
        ascii: whether it shows ASCII only.
        language: the language that the client asks for; empty if it asks for none.
        host: the host in invitations.
        port: the door's port.
        last_seconds: how long the session goes on after the warning that it is idle.
    """

    number: int
    link: str
    folder: str
    seed: bytes = field(default=b"", repr=False)
    password: str = field(default="", repr=False)
    login: str = ""
    plain: bool = False
    watching: bool = False
    term: str = "dumb"
    true_colour: bool = False
    ascii: bool = False
    language: str = ""
    host: str = "localhost"
    port: int = 22
    last_seconds: int = 120


class Ending(Enum):
    """Why a session ended; the value is what its visitor reads last."""

    BY_ITSELF = None
    IDLE = say("doors/ssh/idle")
    STALLED = say("doors/ssh/stalled")
    FAILED = say("doors/ssh/failed")
    CLOSED = say("doors/ssh/closed")
