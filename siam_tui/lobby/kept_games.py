"""Games against bots that are kept: each in a folder with the key and the store of its lobby."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import shutil
from pathlib import Path
from typing import NamedTuple

from siam_tui.profile.kept_file import KeptFile

KEY, STORE = "server.key", "lobby.db"
"""The files of a lobby in its folder."""
_FOLDER, _MARK = "bot-games", "game.json"


class KeptGame(NamedTuple):
    """A game to go on with.

    Attributes:
        folder: the folder of its lobby.
        table: the id of its table.
        game: the short name of what is played; empty if an earlier release kept it.
    """

    folder: Path
    table: str
    game: str = ""


class KeptGames:
    """The kept games of one profile; one for each game is meant to be there."""

    def __init__(self, profile: Path) -> None:
        """Prepare; `profile` is the profile's folder."""
        self._folder = profile / _FOLDER

    def new_folder(self) -> Path:
        """Return the path of a folder for another game; it does not exist yet."""
        return self._folder / secrets.token_hex(8)

    def waiting(self) -> list[KeptGame]:
        """Return the games that nobody plays now, the one played last first."""
        marks = sorted(self._folder.glob(f"*/{_MARK}"), key=_time_of, reverse=True)
        kept = (_read_mark(mark.parent) for mark in marks)
        return [each for each in kept if each is not None and not _is_served(each.folder)]

    def drop_others(self, kept: Path, game: str) -> None:
        """Drop all others of the same game, and what is left of games that never began.

        Those that another program of this profile plays now stay.

        Args:
            kept: the folder of the game that stays.
            game: the short name of what is played there.
        """
        for folder in self._folder.glob("*"):
            if folder == kept or _is_served(folder):
                continue
            other = _read_mark(folder)
            if other is None or other.game == game:
                drop_game(folder)


def mark_game(folder: Path, table: str, game: str) -> None:
    """Note that a game is played in a folder from now on, so that it is found again.

    Args:
        folder: the folder of its lobby.
        table: the id of its table.
        game: the short name of what is played.
    """
    KeptFile(folder / _MARK).write(json.dumps({"table": table, "game": game}))


def drop_game(folder: Path) -> None:
    """Remove the folder of a game; files that cannot be removed are left."""
    (folder / _MARK).unlink(missing_ok=True)
    shutil.rmtree(folder, ignore_errors=True)


def _is_served(folder: Path) -> bool:
    """Return whether a server has locked the store in a folder."""
    try:
        lock = os.open(folder / f"{STORE}.lock", os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False


def _read_mark(folder: Path) -> KeptGame | None:
    """Return the game that has begun in a folder, if one has."""
    noted = KeptFile(folder / _MARK).read(_parse_mark)
    return KeptGame(folder, *noted) if noted else None


def _parse_mark(text: str) -> tuple[str, str]:
    mark = json.loads(text)
    table, game = mark.get("table"), mark.get("game", "")
    if not (isinstance(table, str) and table and isinstance(game, str)):
        raise TypeError("a table's id and the name of a game are text")
    return table, game


def _time_of(mark: Path) -> float:
    try:
        return mark.stat().st_mtime
    except OSError:  # another program has just removed it
        return 0.0
