"""Games against bots that are kept: each in a folder with the key and the store of its lobby."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import shutil
from pathlib import Path
from typing import NamedTuple

from siam_tui.model.played_game import RECORDS, kept_ids
from siam_tui.profile.kept_file import KeptFile
from siam_tui.profile.left_game import LeftGame

KEY, STORE = "server.key", "lobby.db"
"""The files of a lobby in its folder."""
MOST_GAMES = 50
"""Games that are kept; a new one takes the place of the one that was played longest ago."""
_FOLDER, _MARK = "bot-games", "game.json"


class KeptGame(NamedTuple):
    """A game to go on with.

    Attributes:
        folder: the folder of its lobby.
        table: the id of its table.
        left: the game as it was when it was left; an earlier release kept less of it.
        when: when it was begun or left, in seconds of the system's clock.
        record: what its record is called once it is over, as `game_id`; an earlier release kept
            none.
    """

    folder: Path
    table: str
    left: LeftGame = LeftGame()
    when: float = 0.0
    record: str = ""


class KeptGames:
    """The kept games of one profile."""

    def __init__(self, profile: Path) -> None:
        """Prepare; `profile` is the profile's folder."""
        self._profile, self._folder = profile, profile / _FOLDER

    def new_folder(self) -> Path:
        """Return the path of a folder for another game; it does not exist yet."""
        return self._folder / secrets.token_hex(8)

    def waiting(self) -> list[KeptGame]:
        """Return the games that nobody plays now, the one played last first.

        One whose record is kept is over: siam was ended by force before it could drop it.
        """
        marks = sorted(self._folder.glob(f"*/{_MARK}"), key=_time_of, reverse=True)
        kept = [each for each in map(_read_mark, marks) if each is not None]
        over = self._kept_ids() if any(each.record for each in kept) else set()
        return [each for each in kept if each.record not in over and not _is_served(each.folder)]

    def _kept_ids(self) -> set[str]:
        """Return which games have a kept record."""
        return kept_ids(each.name for each in (self._profile / RECORDS).glob("*"))

    def next_to_go(self) -> KeptGame | None:
        """Return the game whose place a new one takes; None while there is room."""
        waiting = self.waiting()
        return waiting[-1] if len(waiting) >= MOST_GAMES else None

    def make_room(self, kept: Path) -> None:
        """Drop the games that are too many, and what is left of games that never began.

        Those that another program of this profile plays now stay.

        Args:
            kept: the folder of the game that was begun now.
        """
        waiting = [each.folder for each in self.waiting() if each.folder != kept]
        stay = {kept, *waiting[: MOST_GAMES - 1]}
        for folder in self._folder.glob("*"):
            if folder not in stay and not _is_served(folder):
                drop_game(folder)


def mark_game(folder: Path, table: str, left: LeftGame, record: str = "") -> None:
    """Note that a game is played in a folder from now on, so that it is found again.

    Args:
        folder: the folder of its lobby.
        table: the id of its table.
        left: the game as it is now.
        record: what its record is called once it is over, as `game_id`.
    """
    mark = {"table": table, "record": record, **left.fields()}
    KeptFile(folder / _MARK).write(json.dumps(mark))


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


def _read_mark(mark: Path) -> KeptGame | None:
    """Return the game that has begun in the folder of a mark, if it can be read."""
    noted = KeptFile(mark).read(_parse_mark)
    if noted is None:
        return None
    table, left, record = noted
    return KeptGame(mark.parent, table, left, _time_of(mark), record)


def _parse_mark(text: str) -> tuple[str, LeftGame, str]:
    mark = json.loads(text)
    table, record = mark.get("table"), mark.get("record", "")
    if not (isinstance(table, str) and table and isinstance(record, str)):
        raise TypeError("a table's id and a record's are texts")
    return table, LeftGame.from_fields(mark), record


def _time_of(mark: Path) -> float:
    try:
        return mark.stat().st_mtime
    except OSError:  # another program has just removed it
        return 0.0
