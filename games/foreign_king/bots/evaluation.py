"""How likely each colour looks to win: a weighted sum of features of the position for each.

The features are those of `games.foreign_king.bots.features`.

They were fitted to 1,700 games of each number of players, the way `bench.fit_foreign_king` does it.
"""

from __future__ import annotations

from math import exp
from typing import Final

from games.foreign_king.bots.features import Weights, merits, remaining
from games.foreign_king.constants import FIRST_MARKER, POINTS_OF_METAL, POINTS_OF_TEXTILE
from games.foreign_king.effects import finish_action, play_move
from games.foreign_king.listing import most_repaid
from games.foreign_king.moves import DONE, NO, YES, Close, Shut
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.scoring import outcome

KNOTS: Final = (0, 6, 14, 30)
"""For so many points left (`games.foreign_king.bots.features.remaining`) weights were fitted."""
_SHARPENING: Final = 2.5
"""So much more certain are the results of stronger players than those of the games fitted to."""
_FITTED: Final[dict[int, dict[str, tuple[float, ...]]]] = {
    2: {
        "score": (0.149, 0.176, 0.160, 0.131),
        "provinces": (0.088, 0.046, -0.009, -0.015),
        "medals": (0.163, 0.154, 0.107, 0.008),
        "congress": (0.025, 0.061, 0.132, 0.065),
        "francs_prize": (0.136, 0.073, 0.159, 0.222),
        "loans": (-0.720, -0.606, -0.231, 0.022),
        "ahead_1": (0.015, 0.013, 0.021, -0.022),
        "ahead_2": (0.057, -0.023, -0.010, 0.038),
        "ahead_3": (0.052, 0.038, -0.021, 0.045),
        "near": (0.007, 0.009, 0.008, -0.007),
        "thirds": (0.059, 0.020, 0.020, -0.112),
        "francs": (0.026, 0.019, -0.041, -0.061),
        "more_francs": (-0.006, 0.012, 0.007, -0.024),
        "citizens": (0.030, 0.031, 0.055, 0.096),
        "congressmen": (-0.005, 0.046, 0.100, 0.055),
        "unused_medals": (0.166, 0.174, 0.144, 0.097),
        "income": (0.079, 0.140, 0.215, 0.176),
        "on_turn": (0.328, 0.163, 0.120, 0.070),
        "strike_now": (-0.008, -0.017, 0.002, -0.004),
        "strike_if_free": (-0.026, -0.035, -0.002, -0.016),
        "strike_soon": (0.013, -0.031, 0.025, 0.024),
        "strike_after_leaving": (-0.027, -0.026, -0.012, 0.019),
        "strike_barred": (0.122, 0.024, 0.037, 0.024),
        "strike_by_congress": (0.000, 0.014, 0.021, -0.011),
        "steps": (0.161, -0.021, -0.032, -0.035),
        "virtual": (-0.293, -0.323, -0.355, -0.622),
        "virtual_score": (0.130, 0.113, 0.098, 0.082),
        "virtual_provinces": (0.127, 0.093, 0.078, 0.059),
        "virtual_led": (0.149, 0.118, 0.056, 0.034),
        "virtual_ahead": (0.042, 0.018, 0.037, 0.040),
        "virtual_citizens": (0.161, 0.184, 0.226, 0.221),
    },
    3: {
        "score": (0.173, 0.150, 0.091, 0.062),
        "provinces": (0.120, 0.097, 0.023, -0.031),
        "medals": (0.163, 0.168, 0.076, 0.028),
        "congress": (0.145, 0.184, 0.108, 0.022),
        "francs_prize": (0.039, 0.035, -0.011, 0.039),
        "loans": (-0.837, -0.789, -0.647, -0.554),
        "ahead_1": (-0.036, -0.038, -0.022, -0.000),
        "ahead_2": (-0.031, -0.063, -0.017, 0.031),
        "ahead_3": (0.020, 0.079, 0.056, 0.014),
        "near": (-0.013, -0.016, -0.015, 0.004),
        "thirds": (0.099, 0.040, 0.025, -0.012),
        "francs": (0.104, 0.097, 0.056, 0.064),
        "more_francs": (0.081, 0.107, 0.096, 0.039),
        "citizens": (-0.000, 0.013, 0.029, 0.027),
        "congressmen": (0.060, 0.101, 0.082, 0.089),
        "unused_medals": (-0.085, -0.139, -0.138, -0.140),
        "income": (0.010, 0.067, -0.025, 0.034),
        "on_turn": (0.300, 0.210, 0.063, 0.026),
        "strike_now": (0.069, 0.064, 0.046, 0.013),
        "strike_if_free": (0.019, 0.042, 0.022, 0.012),
        "strike_soon": (0.013, 0.043, 0.020, 0.019),
        "strike_after_leaving": (-0.027, 0.012, 0.022, 0.008),
        "strike_barred": (-0.006, 0.043, 0.025, 0.002),
        "strike_by_congress": (0.024, 0.035, 0.021, 0.002),
    },
    4: {
        "score": (0.213, 0.178, 0.111, 0.089),
        "provinces": (0.173, 0.175, 0.101, 0.013),
        "medals": (0.185, 0.175, 0.121, 0.037),
        "congress": (0.116, 0.172, 0.171, 0.072),
        "francs_prize": (0.008, 0.052, 0.004, -0.092),
        "loans": (-1.208, -1.096, -0.677, -1.062),
        "ahead_1": (-0.045, -0.013, 0.019, 0.004),
        "ahead_2": (0.003, 0.020, 0.016, 0.022),
        "ahead_3": (0.091, 0.081, 0.106, 0.036),
        "near": (-0.010, -0.009, 0.024, 0.017),
        "thirds": (0.163, 0.102, 0.107, 0.060),
        "francs": (0.115, 0.105, 0.097, 0.075),
        "more_francs": (0.100, 0.136, 0.131, 0.096),
        "citizens": (0.024, 0.025, 0.024, -0.003),
        "congressmen": (0.131, 0.130, 0.163, 0.096),
        "unused_medals": (-0.062, -0.094, -0.206, -0.241),
        "income": (-0.013, 0.096, 0.110, 0.009),
        "on_turn": (0.357, 0.229, 0.081, 0.061),
        "strike_now": (0.066, 0.040, 0.042, 0.026),
        "strike_if_free": (0.005, 0.020, 0.004, 0.013),
        "strike_soon": (0.041, 0.009, -0.005, 0.001),
        "strike_after_leaving": (-0.074, -0.008, 0.023, 0.002),
        "strike_barred": (0.038, 0.006, 0.004, 0.001),
        "strike_by_congress": (0.061, 0.073, 0.048, 0.016),
    },
}


