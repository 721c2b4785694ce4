"""The clocks of a table as they run on the screen. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping

from protocol.states import TableState


def times_left(state: TableState, passed: float) -> Mapping[int, float]:
    """Return the seconds each person's clock has left; nothing where no clocks are played with.

    Args:
        state: the table.
        passed: seconds since its state came.
    """
    clock = state.clock
    if clock is None:
        return {}
    return {
        seat: max(0.0, left / 1000 - (passed if seat == clock.running else 0.0))
        for seat, left in enumerate(clock.left)
        if state.seats[seat].holder == "person"
    }


def clock_notes(state: TableState, passed: float) -> Mapping[int, str]:
    """Return what each seat's clock shows; the arguments are those of `times_left`."""
    return {seat: clock_words(left) for seat, left in times_left(state, passed).items()}


def clock_words(seconds: float) -> str:
    """Return a time left as a clock shows it: 0:07, 12:30, 3:05:00, 2 d 4 h."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    hours, minutes = divmod(minutes, 60)
    days, hours = divmod(hours, 24)
    if days:
        return f"{days} d {hours} h"
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}"
