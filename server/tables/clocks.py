"""Clocks: how much time the people at a table have left.

`server.tables.play.time_out` makes the move of somebody whose time has run out.
"""

from __future__ import annotations

from dataclasses import replace

from protocol.states import ClockState, ClockTerms
from server.tables.table import Clock, Table

ANSWER_SECONDS = 30.0
"""How long a clock stands still for an answer about taking a move back; then it is refused."""


def wind(table: Table, now: float) -> Table:
    """Return a table with its clocks as they stand now.

    Only the clock of the person to move runs. At the start of their turn a bank grows by its
    increment, and a clock for each move is reset. Then those of all others are full as well: that
    is what their next move will have. A clock that was not running starts now, so no time is lost
    while the server is down. While the person to move must first answer whether another player may
    take a move back, no clock runs.

    Args:
        table: a table that may have just changed.
        now: the reading of a clock that never goes back, in seconds.
    """
    terms = table.terms.clock
    if terms is None:
        return table
    if table.status != "running":
        return replace(table, clock=None) if table.clock is not None else table
    seat, moment = _running_seat(table), (table.game_number, table.takes, len(table.log))
    clock = table.clock
    if clock is None or clock.moment[0] != table.game_number:
        left = (float(terms.seconds),) * len(table.seats)
        clock = Clock(left, None, None, (table.game_number, -1, -1))
    clock = _charged(clock, now)
    if clock.moment != moment and seat is not None:
        clock = replace(clock, left=_begun(clock.left, seat, terms))
    since = None if seat is None else now
    if _must_answer(table):
        stands_already = clock.seat is None and clock.since is not None
        since = clock.since if stands_already else now
    return replace(table, clock=Clock(clock.left, seat, since, moment))


def expired(table: Table, now: float) -> bool:
    """Return whether the time of the seat to move has run out."""
    clock = table.clock
    if clock is None or clock.seat is None or clock.since is None or table.status != "running":
        return False
    return clock.left[clock.seat] <= now - clock.since


def answer_overdue(table: Table, now: float) -> bool:
    """Return whether a clock has stood still too long for an answer about taking a move back."""
    clock = table.clock
    if clock is None or clock.seat is not None or clock.since is None:
        return False
    return _must_answer(table) and now - clock.since >= ANSWER_SECONDS


def clock_state(table: Table) -> ClockState | None:
    """Return the clocks as clients see them; they were wound when the table last changed."""
    if table.clock is None:
        return None
    left = tuple(int(max(0.0, seconds) * 1000) for seconds in table.clock.left)
    return ClockState(left, table.clock.seat)


def _running_seat(table: Table) -> int | None:
    """Return the seat whose clock should run, if any."""
    seat = table.game.turn(table.position)
    if seat is None or _must_answer(table):
        return None
    return seat if table.seats[seat].holder == "person" else None


def _must_answer(table: Table) -> bool:
    """Return whether the person to move has not answered another player's wish to take back."""
    if not table.back or table.status != "running":
        return False
    seat = table.game.turn(table.position)
    return seat is not None and table.seats[seat].holder == "person" and seat not in table.back


def _charged(clock: Clock, now: float) -> Clock:
    if clock.seat is None or clock.since is None:
        return clock
    left = list(clock.left)
    left[clock.seat] = max(0.0, left[clock.seat] - (now - clock.since))
    return replace(clock, left=tuple(left), since=now)


def _begun(left: tuple[float, ...], seat: int, terms: ClockTerms) -> tuple[float, ...]:
    if terms.per_move:
        return (float(terms.seconds),) * len(left)
    return (*left[:seat], left[seat] + terms.increment, *left[seat + 1 :])
