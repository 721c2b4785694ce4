"""What can be chosen while a move is built."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, TypeAlias

from games.amber.constants import CARDS, Area, Card
from siam_tui.games.move_builder import Choice


class Kind(Enum):
    """What is chosen.

    A card by its index in CARDS, a Problem by that in PROBLEMS. Five kinds are an area: to act in,
    to take the marker from, to move markers to, for the Confidant, to remove a marker from. A count
    of markers to move, and a seat, are themselves; the others are one choice each, of value 0.
    """

    CARD = auto()
    PROBLEM = auto()
    AREA = auto()
    ORIGIN = auto()
    GOAL = auto()
    CONFIDANT = auto()
    RAID = auto()
    SEAT = auto()
    COUNT = auto()
    TAKE = auto()
    CROWN = auto()
    PASS = auto()


Path: TypeAlias = tuple[Choice, ...]

AREA_KINDS: Final = frozenset({Kind.AREA, Kind.ORIGIN, Kind.GOAL, Kind.CONFIDANT, Kind.RAID})
"""The kinds whose value is an area."""
TAKE: Final = Choice(Kind.TAKE, 0)
"""Solve a Problem by its number."""
CROWN: Final = Choice(Kind.CROWN, 0)
"""Solve a Problem by its crown."""
PASS: Final = Choice(Kind.PASS, 0)
"""Attempt no Problem; at the Chance Meeting, move nothing."""


def card_choice(card: Card) -> Choice:
    """Return the choice of an action card."""
    return Choice(Kind.CARD, CARDS.index(card))


def area_choice(area: Area) -> Choice:
    """Return the choice of an area to act in."""
    return Choice(Kind.AREA, area)
