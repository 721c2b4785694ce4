"""What counts in a position: features of each seat and of the barbarians, as numbers."""

from __future__ import annotations

from math import exp
from typing import Final

from games.amber.constants import AREAS, CAS, MAR, ROUNDS, VALUES, WALL, Problem
from games.amber.mutable_position import MutablePosition

_UNSOLVED: Final = (0.0, 0.0, 0.55, 0.9)
"""How many Problems a round leaves unsolved, by the number of seats."""
_DEFENDERS: Final = 0.4
"""How many markers a seat puts into the Borderland in a round."""
_SPREAD: Final = 0.35
"""How uncertain a wall is at the end."""
_SPREAD_OF_ROUND: Final = 0.3
"""How much more uncertain it is for each round left."""
_BORDERLAND_CARDS: Final = "WVY"
_EFFECTS: Final = ("PEN", "CAV", "CHA")

FEATURES: Final = (
    *("points", "sharp points", "safe points", "kept", "defenders", "supply", "markers"),
    *("gold 1", "gold 2", "gold 3", "gold 4", "market", "castle", "areas", "confidant"),
    *("hand", "borderland cards", "M", "S", "K", "pawn", "first"),
    *("strongest", "strongest crown", "claimed", "awarded", "awarded crown"),
    *("PEN", "CAV", "CHA"),
)
"""The names of what `seat_features` returns."""
BARBARIAN_FEATURES: Final = ("constant", "shortfall", "sharp shortfall")


def rounds_left(here: MutablePosition) -> float:
    """Return how many rounds are to be played, a part of the present one included."""
    if here.step == "over":
        return 0.0
    present = 0.9 if here.step.startswith("act") else 0.3
    return ROUNDS - here.round + present + (ROUNDS if here.later is not None else 0)


def phase(left: float) -> float:
    """Return how much of a period is to be played: weights change with it linearly."""
    return min(1.0, left / ROUNDS)


def barbarian_features(here: MutablePosition, points: list[float], left: float) -> list[float]:
    """Return what counts for the barbarians, from the first feature of each seat."""
    short = here.options.goal - 0.5 - 4.0 * max(points)
    return [1.0, short / 4.0, max(-4.0, min(4.0, short / (1.0 + left)))]


def seat_features(here: MutablePosition, seat: int, left: float) -> list[float]:
    """Return what counts for a seat, as named by `FEATURES`."""
    power = min(float(here.options.most_power), here.power + _UNSOLVED[here.count] * left)
    defenders = here.defenders(seat)
    on_board = here.on_areas(seat) - defenders
    wall = (
        WALL - power + defenders + min(_DEFENDERS * left, 0.5 * (here.influence[seat] + on_board))
    )
    worst = WALL - here.options.most_power + defenders
    points, safe, kept = 0.0, 0, 0
    for problem in here.kept[seat] or ():
        value = VALUES[problem]
        points += _worth_kept(value, wall, left)
        safe += value if value < worst else 0
        kept += value
    gold = here.gold[seat]
    hand = here.hands[seat] or ""
    effect = here.step.partition("+")[2] if here.turn == seat else ""
    return [
        points / 4.0,
        points / (1.0 + left),
        safe / 4.0,
        kept / 8.0,
        defenders / 2.0,
        min(here.influence[seat], 5) / 2.0,
        on_board / 2.0,
        float(gold > 0),
        float(gold > 1),
        float(gold > 2),
        float(gold > 3),
        (here.on_area(seat, MAR) + (here.confidant == MAR)) / 2.0,
        (here.on_area(seat, CAS) + (here.confidant == CAS)) / 2.0,
        _covered_areas(here, seat) / 3.0,
        float(here.confidant >= 0 and here.on_area(seat, here.confidant) > 0),
        float(len(hand)) / 2.0,
        sum([card in hand for card in _BORDERLAND_CARDS]) / 2.0,
        float("M" in hand),
        float("S" in hand),
        float("K" in hand),
        float((here.pawns[seat] or "-") in hand),
        float(here.first == seat),
        *_row_features(here, seat, wall, left),
        *[float(effect == each) for each in _EFFECTS],
    ]


def _chance(above: float, spread: float) -> float:
    """Return the chance that something uncertain does not reach what it is below by so much."""
    ratio = above / spread
    return 0.0 if ratio < -30.0 else 1.0 / (1.0 + exp(-ratio))


def _worth_kept(value: int, wall: float, left: float) -> float:
    """Return the points that a kept Problem is likely to bring (A11)."""
    return value * _chance(wall - value - 0.5, _SPREAD + _SPREAD_OF_ROUND * left)


def _covered_areas(here: MutablePosition, seat: int) -> int:
    """Return how many areas a seat has markers on."""
    return sum([here.on_area(seat, area) > 0 for area in range(len(AREAS))])


def _row_features(here: MutablePosition, seat: int, wall: float, left: float) -> list[float]:
    """Return what the Problems in the row promise to a seat."""
    strongest = strongest_crown = claimed = awarded = awarded_crown = 0.0
    acting = here.step.startswith("act")
    for index, problem in enumerate(here.row):
        worth = max(1.0, _worth_kept(VALUES[problem], wall, left))
        winner = here.winners[index]
        if winner == seat:
            awarded += worth
            awarded_crown += not VALUES[problem]
        elif (winner < 0 and here.step in ("act", "declare")) or acting:
            mine = seat in here.claims[index]
            if (acting and not here.gold[seat]) or (not acting and not mine):
                continue
            share = _share(here, seat, problem, here.claims[index], acting=acting)
            if not acting:
                claimed += share * worth
            elif VALUES[problem]:
                strongest += share * worth
            else:
                strongest_crown += share
    return [strongest / 4.0, strongest_crown, claimed / 4.0, awarded / 4.0, awarded_crown]


def _share(
    here: MutablePosition, seat: int, problem: Problem, claims: tuple[int, ...], *, acting: bool
) -> float:
    """Return 1 for the strongest seat of those that can be awarded a Problem, less if tied."""
    own = here.strength(seat, problem)
    share = 1.0
    for other in range(here.count):
        if other == seat or (not here.gold[other] and other not in claims):
            continue
        if not acting and other not in claims:
            continue
        strength = here.strength(other, problem)
        if strength > own:
            return 0.0
        if strength == own:
            if acting:
                share *= 0.5
            elif claims.index(other) < claims.index(seat):
                return 0.0
    return share
