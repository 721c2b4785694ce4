"""What the front tells the fork server: which session to start, and what to do with it."""

from __future__ import annotations

import base64
import json
from dataclasses import asdict, dataclass, field
from typing import Final

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
class SessionOrder:
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
    host: str = "localhost"
    port: int = 22
    last_seconds: int = 120

    def to_bytes(self) -> bytes:
        """Return it as a message."""
        return json.dumps(asdict(self) | {"seed": base64.b64encode(self.seed).decode()}).encode()

    @staticmethod
    def of_bytes(message: bytes) -> SessionOrder:
        """Read such a message."""
        values = json.loads(message)
        return SessionOrder(**values | {"seed": base64.b64decode(values["seed"])})
