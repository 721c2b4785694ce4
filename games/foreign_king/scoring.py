"""Final points and winners (F16, F17)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.contract import Outcome
from games.foreign_king.constants import (
    CONGRESS_PRIZE,
    FRANCS_PRIZE,
    INDUSTRY_OF_VIRTUAL_PLAYER,
    LOAN_PENALTY,
    MEDALS_PRIZE,
    PROVINCES,
    PROVINCES_PRIZE,
    VIRTUAL_LETTER,
    Colour,
)
from games.foreign_king.mutable_position import NOBODY, MutablePosition
from games.foreign_king.position import Position


class FinalPoints(NamedTuple):
    """The final points of a colour, by what they are for; all but the holdings add up.

    Attributes:
        score: the score at the end.
        loans: what is lost for loans not paid back, 0 or less.
        provinces: its share of the provinces prize; the virtual player's is doubled.
        medals: its share of the medals prize.
        congress: its share of the Congress prize.
        francs: its share of the francs prize.
        led: what the virtual player gets for provinces it leads.
        industry: what the virtual player gets for industrialised provinces it leads.
    """

    score: int
    loans: int
    provinces: int
    medals: int
    congress: int
    francs: int
    led: int
    industry: int

    @property
    def total(self) -> int:
        """The final points."""
        return sum(self)


@dataclass(frozen=True, slots=True)
class ForeignKingOutcome(Outcome):
    """How a game of The Foreign King ended.

    Attributes:
        points: the final points of each colour.
        virtual_wins: whether the virtual player wins or shares the win.
    """

    points: tuple[int, ...]
    virtual_wins: bool


def leaders(position: Position) -> tuple[Colour | None, ...]:
    """Return the leader of each province, or None."""
    here = MutablePosition(position)
    found = (here.leader(province) for province in range(PROVINCES))
    return tuple(None if leader == NOBODY else leader for leader in found)


def province_sums(position: Position) -> tuple[int, ...]:
    """Return what counts for the provinces prize: for each colour, provinces led and factories."""
    sums = [0] * len(position.scores)
    for province, leader in enumerate(leaders(position)):
        if leader is not None:
            sums[leader] += 1 + sum(position.factories_in(province))
    return tuple(sums)


def share_prize(prize: int, holdings: Sequence[int]) -> list[int]:
    """Return who gets how much of a prize for most of something (F16).

    >>> share_prize(9, [4, 4, 1]), share_prize(3, [0, 0])
    ([4, 4, 0], [0, 0])
    """
    most = max(holdings)
    share = prize // holdings.count(most) if most else 0
    return [share if held == most else 0 for held in holdings]


def final_points(position: Position) -> tuple[FinalPoints, ...]:
    """Return the final points of each colour, as if the game ended now."""
    nothing = [0] * (len(position.scores) - position.seats)
    provinces = share_prize(PROVINCES_PRIZE, province_sums(position))
    medals = share_prize(MEDALS_PRIZE, position.medals) + nothing
    congress = share_prize(CONGRESS_PRIZE, position.congressmen) + nothing
    francs = share_prize(FRANCS_PRIZE, position.francs) + nothing
    loans = [-LOAN_PENALTY * each for each in position.loans] + nothing
    led = industry = 0
    if position.virtual is not None:
        provinces[position.virtual] *= 2
        for province, leader in enumerate(leaders(position)):
            if leader == position.virtual:
                led += 1
                industry += INDUSTRY_OF_VIRTUAL_PLAYER * any(position.factories_in(province))
    return tuple(
        FinalPoints(
            position.scores[colour],
            loans[colour],
            provinces[colour],
            medals[colour],
            congress[colour],
            francs[colour],
            led * (colour == position.virtual),
            industry * (colour == position.virtual),
        )
        for colour in range(len(position.scores))
    )


def winners(points: Sequence[int], medals: Sequence[int]) -> tuple[Colour, ...]:
    """Return the colours with most points; among equals, those with most medals (F16).

    Args:
        points: the final points of each colour.
        medals: those of each seat; the virtual player has none.
    """
    best = max(
        (points[colour], medals[colour] if colour < len(medals) else 0)
        for colour in range(len(points))
    )
    return tuple(
        colour
        for colour, total in enumerate(points)
        if (total, medals[colour] if colour < len(medals) else 0) == best
    )


def outcome(position: Position) -> ForeignKingOutcome | None:
    """Return how the game ended, or None while it runs."""
    if position.asks != "over":
        return None
    points = tuple(each.total for each in final_points(position))
    best = winners(points, position.medals)
    seats = tuple(colour for colour in best if colour < position.seats)
    virtual = position.virtual in best
    named = ",".join([*map(str, seats), *[VIRTUAL_LETTER] * virtual])
    text = f"seats {named} points {','.join(map(str, points))}"
    return ForeignKingOutcome(seats, text, points, virtual)
