"""Moves of Reino de Ámbar: immutable, hashable values, each with exactly one form."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from games.amber.constants import Area, Card, Problem


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Play a card and act in an area (A6).

    Attributes:
        card: the card.
        area: where to act, or None without an action.
        origin: with an empty supply, the area that the marker is moved from, else None.
    """

    card: Card
    area: Area | None
    origin: Area | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """Pay a gold to attempt a Problem of the row (A8)."""

    problem: Problem


@dataclass(frozen=True, slots=True)
class Pass:
    """Attempt no Problem (A8)."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Solve a Problem by its number: keep the card (A9)."""

    problem: Problem


@dataclass(frozen=True, slots=True)
class SolveBySuit:
    """Solve a Problem by a suit: act in an area of that suit (A9).

    Attributes:
        problem: the Problem.
        area: where to act.
        origin: with an empty supply, the area that the marker is moved from, else None.
    """

    problem: Problem
    area: Area
    origin: Area | None = None


@dataclass(frozen=True, slots=True)
class SolveByCrown:
    """Solve a Problem by its crown: move the Confidant to an area (A7, A9)."""

    problem: Problem
    area: Area


@dataclass(frozen=True, slots=True)
class RemoveMarker:
    """The Cave: put a marker of an opponent back into the reserve (A6)."""

    seat: int
    area: Area


@dataclass(frozen=True, slots=True)
class MoveMarkers:
    """The Chance Meeting: move 1 or 2 own markers to another area (A6)."""

    count: int
    origin: Area
    goal: Area


@dataclass(frozen=True, slots=True)
class Decline:
    """The Chance Meeting: move nothing (A6)."""


Solution: TypeAlias = Keep | SolveBySuit | SolveByCrown
"""A move that solves a Problem."""
Move: TypeAlias = PlayCard | Attempt | Pass | Solution | RemoveMarker | MoveMarkers | Decline

PASS: Final = Pass()
DECLINE: Final = Decline()
