"""The choices that a move is made of, in an order in which they can be made. Pure functions."""

from __future__ import annotations

from games.foreign_king import Position
from games.foreign_king.constants import FACTORY_TYPES
from games.foreign_king.moves import (
    Action,
    Answer,
    Build,
    Close,
    Move,
    MoveCitizens,
    MoveKing,
    Place,
    SendToCongress,
    ShiftOrder,
    Shut,
    UseQueen,
    VirtualStep,
)
from games.foreign_king.ways import SUPPLY
from siam_tui.games.foreign_king.choice_kinds import (
    FROM_SUPPLY,
    NO_FACTORY,
    ONE_LOAN,
    ONE_REPAYMENT,
    Kind,
    Path,
    province_choice,
    space_choice,
)
from siam_tui.games.move_builder import Choice


def _place(province: int | None) -> Choice:
    return FROM_SUPPLY if province is None else province_choice(province)


def choices_of_move(position: Position, move: Move) -> Path:  # noqa: PLR0911 - a line for each kind of move
    """Return the choices that a move is made of, in an order in which they can be made."""
    match move:
        case UseQueen(action):
            return (space_choice("queen"), *choices_of_move(position, action))
        case Answer(yes):
            return (Choice(Kind.ANSWER, int(yes)),)
        case Shut(factory):
            return (_factory(factory),)
        case VirtualStep(origin, goal):
            return _place(origin), _place(goal)
        case Close(loans):
            return (ONE_LOAN,) * loans + (ONE_REPAYMENT,) * -loans
        case ShiftOrder(place):
            return (Choice(Kind.SEAT_ORDER, place),)
    return (space_choice(move.space), *_details(position, move)) if isinstance(move, Action) else ()


def _factory(factory: str | None) -> Choice:
    return Choice(Kind.FACTORY, NO_FACTORY if factory is None else FACTORY_TYPES.index(factory))


def _details(position: Position, action: Action) -> Path:
    """Return the choices that follow the space."""
    match action:
        case Build(factory, province):
            return _factory(factory), _place(province)
        case Place(count, province):
            amounts = [number for number in (count // 10, count) if number and count > 1]
            return (_place(province), *(Choice(Kind.AMOUNT, number) for number in amounts))
        case MoveCitizens(origin, goals):
            to = (
                _place(None if goal == SUPPLY else goal)
                for goal, count in enumerate(goals)
                for _ in range(count)
            )
            return (_place(origin), *to)
        case SendToCongress(origin):
            return (_place(origin),)
        case MoveKing(goal, steps):
            king = position.king
            routes = () if king is None else position.map.routes[king][1 : steps + 1]
            return (_place(goal),) * max(1, sum(goal in goals for goals in routes))
    return ()
