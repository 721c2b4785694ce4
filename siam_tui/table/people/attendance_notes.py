"""Who at a table is away, and who is watching. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from client.attendance import Companion
from siam_tui.model.table_view import TableView

_UNITS = ((86400, "d"), (3600, "h"), (60, "min"))


def time_words(seconds: float) -> str:
    """Return a time as people say it, in its largest whole unit; nothing below a minute."""
    for size, unit in _UNITS:
        if seconds >= size:
            return f"{int(seconds // size)} {unit}"
    return ""


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
    return {
        seat: f"away {time_words(seconds)}".rstrip()
        for seat, seconds in absences(view, company).items()
    }


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
