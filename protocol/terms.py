"""Terms of a table, independent of the game: clocks, absence, talk, pace of bots."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen, validators

AWAY_LIMIT = 300
"""Default of seconds a person may be away before a bot may replace them."""
MAX_AWAY_LIMIT = 7 * 86400

MAX_PACE = 60
"""The largest pace of a table's bots, in seconds for a move."""

_pace: Any = validators.and_(validators.ge(0), validators.le(MAX_PACE))
_time: Any = validators.and_(validators.ge(5), validators.le(MAX_AWAY_LIMIT * 4))
_seconds: Any = validators.and_(validators.ge(0), validators.le(MAX_AWAY_LIMIT))


LEAST_SECONDS = 5
"""The least seconds for each turn, even if less is left on the clock."""


@frozen
class ClockTerms:
    """Time of the players; if it runs out, the table plays a move by the game's rules.

    Attributes:
        seconds: for each move, or in the bank for the whole game.
        increment: seconds added to the bank at the start of each turn.
        per_move: whether the seconds are for each move.
    """

    seconds: int = field(validator=_time)
    increment: int = field(default=LEAST_SECONDS, validator=_time)
    per_move: bool = True


@frozen
class Terms:
    """A table's terms, chosen when it is opened.

    Attributes:
        away_limit: seconds a person may be away from a running game before the host may let a bot
            replace them until they return; 0 for never.
        open_talk: whether those seated may talk, and hear spectators, while a team game runs.
        pace: the least seconds a bot takes for a move, so that people can follow; 0 for as fast
            as it can.
        clock: the clocks, or None.
        open_analysis: whether spectators may see the chances of all seats while the game runs.
    """

    away_limit: int = field(default=AWAY_LIMIT, validator=_seconds)
    open_talk: bool = False
    pace: int = field(default=0, validator=_pace)
    clock: ClockTerms | None = None
    open_analysis: bool = False
