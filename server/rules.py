"""What a lobby is run by."""

from __future__ import annotations

import secrets
import string
from collections.abc import Callable
from dataclasses import dataclass

from protocol.messages import MAX_TABLES
from server.config import BOT_LEVELS, release
from server.opening import OpenGame, open_game

_TABLE_LETTERS = string.ascii_lowercase + string.digits
_TABLE_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Rules:
    """What a lobby is run by.

    Attributes:
        app: the server's release.
        levels: the levels of bots, weakest first.
        seed: draws the seed of a setup.
        table_id: draws the id of a table.
        open_game: finds a game by its name.
        max_tables: how many tables there may be at a time.
        max_bots: how many bots may be seated at a time; each is a process.
    """

    app: str
    levels: tuple[str, ...]
    seed: Callable[[], int]
    table_id: Callable[[], str]
    open_game: OpenGame = open_game
    max_tables: int = MAX_TABLES
    max_bots: int = 24


def usual_rules() -> Rules:
    """Return what a lobby is run by when nothing else is asked for."""
    return Rules(
        app=release(),
        levels=BOT_LEVELS,
        seed=lambda: secrets.randbits(256),
        table_id=lambda: "".join(secrets.choice(_TABLE_LETTERS) for _ in range(_TABLE_LENGTH)),
    )
