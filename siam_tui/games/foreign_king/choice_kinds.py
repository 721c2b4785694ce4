"""What can be chosen while a move is built."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, TypeAlias

from games.foreign_king.constants import FACTORY_TYPES, SPACES, Space
from siam_tui.games.move_builder import Choice


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


Path: TypeAlias = tuple[Choice, ...]

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
