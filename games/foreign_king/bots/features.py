"""The features of a position, which the evaluation weighs for each colour."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Final

from games.foreign_king.constants import (
    ALL_FACTORIES,
    CITIZENS_FOR_POINT,
    CONGRESS_PRIZE,
    FIRST_MARKER,
    FRANCS_PRIZE,
    INDUSTRY_OF_VIRTUAL_PLAYER,
    MEDALS_PRIZE,
    POINTS_OF_METAL,
    POINTS_OF_TEXTILE,
    PROVINCES,
    PROVINCES_PRIZE,
)
from games.foreign_king.mutable_position import MutablePosition

_FEW_FRANCS: Final = 4
_FRANCS_THAT_COUNT: Final = 12
_TURNS_OF_FACTORY: Final = 3
"""A factory that is not inactive yet prolongs the game as so many points of the marker."""


@dataclass
class Weights:
    """What each feature adds to the merit of a colour.

    A *strike* is the most points of active factories in a province that the seat leads, and that
    the King could reach with its means.

    Attributes:
        score: a point.
        provinces, medals, congress, francs_prize: a point that the seat can expect of the prize.
        loans: a loan.
        ahead_1, ahead_2, ahead_3: a point of active factories where the seat leads by so many
            citizens, or more than 3.
        near: such a point where a citizen or two would change who leads.
        thirds: three full citizens where it leads and no factory is active.
        francs, more_francs: a franc of the first few, and a further one.
        citizens: a citizen in a province.
        congressmen: a citizen in the Congress.
        unused_medals: a medal without a loan.
        income: a franc that coins bring beside the usual ones.
        on_turn: to be on turn.
        strike_now: a point of the strike if the seat is on turn and king is free.
        strike_if_free: the same if another seat is on turn.
        strike_soon: the same if the seat on turn must leave king.
        strike_after_leaving: the same if the seat itself stands on king.
        strike_barred: the same if a third seat does.
        strike_by_congress: a point in the best province that all its congressmen would lead.
        steps: a step with the virtual player.
        virtual: to be the virtual player.
        virtual_score, virtual_provinces: as for a seat.
        virtual_led: a point that it gets for provinces it leads.
        virtual_ahead: a point of active factories where it leads.
        virtual_citizens: as for a seat.
    """

    score: float = 0.0
    provinces: float = 0.0
    medals: float = 0.0
    congress: float = 0.0
    francs_prize: float = 0.0
    loans: float = 0.0
    ahead_1: float = 0.0
    ahead_2: float = 0.0
    ahead_3: float = 0.0
    near: float = 0.0
    thirds: float = 0.0
    francs: float = 0.0
    more_francs: float = 0.0
    citizens: float = 0.0
    congressmen: float = 0.0
    unused_medals: float = 0.0
    income: float = 0.0
    on_turn: float = 0.0
    strike_now: float = 0.0
    strike_if_free: float = 0.0
    strike_soon: float = 0.0
    strike_after_leaving: float = 0.0
    strike_barred: float = 0.0
    strike_by_congress: float = 0.0
    steps: float = 0.0
    virtual: float = 0.0
    virtual_score: float = 0.0
    virtual_provinces: float = 0.0
    virtual_led: float = 0.0
    virtual_ahead: float = 0.0
    virtual_citizens: float = 0.0


def remaining(here: MutablePosition) -> int:
    """Return how much of the game looks left: points from marker to second-highest score."""
    best = second = -1
    for score in here.scores:
        if score > best:
            best, second = score, best
        elif score > second:
            second = score
    left = min(here.marker - second, FIRST_MARKER)
    active = ALL_FACTORIES
    factories = here.factories
    for inactive in range(1, 4 * PROVINCES, 2):
        active -= factories[inactive]
    return max(0, min(left, _TURNS_OF_FACTORY * active))


def merits(here: MutablePosition, steps: list[int], weights: Weights) -> list[float]:  # noqa: C901, PLR0912, PLR0915
    """Return the weighted sum of the features for each colour.

    Args:
        here: a position that asks for an action or a shift in the turn order, or is over.
        steps: how many of the virtual player's steps each seat makes.
        weights: those of the features.
    """
    seats, colours = here.seats, here.colours
    citizens, factories, men = here.citizens, here.factories, here.congressmen
    left = remaining(here) / FIRST_MARKER
    merit = [0.0] * colours
    sums = [0] * colours
    income = [0] * colours
    on_map = [0] * colours
    strike = [0] * colours
    by_congress = [0] * colours
    king = here.king
    led = 0
    for province in range(PROVINCES):
        start, first = colours * province, 4 * province
        leader, most, second = -1, 0, 0
        for colour in range(colours):
            count = citizens[start + colour]
            on_map[colour] += count
            if count > most:
                leader, second, most = colour, most, count
            elif count > second:
                second = count
        if most == second:
            leader = -1
        metal, textile = factories[first], factories[first + 2]
        textiles = textile + factories[first + 3]
        worth = POINTS_OF_METAL * metal + POINTS_OF_TEXTILE * textile
        away = 1 if king is None else here.map.steps[king][province]
        if leader >= 0:
            built = metal + factories[first + 1] + textiles
            sums[leader] += 1 + built
            income[leader] += textiles
            if leader >= seats:
                led += 1 + (INDUSTRY_OF_VIRTUAL_PLAYER if built else 0)
                merit[leader] += weights.virtual_ahead * worth
            elif worth:
                ahead = most - second
                points = weights.ahead_3
                if ahead == 1:
                    points = weights.ahead_1
                elif ahead == 2:
                    points = weights.ahead_2
                merit[leader] += points * worth
                if worth > strike[leader] and 0 < away <= here.means(leader) + 1:
                    strike[leader] = worth
            else:
                merit[leader] += weights.thirds * (most // CITIZENS_FOR_POINT)
        if worth:
            for seat in range(seats):
                if seat != leader:
                    mine = citizens[start + seat]
                    if mine >= most - 1:
                        merit[seat] += weights.near * worth
                    if mine + men[seat] > most and worth > by_congress[seat]:
                        by_congress[seat] = worth
    _add_shares(
        merit,
        sums,
        PROVINCES_PRIZE,
        0.7 + 3 * left,
        weights.provinces,
        seats,
        weights.virtual_provinces,
    )
    _add_shares(merit, here.medals, MEDALS_PRIZE, 0.3 + left, weights.medals, seats, 0.0)
    _add_shares(merit, men, CONGRESS_PRIZE, 0.3 + left, weights.congress, seats, 0.0)
    _add_shares(merit, here.francs, FRANCS_PRIZE, 0.5 + 4 * left, weights.francs_prize, seats, 0.0)
    on_turn = here.turn if here.asks == "act" else -1
    holder = -1
    for seat in range(seats):
        if here.pawns[seat] == "king":
            holder = seat
    for seat in range(seats):
        francs = here.francs[seat]
        merit[seat] += (
            weights.score * here.scores[seat]
            + weights.loans * here.loans[seat]
            + weights.francs * min(francs, _FEW_FRANCS)
            + weights.more_francs * max(0, min(francs, _FRANCS_THAT_COUNT) - _FEW_FRANCS)
            + weights.citizens * on_map[seat]
            + weights.congressmen * men[seat]
            + weights.unused_medals * (here.medals[seat] - here.loans[seat])
            + weights.income * income[seat]
            + weights.strike_by_congress * by_congress[seat]
            + weights.steps * steps[seat]
        )
        if seat == on_turn:
            merit[seat] += weights.on_turn
        if strike[seat]:
            if holder == seat:
                reach = weights.strike_after_leaving
            elif holder < 0:
                reach = weights.strike_now if seat == on_turn else weights.strike_if_free
            elif holder == on_turn:
                reach = weights.strike_soon
            else:
                reach = weights.strike_barred
            merit[seat] += reach * strike[seat]
    if colours > seats:
        merit[seats] += (
            weights.virtual
            + weights.virtual_score * here.scores[seats]
            + weights.virtual_led * led
            + weights.virtual_citizens * on_map[seats]
        )
    return merit


def _add_shares(  # noqa: PLR0913, PLR0917
    merit: list[float],
    holdings: list[int],
    prize: int,
    spread: float,
    weight: float,
    seats: int,
    virtual_weight: float,
) -> None:
    """Add what each can expect of a prize for most of something, the rest still open."""
    most = max(holdings)
    if not most:
        return
    total = 0.0
    for held in holdings:
        if held:
            total += exp((held - most) / spread)
    for colour, held in enumerate(holdings):
        if held:
            share = prize * exp((held - most) / spread) / total
            merit[colour] += (weight if colour < seats else virtual_weight) * share
