"""What the app opens with, and the visit through a door that it may be."""

from __future__ import annotations

import signal
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from siam_tui.ui.text import spell_duration
from texts import tell

if TYPE_CHECKING:
    from games.record import Record
    from protocol.links import Link
    from siam_tui.model.game_library import ListHosted


IDLE_SIGNAL: Final = signal.SIGUSR1
"""The door sends it to the program of a visitor who has typed nothing for long."""


@dataclass(frozen=True, slots=True)
class DoorVisit:
    """Who visits which lobby, and how others can come too.

    Attributes:
        link: the lobby, or the table to go to first; a visitor goes to no other lobby.
        password: its broker's password, if it needs one.
        watching: whether the visitor only looks on.
        is_guest: whether the visitor is forgotten when they leave.
        host: the host that others log in to.
        port: the port of the door there.
        last_seconds: how long the session goes on after the warning that it is idle.
    """

    link: Link
    password: str | None = field(default=None, repr=False)
    watching: bool = False
    is_guest: bool = False
    host: str = "localhost"
    port: int = 22
    last_seconds: int = 120

    def invitation(self, table: str = "", key: bytes = b"") -> str:
        """Return the command with which others come.

        Args:
            table: the id of the table they come to; empty for the lobby.
            key: the table's key, if it is private.
        """
        return ssh_command(self.host, self.port, table_login(table, key) if table else "")

    @property
    def idle_warning(self) -> str:
        """What to say when nothing was typed for long."""
        return tell("model/idle", time=spell_duration(self.last_seconds))

    @property
    def greeting(self) -> str:
        """What to say first; empty for nothing."""
        return tell("model/guest") if self.is_guest and not self.watching else ""


def ssh_command(host: str, port: int, login: str = "") -> str:
    """Return the command that logs in to a door.

    >>> ssh_command("example.org", 2222, "plain")
    'ssh -p 2222 plain@example.org'
    """
    number = "" if port == 22 else f"-p {port} "
    return f"ssh {number}{login}{'@' if login else ''}{host}"


_TABLE: Final = "table-"


def table_login(table: str, key: bytes = b"") -> str:
    """Return the user name that leads to a table: ``table-ID``, or ``table-ID-KEY``."""
    from protocol.keys import encode_key  # noqa: PLC0415 - home is drawn before keys are loaded

    return f"{_TABLE}{table}" + (f"-{encode_key(key)}" if key else "")


def read_table_login(login: str) -> tuple[str, bytes] | None:
    """Return the table's id and key that a user name leads to; None for any other name."""
    from protocol.errors import KeyTextError  # noqa: PLC0415
    from protocol.keys import decode_key  # noqa: PLC0415
    from protocol.links import is_table_id  # noqa: PLC0415

    if not login.startswith(_TABLE):
        return None
    table, dash, text = login.removeprefix(_TABLE).partition("-")
    try:
        key = decode_key(text) if dash else b""
    except KeyTextError:
        return None
    return (table, key) if is_table_id(table) else None


@dataclass(frozen=True, slots=True)
class Start:
    """Where the app begins; without a link, at home.

    Attributes:
        link: the lobby or table to open.
        password: its broker's password, if it asks for one.
        watching: whether to only look on.
        demo: whether to show a game of bots.
        game: the short name of the game to show or play; empty for the one chosen last.
        map_file: path of the map to play against bots on.
        palette: name of the palette to use this time; empty for the one in the settings.
        ascii: whether to show ASCII characters only this time.
        language: the language to speak this time; empty for the one in the settings.
        record: the game to watch again, and nothing else.
        learning: whether to show the lessons first.
        practising: whether to go to the puzzles first.
        visit: the lobby that a visitor of this computer is in, instead of `link`.
        told: a sentence to show first; may be empty.
        list_hosted: lists the games of lobbies that are hosted here.
    """

    link: Link | None = None
    password: str | None = field(default=None, repr=False)
    watching: bool = False
    demo: bool = False
    game: str = ""
    map_file: str = ""
    palette: str = ""
    ascii: bool = False
    language: str = ""
    record: Record | None = None
    learning: bool = False
    practising: bool = False
    visit: DoorVisit | None = None
    told: str = ""
    list_hosted: ListHosted = field(default=tuple, repr=False)
