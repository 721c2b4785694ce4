"""What the people at a table play by, whatever the game."""

from __future__ import annotations

from typing import Any

from attrs import field, frozen, validators

AWAY_LIMIT = 300
"""Seconds somebody may be away before their seat may be given to a bot, unless agreed otherwise."""
MAX_AWAY_LIMIT = 7 * 86400

MAX_PACE = 60
"""The slowest a table's bots may be told to play, in seconds for a move."""

_pace: Any = validators.and_(validators.ge(0), validators.le(MAX_PACE))
_time: Any = validators.and_(validators.ge(5), validators.le(MAX_AWAY_LIMIT * 4))
_seconds: Any = validators.and_(validators.ge(0), validators.le(MAX_AWAY_LIMIT))


LEAST_SECONDS = 5
"""Seconds somebody has for each turn at least, however little is left on their clock."""


@frozen
class ClockTerms:
    """How much time everybody has; for whoever runs out of it the table plays a move by the rules.

    Attributes:
        seconds: for each move, or in the bank for the whole game.
        increment: seconds a bank grows by at the start of each of one's turns.
        per_move: whether the seconds are for each move.
    """

    seconds: int = field(validator=_time)
    increment: int = field(default=LEAST_SECONDS, validator=_time)
    per_move: bool = True


@frozen
class Terms:
    """A table's terms, chosen when it is opened.

    Attributes:
        away_limit: seconds a person may be away from a running game before the host may have a
            bot play for them until they return; 0 for never.
        open_talk: whether those seated may talk, and hear spectators, while a team game runs.
        pace: the least seconds a bot takes for a move, so that people can follow; 0 for as fast
            as it can.
        clock: the clocks that are played with, or None.
    """

    away_limit: int = field(default=AWAY_LIMIT, validator=_seconds)
    open_talk: bool = False
    pace: int = field(default=0, validator=_pace)
    clock: ClockTerms | None = None
