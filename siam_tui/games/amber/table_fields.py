"""How the form for a new table asks for the options of Reino de Ámbar; there are no maps."""

from __future__ import annotations

from typing import Final

from games.amber.constants import (
    BARBARIANS_8,
    DUMMY_WINS_TIES,
    NO_DOUBLES,
    TWO_PERIODS,
)
from games.contract import InvalidMapError
from siam_tui.games.table_fields import OptionField

options: Final = (
    OptionField(TWO_PERIODS, "Length", "one period of 7 rounds", "two periods of 7 rounds"),
    OptionField(NO_DOUBLES, "First markers", "may share an area", "on two areas"),
    OptionField(BARBARIANS_8, "Barbarians", "power grows to 6", "power grows to 8"),
    OptionField(
        "goal_10",
        "Goal",
        "all lose if nobody has a point",
        "all lose if nobody has 10 points",
        (
            ("goal_15", "all lose if nobody has 15 points"),
            ("goal_20", "all lose if nobody has 20 points"),
        ),
    ),
    OptionField(
        DUMMY_WINS_TIES, "Dummy's ties", "the first to speak wins", "the dummy wins", players=(1,)
    ),
)


def check_map(game_map: object) -> None:
    """Refuse a map: the game is played without one.

    Raises:
        InvalidMapError: always.
    """
    del game_map
    raise InvalidMapError("this game is played without a map")
