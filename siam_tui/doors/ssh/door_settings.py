"""What `siam serve` tells the SSH door on its standard input, and what the door answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from siam_tui.doors.json_line import JsonLine
from siam_tui.doors.listen_place import ListenPlace

MOST_SESSIONS: Final = 32
"""Sessions at a time by default; each takes about 30 MB."""
IDLE_MINUTES: Final = 60.0
_NOT_LISTENING: Final = "The SSH door cannot listen on port {port} ({error})."


@dataclass(frozen=True, slots=True)
class DoorSettings(JsonLine):
    """How the door serves.

    Attributes:
        link: the link of the lobby, as this computer reaches it.
        secret: the door's secret, as the text of a key.
        folder: where the visitors' profiles are.
        password: the broker's password; empty if it needs none.
        address: the address to listen on; empty for all.
        port: the port to listen on, or 0 for a free one.
        public_host: the host in invitations.
        sessions: sessions at a time.
        per_address: sessions at a time from one address.
        idle_seconds: how long nothing may be typed in a session.
        exchange_seconds: how long the first key exchange may take, which needs no person.
        login_seconds: how long a login may take; a person may compare the fingerprint meanwhile.
        stalled_seconds: how long a client may not read what it is sent.
    """

    link: str
    secret: str = field(repr=False)
    folder: str
    password: str = field(default="", repr=False)
    address: str = ""
    port: int = 0
    public_host: str = "localhost"
    sessions: int = MOST_SESSIONS
    per_address: int = MOST_SESSIONS // 4
    idle_seconds: float = IDLE_MINUTES * 60
    exchange_seconds: float = 8.0
    login_seconds: float = 60.0
    stalled_seconds: float = 60.0

    @property
    def place(self) -> ListenPlace:
        """Where it listens."""
        return ListenPlace(self.address, self.port, "--ssh", _NOT_LISTENING)


@dataclass(frozen=True, slots=True)
class DoorReady(JsonLine):
    """What the door tells once people can log in.

    Attributes:
        port: where it listens.
        fingerprint: the fingerprint of its host key, as `ssh` shows it.
    """

    port: int
    fingerprint: str
