"""Clocks: how much time the people at a table have left."""

from __future__ import annotations

from dataclasses import dataclass, replace

from protocol.messages import ClockState
from protocol.terms import ClockTerms
from server.tables.table import Clock, Table


@dataclass(frozen=True, slots=True)
class _Turn:
    """The seat whose clock should run, and the turn."""

    seat: int | None
    moment: tuple[int, int, int]


def wind(table: Table, now: float) -> Table:
    """Return a table with its clocks as they stand now.

    Only the clock of the person to move runs. At the start of their turn a bank grows by its
    increment, and a clock for each move is reset. A clock that was not running starts now, so no
    time is lost while the server is down.

    Args:
        table: a table that may have just changed.
        now: the reading of a clock that never goes back, in seconds.
    """
    terms = table.terms.clock
    if terms is None:
        return table
    if table.status != "running":
        return replace(table, clock=None) if table.clock is not None else table
    turn = _turn(table)
    clock = table.clock
    if clock is None or clock.moment[0] != turn.moment[0]:
        left = (float(terms.seconds),) * len(table.seats)
        clock = Clock(left, None, None, (turn.moment[0], -1, -1))
    clock = _charged(clock, now)
    if clock.moment != turn.moment and turn.seat is not None:
        clock = replace(clock, left=_begun(clock.left, turn.seat, terms))
    since = None if turn.seat is None else now
    return replace(table, clock=Clock(clock.left, turn.seat, since, turn.moment))


def expired(table: Table, now: float) -> bool:
    """Return whether the time of the seat to move has run out."""
    clock = table.clock
    if clock is None or clock.seat is None or clock.since is None or table.status != "running":
        return False
    return clock.left[clock.seat] <= now - clock.since


def clock_state(table: Table) -> ClockState | None:
    """Return the clocks as clients see them; they were wound when the table last changed."""
    if table.clock is None:
        return None
    left = tuple(int(max(0.0, seconds) * 1000) for seconds in table.clock.left)
    return ClockState(left, table.clock.seat)


def _turn(table: Table) -> _Turn:
    seat = table.game.turn(table.position)
    runs = seat is not None and table.seats[seat].holder == "person"
    moment = (table.game_number, len(table.taken), len(table.log))
    return _Turn(seat if runs else None, moment)


def _charged(clock: Clock, now: float) -> Clock:
    if clock.seat is None or clock.since is None:
        return clock
    left = list(clock.left)
    left[clock.seat] = max(0.0, left[clock.seat] - (now - clock.since))
    return replace(clock, left=tuple(left), since=now)


def _begun(left: tuple[float, ...], seat: int, terms: ClockTerms) -> tuple[float, ...]:
    begun = float(terms.seconds) if terms.per_move else left[seat] + terms.increment
    return (*left[:seat], begun, *left[seat + 1 :])
