"""A game that has ended: told in words for lists, and saved as a record."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from client.errors import ConnectionEndedError, RefusedError
from games.contract import GameError
from games.record import UNFINISHED, Record
from games.registry import spec_with_title
from siam_tui.games.registry import ui_of
from siam_tui.model.played_game import PlayedGame
from siam_tui.model.record_files import SUFFIX, record_text, save_record
from siam_tui.model.replay import replay_of_table
from siam_tui.model.table_source import TableSource
from siam_tui.model.table_view import TableView
from siam_tui.profile.paths import records_folder
from siam_tui.profile.small_files import unwritable, write_new_text
from siam_tui.profile.user_error import UserError, check_not_limited
from siam_tui.ui.text import reason
from texts import tell

_SEATS: Final = re.compile(r"\bseats (\S+)")
"""The seats that won, in the result of a record."""


class GameWords(NamedTuple):
    """The words for a game.

    Attributes:
        when: the day, and the time if it is known, where the player is.
        game: the title of the game.
        players: who played it, behind the title.
        briefly: the same without the names, where there are several opponents.
        result: whether the player won, or who did.
        moves: how many moves were played.
    """

    when: str
    game: str
    players: str
    briefly: str
    result: str
    moves: str


def words_of(game: PlayedGame) -> GameWords:
    """Return the words for a game."""
    return GameWords(
        when=_local_time(game.ended),
        game=game.game,
        players=_tell_players(game),
        briefly=_count_players(game),
        result=_result(game),
        moves=tell("typed/game/moves", n=game.moves),
    )


def tell_game(game: PlayedGame) -> str:
    """Return a game as one line of text."""
    if game.trouble:
        return game.trouble
    words = words_of(game)
    return tell(
        "typed/game/line",
        when=words.when,
        game=words.game,
        players=words.players,
        result=words.result,
        moves=words.moves,
    )


def _tell_players(game: PlayedGame) -> str:
    """Return with whom a game was played, or by whom, if the player's seat is not known."""
    names = tuple(name for seat, name in enumerate(game.players) if seat != game.seat)
    if game.opponents == "alone" or not names:
        return tell("typed/game/alone")
    if game.hosted:
        return tell("typed/game/hosted", who=names)
    if game.opponents == "bots":
        return tell("typed/game/bots", who=names)
    return tell("typed/game/people" if game.opponents == "people" else "typed/game/by", who=names)


def _count_players(game: PlayedGame) -> str:
    """Return how many bots or people a game was played with, if there were several."""
    others = len(game.players) - 1
    if others > 1 and game.opponents == "bots":
        return tell("typed/game/several-bots", n=others)
    if others > 1 and game.opponents == "people":
        return tell("typed/game/several-people", n=others)
    return _tell_players(game)


def _result(game: PlayedGame) -> str:
    """Return who won; of a game that this program does not know, as its record says it."""
    if game.result in ("", UNFINISHED):
        return tell("typed/game/unfinished")
    spec = spec_with_title(game.game)
    try:
        if spec is not None:
            return _own_result(game) or ui_of(spec.name).texts.record_result(
                game.result, game.players
            )
    except (ValueError, IndexError):  # a result that another release wrote
        pass
    return game.result


def _own_result(game: PlayedGame) -> str:
    """Return whether the player won; empty if that is not known, or if no seat did.

    >>> from dataclasses import replace
    >>> beaten = PlayedGame(players=("Ann", "Ben", "Cat"), seat=0, result="faction L seats 1")
    >>> _own_result(beaten), _own_result(replace(beaten, result="colony seats 0,2"))
    ('you lost', 'you and Cat won')

    Raises:
        ValueError, IndexError: another release wrote the result.
    """
    found = _SEATS.search(game.result)
    if game.seat is None or found is None:
        return ""
    winners = found[1].split(",")
    if str(game.seat) not in winners:
        return tell("typed/game/lost")
    winners.remove(str(game.seat))
    others = tuple(game.players[int(seat)] for seat in winners if seat.isdecimal())
    return tell("typed/game/won-with", who=others) if others else tell("typed/game/won")


def _local_time(ended: str) -> str:
    """Return when a game ended by the clock of this computer, or only the day."""
    if len(ended) <= len("2026-11-26"):
        return ended
    try:
        time = datetime.fromisoformat(ended)
    except ValueError:
        return ended
    time = time if time.tzinfo else time.replace(tzinfo=UTC)
    return time.astimezone().strftime("%Y-%m-%d %H:%M")


async def save_table(client: TableSource, view: TableView, file: str) -> Path:
    """Write the game, as far as its log is open now, to a file, and return its path.

    Args:
        client: the connection to the table's lobby.
        view: the table.
        file: the path; empty for a new file in the folder of records.

    Raises:
        UserError: the record is not available or cannot be written, the file exists already, or
            the person may not write files here.
    """
    check_not_limited()
    if view.position is None:
        raise UserError(tell("typed/game/not-begun"))
    try:
        record = (await replay_of_table(client, view)).record
    except (RefusedError, ConnectionEndedError, GameError) as error:
        raise UserError(tell("typed/game/no-record", error=reason(error))) from error
    return _write_record(record, file) if file else save_record(records_folder(), record)


def _write_record(record: Record, file: str) -> Path:
    path = Path(file).expanduser()
    path = path if path.suffix else path.with_suffix(SUFFIX)
    text = record_text(record)
    try:
        write_new_text(path, text)
    except FileExistsError as error:
        raise UserError(tell("typed/game/exists", path=str(path))) from error
    except OSError as error:
        raise unwritable(path, error, variable="") from error
    return path
