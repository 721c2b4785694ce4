"""What a lobby is run by."""

from __future__ import annotations

import secrets
import string
import time
from collections.abc import Callable
from dataclasses import dataclass

from protocol.fairness import SECRET_BYTES
from protocol.keys import SecretKey
from protocol.messages import MAX_TABLES
from server.config import BOT_LEVELS, release
from server.tables.opening import OpenGame, open_game

_TABLE_LETTERS = string.ascii_lowercase + string.digits
_TABLE_LENGTH = 8


@dataclass(frozen=True, slots=True)
class LobbyRules:
    """What a lobby is run by.

    Attributes:
        app: the server's release.
        levels: the levels of bots, weakest first.
        key: the server's identity, which signs what the server plays and the records.
        token: draws 32 random bytes.
        table_id: draws the id of a table.
        open_game: finds a game by its name.
        date: the present time, in seconds since 1970.
        max_tables: how many tables there may be at a time.
        max_bots: how many bots may run at a time.
        max_hosted_bots: how many bots may run at one host's tables once half of all run.
        patience: seconds people have to pledge, and then to contribute, to the draw of a setup; 0
            deals without asking them.
    """

    app: str
    levels: tuple[str, ...]
    key: SecretKey
    token: Callable[[], bytes]
    table_id: Callable[[], str]
    open_game: OpenGame = open_game
    date: Callable[[], float] = time.time
    max_tables: int = MAX_TABLES
    max_bots: int = 32
    max_hosted_bots: int = 8
    patience: float = 3.0


def usual_rules(key: SecretKey) -> LobbyRules:
    """Return what the lobby of a key is run by when nothing else is asked for."""
    return LobbyRules(
        app=release(),
        levels=BOT_LEVELS,
        key=key,
        token=lambda: secrets.token_bytes(SECRET_BYTES),
        table_id=lambda: "".join(secrets.choice(_TABLE_LETTERS) for _ in range(_TABLE_LENGTH)),
    )
