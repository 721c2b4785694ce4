"""What is noted beside the seats of a table: clocks, who is away, who watches. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from client.lobby_mirror import Companion
from protocol.states import TableState
from siam_tui.model.table_view import TableView
from texts import tell


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
        return tell("table/time/days-hours", days=days, hours=hours)
    if hours:
        return f"{hours}:{minutes:02}:{rest:02}"
    return f"{minutes}:{rest:02}"


def time_words(seconds: float) -> str:
    """Return a time as people say it, in its largest whole unit; nothing below a minute."""
    minutes = int(seconds // 60)
    if minutes >= 24 * 60:
        return tell("table/time/days", n=minutes // (24 * 60))
    if minutes >= 60:
        return tell("table/time/hours", n=minutes // 60)
    return tell("table/time/minutes", n=minutes) if minutes else ""


def away_words(seconds: float) -> str:
    """Return that somebody is away, and how long, if that is a minute at least."""
    time = time_words(seconds)
    return tell("table/away-for", time=time) if time else tell("table/away")


def absences(view: TableView, company: Iterable[Companion]) -> Mapping[int, float]:
    """Return for each seat whose player is away for how many seconds they have been."""
    away = {each.player: each.away for each in company if each.away is not None}
    return {
        number: away[seat.player]
        for number, seat in enumerate(view.state.seats)
        if seat.holder == "person" and seat.player in away
    }


def away_notes(view: TableView, company: Iterable[Companion]) -> Mapping[int, str]:
    """Return a note for each seat whose player is away."""
    return {seat: away_words(seconds) for seat, seconds in absences(view, company).items()}


def overdue(view: TableView, company: Iterable[Companion]) -> list[int]:
    """Return the seats whose people have been away for so long that a bot may play for them."""
    limit = view.state.terms.away_limit
    if not limit or view.state.status != "running":
        return []
    return [seat for seat, seconds in absences(view, company).items() if seconds >= limit]


def in_charge(view: TableView, company: Iterable[Companion]) -> bool:
    """Return whether the player may replace others by bots: as host, or for a host long away."""
    hosts = {seat for seat in overdue(view, company) if _is_host(view, seat)}
    return view.host or (view.seated and bool(hosts))


def _is_host(view: TableView, seat: int) -> bool:
    return view.state.seats[seat].player == view.state.host


def spectators(view: TableView, company: Iterable[Companion]) -> list[Companion]:
    """Return who is watching."""
    seated = {seat.player for seat in view.state.seats}
    return [each for each in company if each.player not in seated and each.away is None]
