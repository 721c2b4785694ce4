"""Moves of The Foreign King: immutable, hashable values, each with exactly one form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final, TypeAlias

from games.foreign_king.constants import Factory, Space


@dataclass(frozen=True, slots=True)
class Build:
    """Build a factory (F6)."""

    space: ClassVar[Space] = "build"
    factory: Factory
    province: int


@dataclass(frozen=True, slots=True)
class Place:
    """Place citizens of the supply in a province (F7)."""

    space: ClassVar[Space] = "place"
    count: int
    province: int


@dataclass(frozen=True, slots=True)
class MoveCitizens:
    """Move citizens of one province (F8).

    Attributes:
        origin: the province.
        goals: how many go to each province, in the map's order, and last, back to the supply.
    """

    space: ClassVar[Space] = "move"
    origin: int
    goals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SendToCongress:
    """Send a citizen of a province, or of the supply (None), to the Congress (F9)."""

    space: ClassVar[Space] = "congress"
    origin: int | None


@dataclass(frozen=True, slots=True)
class MoveKing:
    """Move the King to a province in so many steps; 0 from his portrait (F10)."""

    space: ClassVar[Space] = "king"
    goal: int
    steps: int


@dataclass(frozen=True, slots=True)
class TakeCoins:
    """Receive the income (F12)."""

    space: ClassVar[Space] = "coins"


@dataclass(frozen=True, slots=True)
class TakeOrder:
    """Receive a franc, and choose a place in the turn order when the round ends (F13)."""

    space: ClassVar[Space] = "order"


PlainAction: TypeAlias = (
    Build | Place | MoveCitizens | SendToCongress | MoveKing | TakeCoins | TakeOrder
)
"""An action of a space of its own."""


@dataclass(frozen=True, slots=True)
class UseQueen:
    """Do another action through the queen (F14)."""

    space: ClassVar[Space] = "queen"
    action: PlainAction


Action: TypeAlias = PlainAction | UseQueen


@dataclass(frozen=True, slots=True)
class Skip:
    """Use no space, because none is possible (F4)."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Whether all one's congressmen go to the province where the King has arrived (F11)."""

    yes: bool


@dataclass(frozen=True, slots=True)
class Shut:
    """Make a factory inactive where nobody leads, or none (F11)."""

    factory: Factory | None


@dataclass(frozen=True, slots=True)
class VirtualStep:
    """One step with the virtual player: place a citizen (no origin), or move one (F17)."""

    origin: int | None
    goal: int


@dataclass(frozen=True, slots=True)
class Close:
    """Close the turn: take so many loans, or pay back so many if below 0 (F5)."""

    loans: int


@dataclass(frozen=True, slots=True)
class ShiftOrder:
    """Take a place in the turn order, from 1 (F13)."""

    place: int


Move: TypeAlias = Action | Skip | Answer | Shut | VirtualStep | Close | ShiftOrder

SKIP: Final = Skip()
DONE: Final = Close(0)
COINS: Final = TakeCoins()
ORDER: Final = TakeOrder()
YES: Final = Answer(yes=True)
NO: Final = Answer(yes=False)
