"""What everybody may know about a position, as values that are drawn and told. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from games.foreign_king import ForeignKing, Position
from games.foreign_king.constants import SPACES_OF, Colour, Space
from games.foreign_king.effects import score_province
from games.foreign_king.mutable_position import NOBODY, MutablePosition
from siam_tui.model.table_view import TableViewOf

ForeignKingView: TypeAlias = TableViewOf[ForeignKing, Position]
"""A table of this game."""


@dataclass(frozen=True, slots=True)
class ProvinceFacts:
    """How a province stands.

    Attributes:
        province: its index on the map.
        citizens: how many of each colour are in it.
        leader: the colour that leads it, or None.
        is_tie: whether there are citizens, but nobody leads.
        factories: active and inactive metal, then textile ones.
        has_king: whether the King is in it.
        points: what its leader would score if the King came now and the Congress stayed away;
            0 without a leader.
    """

    province: int
    citizens: tuple[int, ...]
    leader: Colour | None
    is_tie: bool
    factories: tuple[int, int, int, int]
    has_king: bool
    points: int

    @property
    def is_empty(self) -> bool:
        """Whether no citizen is in it."""
        return not any(self.citizens)

    @property
    def margin(self) -> int:
        """How many citizens the leader has more than the next colour; 0 without a leader."""
        first, second, *_ = sorted(self.citizens, reverse=True)
        return first - second


def province_facts(position: Position, province: int) -> ProvinceFacts:
    """Return how a province stands."""
    here = MutablePosition(position)
    leader, citizens = here.leader(province), position.citizens_in(province)
    metal, spent_metal, textile, spent_textile = position.factories_in(province)
    return ProvinceFacts(
        province=province,
        citizens=citizens,
        leader=None if leader == NOBODY else leader,
        is_tie=leader == NOBODY and any(citizens),
        factories=(metal, spent_metal, textile, spent_textile),
        has_king=province == position.king,
        points=0 if leader == NOBODY else score_province(here, province, leader),
    )


@dataclass(frozen=True, slots=True)
class Holdings:
    """What lies before a seat, or the virtual player.

    Attributes:
        colour: whose it is.
        is_virtual: whether it is the virtual player, which has citizens and a score only.
        score: its score.
        supply: citizens in its supply.
        francs: its francs.
        medals: its medals, turned or not.
        loans: its medals turned for a loan.
        congressmen: its citizens in the Congress.
        pawn: the space its pawn stands on, or None.
        shifts: whether it shifts in the turn order when the round ends.
    """

    colour: Colour
    is_virtual: bool
    score: int
    supply: int
    francs: int = 0
    medals: int = 0
    loans: int = 0
    congressmen: int = 0
    pawn: Space | None = None
    shifts: bool = False


def holdings(position: Position, colour: Colour) -> Holdings:
    """Return what lies before a seat or the virtual player."""
    score, supply = position.scores[colour], position.supply(colour)
    if colour == position.virtual:
        return Holdings(colour, True, score, supply)
    return Holdings(
        colour,
        False,
        score,
        supply,
        francs=position.francs[colour],
        medals=position.medals[colour],
        loans=position.loans[colour],
        congressmen=position.congressmen[colour],
        pawn=position.pawns[colour],
        shifts=colour in position.changes,
    )


def all_holdings(position: Position) -> Iterator[Holdings]:
    """Iterate over what lies before the seats in turn order, then before the virtual player."""
    virtual = () if position.virtual is None else (position.virtual,)
    return (holdings(position, colour) for colour in (*position.order, *virtual))


@dataclass(frozen=True, slots=True)
class SpaceFacts:
    """How a space stands.

    Attributes:
        space: the space.
        pawn: the seat whose pawn stands on it, or None.
        is_usable: whether the seat on turn could choose it at the beginning of its turn.
    """

    space: Space
    pawn: int | None
    is_usable: bool


def space_facts(position: Position) -> Iterator[SpaceFacts]:
    """Iterate over how the spaces stand, in their order."""
    usable = MutablePosition(position).usable_spaces(position.turn)
    for space in SPACES_OF[position.seats]:
        pawn = position.pawns.index(space) if space in position.pawns else None
        yield SpaceFacts(space, pawn, space in usable)


@dataclass(frozen=True, slots=True)
class EndFacts:
    """How far the King's marker is from ending the game (F15).

    Attributes:
        marker: where the King's marker is.
        second: the second-highest score.
        holders: the colours with that score.
        to_go: how far the marker still comes down; 0 at the end.
    """

    marker: int
    second: int
    holders: tuple[Colour, ...]
    to_go: int


def end_facts(position: Position) -> EndFacts:
    """Return how far the King's marker is from ending the game."""
    second = sorted(position.scores)[-2]
    return EndFacts(
        marker=position.marker,
        second=second,
        holders=tuple(c for c, score in enumerate(position.scores) if score == second),
        to_go=max(0, position.marker - second),
    )
