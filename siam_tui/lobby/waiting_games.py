"""The games that wait for a player: kept ones against bots, and those among people."""

from __future__ import annotations

import fcntl
import json
import os
import secrets
import shutil
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

from siam_tui.discovery.search import shown_lobby_name
from siam_tui.games.registry import shown_games, title_of
from siam_tui.model.played_game import RECORDS, kept_ids
from siam_tui.profile.remembered_games import LeftGame, OpenSeat, OpenSeats
from siam_tui.profile.small_files import KeptFile
from siam_tui.ui.fitting import first_fit
from texts import Message, say, tell

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


_NAMED: Final = 3
"""Other players who are named; of more, so many and a number."""
_UNITS: Final = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


@dataclass(frozen=True, slots=True)
class WaitingGame:
    """A game that the player can go on with: either one against bots, or a seat in a lobby.

    Attributes:
        left: the game as it was when it was left.
        when: when that was, in seconds of the system's clock; infinite for a game that is open now.
        kept: the game against bots; None for a seat.
        seat: the seat in a lobby; None for a game against bots.
    """

    left: LeftGame
    when: float
    kept: KeptGame | None = None
    seat: OpenSeat | None = None

    @property
    def key(self) -> str:
        """What tells it from all others."""
        if self.kept is not None:
            return str(self.kept.folder)
        return f"{self.seat.lobby}/{self.seat.table}" if self.seat is not None else ""


def waiting_games(profile: Path, playing: KeptGame | None = None) -> list[WaitingGame]:
    """Return the games that wait: first where people wait for the player, then those left last.

    Where nobody can know whose turn it is, it counts as the player's: bots move at once.

    Args:
        profile: the profile's folder.
        playing: the game against bots that is open in this program.
    """
    kept = KeptGames(profile).waiting()
    found = [WaitingGame(each.left, each.when, kept=each) for each in kept]
    if playing is not None:
        found.append(WaitingGame(playing.left, float("inf"), kept=playing))
    found += [WaitingGame(each.left, each.when, seat=each) for each in OpenSeats(profile).all()]
    found.sort(key=_haste, reverse=True)
    return found


def _haste(game: WaitingGame) -> tuple[bool, bool, float]:
    return game.left.my_turn is not False, game.seat is not None, game.when


def give_up(profile: Path, game: WaitingGame) -> None:
    """Forget a game: one against bots is gone then, a seat in a lobby is only listed no more."""
    if game.seat is not None:
        OpenSeats(profile).forget(game.seat)
    elif game.kept is not None:
        drop_game(game.kept.folder)


def ask_to_give_up(game: WaitingGame) -> str:
    """Return the question whether to forget a game."""
    is_kept = game.kept is not None
    return tell("lobby/give-up/bots" if is_kept else "lobby/give-up/seat", game=tell_game(game))


def tell_briefly(game: WaitingGame, room: int) -> str:
    """Return the same in so many cells if that is possible: more people are only counted."""
    told = [tell_game(game, most) for most in range(_NAMED, 0, -1)]
    return first_fit(told, room)


def tell_game(game: WaitingGame, named: int = _NAMED) -> str:
    """Return a game by its people, its title, and whose turn it was.

    Args:
        game: the game.
        named: how many people are named at most, if they are not more.
    """
    left = game.left
    is_known = left.game in shown_games()
    title = title_of(left.game) if is_known else left.game or say("lobby/waiting/unknown-game")
    if not left.others:
        if is_known and left.my_turn is not None:
            return tell("lobby/waiting/alone", title=title, your_turn=left.my_turn)
        is_kept = game.kept is not None
        return tell("lobby/waiting/bots", title=title) if is_kept else tell("lobby/waiting/people")
    others = name_others(left.others, named)
    if left.my_turn is False and game.seat is not None:
        return tell("lobby/waiting/not-your-turn", title=title, others=others)
    your_turn = left.my_turn is True
    return tell("lobby/waiting/against", title=title, others=others, your_turn=your_turn)


def name_others(others: Sequence[str], named: int = _NAMED) -> tuple[str | Message, ...]:
    """Return the names of other players; of many, the first of them and how many more."""
    if len(others) <= named:
        return tuple(others)
    shown = others[: max(1, named - 1)]
    return (*shown, say("lobby/waiting/others", n=len(others) - len(shown)))


def tell_place(game: WaitingGame, now: float) -> str:
    """Return where a game waits, and since when.

    Args:
        game: the game.
        now: the system's clock.
    """
    if game.when > now:
        return tell("lobby/waiting/open-here") if game.kept is not None else ""
    ago = _ago(now - game.when)
    if game.seat is None:
        return tell("lobby/waiting/with-bots", ago=ago)
    if game.seat.serving is not None:
        return tell("lobby/waiting/in-yours", ago=ago)
    lobby = shown_lobby_name(game.seat.lobby_name) or None
    return tell("lobby/waiting/in-lobby", lobby=lobby, ago=ago)


def _ago(seconds: float) -> Message:
    size, unit = next((each for each in _UNITS if seconds >= each[0]), (1, "none"))
    return say("lobby/waiting/ago", n=int(seconds // size), unit=unit)
