"""The rules of a lobby: its limits, its sources of chance, and its key."""

from __future__ import annotations

import secrets
import string
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from games.bot_characters import BOT_LEVELS
from protocol.fairness import SECRET_BYTES
from protocol.keys import SecretKey
from protocol.limits import MAX_PARTS, MAX_TABLES
from protocol.topics import LIST_PART, part_of
from server.config import release
from server.tables.opening import OpenGame, open_game

_TABLE_LETTERS = string.ascii_lowercase + string.digits
_TABLE_LENGTH = 8


@dataclass(frozen=True, slots=True)
class LobbyRules:
    """Limits, sources of chance and key of a lobby; as usual, where nothing else is given.

    Attributes:
        key: the server's identity; it signs records and the moves that the server plays.
        app: the server's release.
        name: what the lobby is called; may be empty.
        levels: the levels of bots, weakest first.
        token: draws 32 random bytes.
        table_id: draws the id of a table.
        open_game: finds a game by its name.
        date: the present time, in seconds since 1970.
        max_tables: how many tables there may be at a time.
        max_bots: how many bots may run at a time.
        max_hosted_bots: how many bots may run at one host's tables once half of all run.
        patience: seconds that players have to pledge to the draw of a setup, and again to
            contribute; 0 deals without asking them.
        part: the part of a cluster that this is; 0 for a lobby with one server.
    """

    key: SecretKey
    app: str = field(default_factory=release)
    name: str = ""
    levels: tuple[str, ...] = BOT_LEVELS
    token: Callable[[], bytes] = field(default=lambda: secrets.token_bytes(SECRET_BYTES))
    table_id: Callable[[], str] = field(
        default=lambda: "".join(secrets.choice(_TABLE_LETTERS) for _ in range(_TABLE_LENGTH))
    )
    open_game: OpenGame = open_game
    date: Callable[[], float] = time.time
    max_tables: int = MAX_TABLES
    max_bots: int = 32
    max_hosted_bots: int = 8
    patience: float = 3.0
    part: int = 0

    @property
    def parts(self) -> int:
        """How many parts the lobby has; 0 for a lobby with one server."""
        return MAX_PARTS if self.part else 0

    @property
    def has_list(self) -> bool:
        """Whether this part has the list of all tables, or there is no other."""
        return self.part in (0, LIST_PART)

    def new_table_id(self) -> str:
        """Return the id of a new table, which belongs to this part."""
        while True:
            name = self.table_id()
            if not self.part or part_of(name, self.parts) == self.part:
                return name
