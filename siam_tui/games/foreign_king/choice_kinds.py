"""What can be chosen while a move is built, and the choices that moves are made of. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum, auto
from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import FACTORY_TYPES, PROVINCES, SPACES, Space
from games.foreign_king.listing import most_borrowed, most_repaid
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
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.ways import SUPPLY
from siam_tui.games.move_builder import Choice, Path


class Kind(Enum):
    """What is chosen: a space by its place in SPACES, a factory by that in FACTORY_TYPES, …."""

    SPACE = auto()
    FACTORY = auto()
    PROVINCE = auto()
    SUPPLY = auto()
    AMOUNT = auto()
    ANSWER = auto()
    LOAN = auto()
    REPAY = auto()
    SEAT_ORDER = auto()


NO_FACTORY: Final = len(FACTORY_TYPES)
"""The value of the choice to make no factory inactive."""
FROM_SUPPLY: Final = Choice(Kind.SUPPLY, 0)
ONE_LOAN: Final = Choice(Kind.LOAN, 0)
ONE_REPAYMENT: Final = Choice(Kind.REPAY, 0)


def space_choice(space: Space) -> Choice:
    """Return the choice of a space."""
    return Choice(Kind.SPACE, SPACES.index(space))


def province_choice(province: int) -> Choice:
    """Return the choice of a province."""
    return Choice(Kind.PROVINCE, province)


def loans_of(chosen: Path) -> Path:
    """Return those of some choices that take loans or pay them back."""
    return tuple(choice for choice in chosen if choice in (ONE_LOAN, ONE_REPAYMENT))


def without_loans(chosen: Path) -> Path:
    """Return the others of some choices: loans stand at the end."""
    return chosen[: len(chosen) - len(loans_of(chosen))]


def close_of(chosen: Path) -> Close:
    """Return the end of the turn that choices stand for."""
    loans = loans_of(chosen)
    return Close(len(loans) * (-1 if ONE_REPAYMENT in loans else 1))


def closing_choices(here: MutablePosition, chosen: Path) -> Path:
    """Return what may be chosen at the end of a turn, where only loans were chosen before."""
    borrowing = ONE_REPAYMENT not in chosen and len(chosen) < most_borrowed(here)
    repaying = ONE_LOAN not in chosen and len(chosen) < most_repaid(here)
    return (ONE_LOAN,) * borrowing + (ONE_REPAYMENT,) * repaying


def _place_choice(province: int | None) -> Choice:
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
            return _place_choice(origin), _place_choice(goal)
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
            return _factory(factory), _place_choice(province)
        case Place(count, province):
            amounts = [number for number in (count // 10, count) if number and count > 1]
            return (_place_choice(province), *(Choice(Kind.AMOUNT, number) for number in amounts))
        case MoveCitizens(origin, goals):
            to = (
                _place_choice(None if goal == SUPPLY else goal)
                for goal, count in enumerate(goals)
                for _ in range(count)
            )
            return (_place_choice(origin), *to)
        case SendToCongress(origin):
            return (_place_choice(origin),)
        case MoveKing(goal, steps):
            king = position.king
            routes = () if king is None else position.map.routes[king][1 : steps + 1]
            return (_place_choice(goal),) * max(1, sum(goal in goals for goals in routes))
    return ()


def choices_of(move: Move) -> tuple[Choice, ...]:
    """Return the spaces and provinces of a move, as if they were chosen."""
    spaces = [space_choice(move.space)] if isinstance(move, Action) else []
    if isinstance(move, UseQueen):
        return (*spaces, *choices_of(move.action))
    return (*spaces, *map(province_choice, _provinces(move)))


def _provinces(move: Move) -> Iterator[int]:
    match move:
        case Build(_, province) | Place(_, province) | MoveKing(province, _):
            yield province
        case MoveCitizens(origin, goals):
            yield origin
            yield from (goal for goal in range(PROVINCES) if goals[goal])
        case SendToCongress(origin) if origin is not None:
            yield origin
        case VirtualStep(origin, goal):
            yield from {goal} if origin is None else {origin, goal}
