"""A game that has ended in words, for lists on the screen, in text mode and on the command line."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final, NamedTuple

from games.plural import count_of
from games.record import UNFINISHED
from games.registry import spec_with_title
from siam_tui.games.registry import ui_of
from siam_tui.model.played_game import PlayedGame
from siam_tui.ui.text import listed

_ALONE: Final = "alone"
_AGAINST_BOT: Final = "against the bot {}"
_AGAINST_BOTS: Final = "against the bots {}"
_WITH_PEOPLE: Final = "with {}"
_HOSTED: Final = "in your lobby, by {}"
_UNKNOWN: Final = "by {}"
_LINE: Final = "{when}, {game} {players}. {result}, {moves}."


class GameWords(NamedTuple):
    """The words for a game.

    Attributes:
        when: the day, and the time if it is known, where the player is.
        game: the title of the game.
        players: who played it, behind the title.
        result: who won.
        moves: how many moves were played.
    """

    when: str
    game: str
    players: str
    result: str
    moves: str


def words_of(game: PlayedGame) -> GameWords:
    """Return the words for a game."""
    return GameWords(
        when=_local_time(game.ended),
        game=game.game,
        players=_tell_players(game),
        result=_result(game),
        moves=count_of(game.moves, "move"),
    )


def tell_game(game: PlayedGame) -> str:
    """Return a game as one line of text."""
    if game.trouble:
        return game.trouble
    words = words_of(game)
    result = f"{words.result[0].upper()}{words.result[1:]}"
    return _LINE.format(**words._replace(result=result)._asdict())


def _tell_players(game: PlayedGame) -> str:
    """Return with whom a game was played, or by whom, if the player's seat is not known."""
    names = [name for seat, name in enumerate(game.players) if seat != game.seat]
    if game.opponents == "alone" or not names:
        return _ALONE
    forms = {"bots": _AGAINST_BOTS if names[1:] else _AGAINST_BOT, "people": _WITH_PEOPLE}
    form = _HOSTED if game.hosted else forms.get(game.opponents, _UNKNOWN)
    return form.format(listed(names))


def _result(game: PlayedGame) -> str:
    """Return who won; of a game that this program does not know, as its record says it."""
    spec = spec_with_title(game.game)
    try:
        if spec is not None:
            return ui_of(spec.name).texts.record_result(game.result, game.players)
    except (ValueError, IndexError):  # a result that another release wrote
        pass
    return game.result or UNFINISHED


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
