"""The choices about the action of each space, and the action that they come to. Pure functions.

Each function takes the position, the most that may be paid, and the choices made about the action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from games.foreign_king.constants import ACTIVE, FACTORY_TYPES, PROVINCES, Space
from games.foreign_king.listing import king_routes, origins
from games.foreign_king.moves import (
    COINS,
    ORDER,
    Build,
    MoveCitizens,
    MoveKing,
    Place,
    PlainAction,
    SendToCongress,
)
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.ways import GOALS, SUPPLY
from siam_tui.games.foreign_king.choice_kinds import FROM_SUPPLY, Kind, province_choice
from siam_tui.games.move_builder import Choice, Path

Choices: TypeAlias = Callable[[MutablePosition, int, Path], Path]
ToAction: TypeAlias = Callable[[MutablePosition, int, Path], PlainAction | None]


def provinces(found: Iterable[int]) -> Path:
    """Return the choices of some provinces."""
    return tuple(map(province_choice, found))


def origin_of(choice: Choice) -> int | None:
    """Return the province of a choice; None for the supply."""
    return None if choice == FROM_SUPPLY else choice.value


def _goal(choice: Choice) -> int:
    """Return where citizens go, as `MoveCitizens.goals` counts."""
    return SUPPLY if choice == FROM_SUPPLY else choice.value


# What may be chosen


def _nothing(here: MutablePosition, means: int, chosen: Path) -> Path:
    del here, means, chosen
    return ()


def _for_build(here: MutablePosition, means: int, chosen: Path) -> Path:
    del means
    if not chosen:
        stocked = (number for number, kind in enumerate(ACTIVE.values()) if here.stock(kind))
        return tuple(Choice(Kind.FACTORY, number) for number in stocked)
    return provinces(range(PROVINCES)) if len(chosen) == 1 else ()


def _for_place(here: MutablePosition, means: int, chosen: Path) -> Path:
    if not chosen:
        return provinces(range(PROVINCES))
    most, typed = most_placed(here, means), chosen[-1].value if chosen[1:] else 0
    least = 1 if typed or most >= 10 else 2
    numbers = (10 * typed + digit for digit in range(10))
    return tuple(Choice(Kind.AMOUNT, number) for number in numbers if least <= number <= most)


def most_placed(here: MutablePosition, means: int) -> int:
    """Return how many citizens the seat on turn can place: the first one is free."""
    return min(here.supply[here.turn], means + 1)


def _for_move(here: MutablePosition, means: int, chosen: Path) -> Path:
    if not chosen:
        return provinces(origins(here, here.turn))
    origin, goals = chosen[0].value, [_goal(choice) for choice in chosen[1:]]
    steps = here.map.steps[origin]
    left = means + 1 - sum(steps[goal] for goal in goals)
    if len(goals) >= here.citizens[here.colours * origin + here.turn]:
        return ()
    found = [goal for goal in range(GOALS) if goal != origin and steps[goal] <= left]
    supply = (FROM_SUPPLY,) if SUPPLY in found else ()
    return (*supply, *provinces(goal for goal in found if goal != SUPPLY))


def _for_congress(here: MutablePosition, means: int, chosen: Path) -> Path:
    del means
    if chosen:
        return ()
    from_supply = (FROM_SUPPLY,) if here.supply[here.turn] else ()
    return (*from_supply, *provinces(origins(here, here.turn)))


def _for_king(here: MutablePosition, means: int, chosen: Path) -> Path:
    if not chosen:
        reached = {goal for _, goals in king_routes(here, means) for goal in goals}
        return provinces(sorted(reached))
    return chosen[:1] if len(chosen) < len(_lengths(here, chosen[0].value, means)) else ()


def _lengths(here: MutablePosition, goal: int, means: int) -> list[int]:
    """Return the numbers of steps in which the King can reach a province."""
    return [steps for steps, goals in king_routes(here, means) if goal in goals]


CHOICES: Final[Mapping[Space, Choices]] = MappingProxyType(
    {
        "build": _for_build,
        "place": _for_place,
        "move": _for_move,
        "congress": _for_congress,
        "king": _for_king,
        "coins": _nothing,
        "order": _nothing,
    }
)
"""For each space, what returns the choices that its action may be continued with."""


# What was chosen


def _build(here: MutablePosition, means: int, chosen: Path) -> PlainAction | None:
    del here, means
    if len(chosen) != len(("factory", "province")):
        return None
    factory, province = chosen
    return Build(FACTORY_TYPES[factory.value], province.value)


def _place(here: MutablePosition, means: int, chosen: Path) -> PlainAction | None:
    del here, means
    return Place(chosen[-1].value if chosen[1:] else 1, chosen[0].value) if chosen else None


def _move(here: MutablePosition, means: int, chosen: Path) -> PlainAction | None:
    del here, means
    origin, goals = chosen[:1], Counter(map(_goal, chosen[1:]))
    if not goals:
        return None
    return MoveCitizens(origin[0].value, tuple(goals[goal] for goal in range(GOALS)))


def _congress(here: MutablePosition, means: int, chosen: Path) -> PlainAction | None:
    del here, means
    return SendToCongress(origin_of(chosen[0])) if chosen else None


def _king(here: MutablePosition, means: int, chosen: Path) -> PlainAction | None:
    if not chosen:
        return None
    goal = chosen[0].value
    return MoveKing(goal, _lengths(here, goal, means)[len(chosen) - 1])


ACTIONS: Final[Mapping[Space, ToAction]] = MappingProxyType(
    {
        "build": _build,
        "place": _place,
        "move": _move,
        "congress": _congress,
        "king": _king,
        "coins": lambda *_: COINS,
        "order": lambda *_: ORDER,
    }
)
"""For each space, what returns the action that choices come to; None if one is missing."""