def interpolate(fitted: dict[str, tuple[float, ...]], left: int) -> Weights:
    """Return the weights of all features for so much of the game left."""
    after = 1
    while KNOTS[after] < left:
        after += 1
    low, high = KNOTS[after - 1], KNOTS[after]
    part = (left - low) / (high - low)
    found = {
        name: _SHARPENING * ((1 - part) * row[after - 1] + part * row[after])
        for name, row in fitted.items()
    }
    return Weights(**found)


WEIGHTS: Final = {
    players: [interpolate(fitted, left) for left in range(FIRST_MARKER + 1)]
    for players, fitted in _FITTED.items()
}
"""Weights by the number of players and by what `remaining` returns."""


_STEPS_THAT_COUNT: Final = 8
_WORTH_DENYING: Final = 6


def settle(here: MutablePosition) -> list[int]:
    """Answer what a turn still asks as is likely; return each seat's virtual steps.

    The virtual player's steps are not made. Loans are paid back only at the end of the game.
    """
    steps = [0] * here.colours
    while here.asks in ("congress", "shut", "virtual", "loans"):
        if here.asks == "congress":
            play_move(here, YES if _gains_by_congress(here) else NO)
        elif here.asks == "shut":
            play_move(here, Shut(None))
        elif here.asks == "loans":
            play_move(here, Close(-most_repaid(here)) if here.is_ended() else DONE)
        else:
            assert here.asked is not None
            steps[here.asked] += min(here.steps, _STEPS_THAT_COUNT)
            finish_action(here)
    return steps


def _gains_by_congress(here: MutablePosition) -> bool:
    """Return whether the seat asked would lead with its congressmen, or deny many points."""
    king, seat = here.king, here.asked
    assert king is not None
    assert seat is not None
    leader = here.leader(king)
    worth = (
        POINTS_OF_METAL * here.factories[4 * king]
        + POINTS_OF_TEXTILE * here.factories[4 * king + 2]
    )
    if not worth or leader == seat:
        return False
    start = here.colours * king
    mine = here.citizens[start + seat] + here.congressmen[seat]
    most = 0
    for other in range(here.colours):
        if other != seat:
            most = max(most, here.citizens[start + other])
    return mine > most or (mine == most and leader >= 0 and worth >= _WORTH_DENYING)


def win_chances(here: MutablePosition) -> list[float]:
    """Return how likely each colour looks to win; changes the position until nothing is asked."""
    steps = settle(here)
    if here.asks == "over" and not any(steps):
        return share_win(here)
    merit = merits(here, steps, WEIGHTS[here.seats][remaining(here)])
    best = max(merit)
    total = 0.0
    for colour, each in enumerate(merit):
        merit[colour] = exp(each - best)
        total += merit[colour]
    return [each / total for each in merit]


def worth(here: MutablePosition, seat: int) -> float:
    """Return how likely a seat looks to win; changes the position until nothing is asked."""
    return win_chances(here)[seat]


def share_win(here: MutablePosition) -> list[float]:
    """Return what each colour has of the win at the end of a game."""
    end = outcome(here.freeze())
    assert end is not None
    winners = list(end.winners)
    if end.virtual_wins:
        winners.append(here.seats)
    return [(1 / len(winners) if colour in winners else 0.0) for colour in range(here.colours)]
