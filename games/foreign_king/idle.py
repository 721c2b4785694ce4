"""The move that the table plays for a seat whose time has run out."""

from __future__ import annotations

from collections.abc import Iterator

from games.contract import GameError
from games.foreign_king.constants import PROVINCES
from games.foreign_king.listing import king_routes, list_answers, list_moves, origins
from games.foreign_king.moves import (
    COINS,
    DONE,
    NO,
    ORDER,
    Move,
    MoveCitizens,
    MoveKing,
    Place,
    SendToCongress,
    ShiftOrder,
    Shut,
)
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.foreign_king.text.move_table import move_table
from games.foreign_king.ways import GOALS, SUPPLY


def idle_move(position: Position) -> Move:
    """Return the move for a seat whose time has run out.

    Raises:
        GameError: the game is over.
    """
    here = MutablePosition(position)
    match here.asks:
        case "act":
            return _idle_action(here)
        case "congress":
            return NO
        case "shut":
            return Shut(None)
        case "virtual":
            return _first(here, list_answers(here))
        case "loans":
            return DONE
        case "order":
            return ShiftOrder(here.order.index(here.turn) + 1)
    raise GameError("the game is over")


def _first(here: MutablePosition, moves: Iterator[Move]) -> Move:
    """Return the first of some moves in the canonical order, which is by characters."""
    return min(moves, key=move_table(here.map).format)


def _idle_action(here: MutablePosition) -> Move:
    usable = here.usable_spaces(here.turn)
    for space, move in (("coins", COINS), ("order", ORDER)):
        if space in usable:
            return move
    for space in ("place", "congress", "move", "king"):
        if space in usable and (free := list(_free_actions(here, space))):
            return _first(here, iter(free))
    # All citizens are in the Congress, so there are only few moves.
    return _first(here, list_moves(here.freeze()))


def _free_actions(here: MutablePosition, space: str) -> Iterator[Move]:
    """Iterate over the actions of a space that cost nothing."""
    seat = here.turn
    match space:
        case "place":
            yield from (Place(1, province) for province in range(PROVINCES))
        case "congress":
            yield from map(SendToCongress, origins(here, seat))
            if here.supply[seat]:
                yield SendToCongress(None)
        case "move":
            for origin in origins(here, seat):
                for goal in (*here.map.borders[origin], SUPPLY):
                    goals = tuple(int(each == goal) for each in range(GOALS))
                    yield MoveCitizens(origin, goals)
        case "king":
            for steps, reached in king_routes(here, 0):
                yield from (MoveKing(goal, steps) for goal in reached)
