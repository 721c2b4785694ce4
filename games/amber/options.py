"""What a table may choose (A23), as the rules need it."""

from __future__ import annotations

from typing import Final, NamedTuple

from games.amber.constants import (
    BARBARIANS_8,
    DUMMY_WINS_TIES,
    GOALS,
    MOST_POWER,
    MOST_POWER_OF_OPTION,
    NO_DOUBLES,
    TWO_PERIODS,
)
from games.author import Option
from games.contract import GameError
from texts import say

OFFERS: Final = (
    Option(TWO_PERIODS, say("amber/rule/two-periods")),
    Option(NO_DOUBLES, say("amber/rule/no-doubles")),
    Option(BARBARIANS_8, say("amber/rule/barbarians-8")),
    *(Option(word, say("amber/rule/goal", n=points)) for word, points in GOALS.items()),
    Option(DUMMY_WINS_TIES, say("amber/rule/dummy-wins-ties")),
)


class Options(NamedTuple):
    """The options that act while a game is played.

    Attributes:
        most_power: the most the barbarians' power can be.
        dummy_wins_ties: whether the dummy wins every tie it is in.
        goal: the points that somebody must have, or the barbarians win.
    """

    most_power: int = MOST_POWER
    dummy_wins_ties: bool = False
    goal: int = 1


USUAL: Final = Options()


def read_options(words: frozenset[str]) -> Options:
    """Return the options that some words stand for.

    Raises:
        GameError: there are two goals.
    """
    goals = sorted(words & GOALS.keys())
    if len(goals) > 1:
        raise GameError(say("amber/refused/two-goals", one=goals[0], other=goals[1]))
    return Options(
        MOST_POWER_OF_OPTION if BARBARIANS_8 in words else MOST_POWER,
        DUMMY_WINS_TIES in words,
        GOALS[goals[0]] if goals else 1,
    )
