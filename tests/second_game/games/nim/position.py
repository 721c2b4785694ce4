"""Positions and moves of Nim with a secret card, as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

CARDS = (1, 2, 3, 4)
MOST_TAKEN = 3
Omen: TypeAlias = Literal["calm", "flood"]
Kind: TypeAlias = Literal["take", "show", "yes", "no"]


@dataclass(frozen=True, slots=True)
class NimSeat:
    """A seat: its card (None where hidden), whether it has shown it, whether the table plays it."""

    card: int | None
    shown: bool = False
    house: bool = False


@dataclass(frozen=True, slots=True)
class NimPosition:
    """A position or a view, in which cards and the omen may be None.

    Attributes:
        gift: the heap onto which the seat to decide may give a token, or None.
    """

    heaps: tuple[int, ...]
    seats: tuple[NimSeat, ...]
    omen: Omen | None
    omen_up: bool
    last: int | None
    turn: int
    gift: int | None = None

    @property
    def over(self) -> bool:
        return self.gift is None and not any(self.heaps)

    @property
    def mover(self) -> NimSeat:
        return self.seats[self.turn]


@dataclass(frozen=True, slots=True)
class NimMove:
    """A move; heap from 0, tokens only for ``take``."""

    kind: Kind
    heap: int = 0
    tokens: int = 0
