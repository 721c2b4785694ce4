"""Random moves and whole random games.

A random action: one of the usable spaces (with the queen then one of the actions she opens), then
its move: a factory or congressman uniformly; a province uniformly and the lesser of two counts; a
province uniformly, a limit of steps that is the lesser of two (at most 12), and a way within it
uniformly; a number of steps of the King that is the lesser of two, and a goal uniformly. A closing
is ``done`` in three of four. All else is drawn uniformly.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeVar

from games.contract import GameError
from games.foreign_king.constants import COST_OF_QUEEN, PROVINCES, Space
from games.foreign_king.effects import play_move
from games.foreign_king.listing import (
    king_routes,
    list_actions,
    list_answers,
    most_borrowed,
    most_repaid,
    origins,
    queen_spaces,
)
from games.foreign_king.moves import (
    DONE,
    SKIP,
    Close,
    Move,
    MoveCitizens,
    MoveKing,
    Place,
    PlainAction,
    UseQueen,
)
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.foreign_king.ways import ways_from

_MOST_STEPS: Final = 12
_CLOSES_UNCHANGED: Final = 0.75
_T = TypeVar("_T")


def draw_move(here: MutablePosition, random: Random) -> Move:
    """Draw a legal move.

    Raises:
        GameError: the game is over.
    """
    if here.asks == "act":
        return _draw_action(here, random)
    if here.asks == "loans":
        return _draw_closing(here, random)
    if here.asks == "over":
        raise GameError("the game is over")
    return _choice(list(list_answers(here)), random)


def _below(number: int, random: Random) -> int:
    return int(random.random() * number)


def _choice(items: Sequence[_T], random: Random) -> _T:
    return items[_below(len(items), random)]


def _lesser(number: int, random: Random) -> int:
    """Return the lesser of two numbers drawn from 1 to a number."""
    return 1 + min(_below(number, random), _below(number, random))


def _draw_closing(here: MutablePosition, random: Random) -> Move:
    if random.random() < _CLOSES_UNCHANGED:
        return DONE
    repaid = most_repaid(here)
    number = _below(repaid + most_borrowed(here), random) - repaid
    return Close(number if number < 0 else number + 1)


def _draw_action(here: MutablePosition, random: Random) -> Move:
    spaces = here.usable_spaces(here.turn)
    if not spaces:
        return SKIP
    space = _choice(spaces, random)
    means = here.means(here.turn)
    if space != "queen":
        return _draw_plain_action(here, space, means, random)
    space = _choice(queen_spaces(here), random)
    return UseQueen(_draw_plain_action(here, space, means - COST_OF_QUEEN, random))


def _draw_plain_action(
    here: MutablePosition, space: Space, means: int, random: Random
) -> PlainAction:
    seat = here.turn
    if space == "place":
        province = _below(PROVINCES, random)
        return Place(_lesser(min(here.supply[seat], means + 1), random), province)
    if space == "move":
        origin = _choice(origins(here, seat), random)
        citizens = here.citizens[here.colours * origin + seat]
        limit = _lesser(min(means + 1, _MOST_STEPS), random)
        ways = ways_from(here.map, origin)
        number = 1 + _below(ways.count(citizens, limit) - 1, random)
        return MoveCitizens(origin, ways.find(citizens, limit, number))
    if space == "king":
        routes = king_routes(here, means)
        steps, goals = routes[_lesser(len(routes), random) - 1]
        return MoveKing(_choice(goals, random), steps)
    return _choice(list(list_actions(here, space, means)), random)


def random_move(position: Position, random: Random) -> Move:
    """Draw a legal move.

    Raises:
        GameError: the game is over.
    """
    return draw_move(MutablePosition(position), random)


def play_random_games(position: Position, games: int, random: Random) -> dict[str, int]:
    """Play random games from a position.

    Returns:
        How many positions asked for an action, and how many moves were played.
    """
    turns = decisions = 0
    for _ in range(games):
        here = MutablePosition(position)
        while here.asks != "over":
            turns += here.asks == "act"
            play_move(here, draw_move(here, random))
            decisions += 1
    return {"turns": turns, "decisions": decisions}
