"""Which tables wait for which player."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import Final, NamedTuple

from games.registry import spec_of
from server.tables.table import Table

LEAST_CLOCK: Final = 600
"""Seconds of a clock from which its end is told of: before a shorter one ends, no mail is read."""
MOST_BEFORE_END: Final = 12 * 3600.0
"""The most seconds before a clock's end at which it is told of; a quarter of its time, if less."""


class WaitingTurn(NamedTuple):
    """A turn that a person has to take.

    Attributes:
        moment: names the turn among all turns of the lobby.
        table: the id of the table; empty if the table is private.
        game: the title of the game.
        host: the name of the table's host; empty if the table is private, or nobody is.
        left: seconds on the player's clock; None without a clock.
        ends_soon: whether the clock is about to end.
    """

    moment: str
    table: str
    game: str
    host: str
    left: float | None
    ends_soon: bool


def waiting_turns(tables: Iterable[Table], now: float) -> dict[str, tuple[WaitingTurn, ...]]:
    """Return the turns that people have to take, by the players' fingerprints.

    Args:
        tables: all tables of the lobby.
        now: the reading of the lobby's clock.
    """
    found: dict[str, tuple[WaitingTurn, ...]] = defaultdict(tuple)
    for table in tables:
        if table.status != "running" or (seat := table.game.turn(table.position)) is None:
            continue
        holder = table.seats[seat]
        if holder.holder == "person":
            found[holder.player] += (_turn_at(table, seat, now),)
    return found


def _turn_at(table: Table, seat: int, now: float) -> WaitingTurn:
    left = _time_left(table, seat, now)
    clock = table.terms.clock
    ends_soon = (
        left is not None
        and clock is not None
        and clock.seconds >= LEAST_CLOCK
        and left <= min(clock.seconds / 4, MOST_BEFORE_END)
    )
    return WaitingTurn(
        f"{table.id}/{table.game_number}/{table.takes}/{len(table.log)}",
        "" if table.key else table.id,
        spec_of(table.game.name).title,
        "" if table.key else table.host_name,
        left,
        ends_soon,
    )


def _time_left(table: Table, seat: int, now: float) -> float | None:
    clock = table.clock
    if clock is None:
        return None
    gone = now - clock.since if clock.seat == seat and clock.since is not None else 0.0
    return max(0.0, clock.left[seat] - gone)
