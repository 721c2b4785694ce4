"""How likely each colour looks to win: a weighted sum of features of the position for each.

The features are those of `games.foreign_king.bots.features`.
"""

from __future__ import annotations

from math import exp
from typing import Final

from games.foreign_king.bots.features import merits, remaining
from games.foreign_king.bots.weights import WEIGHTS
from games.foreign_king.constants import POINTS_OF_METAL, POINTS_OF_TEXTILE
from games.foreign_king.effects import finish_action, play_move
from games.foreign_king.listing import most_repaid
from games.foreign_king.moves import DONE, NO, YES, Close, Shut
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.scoring import outcome

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
