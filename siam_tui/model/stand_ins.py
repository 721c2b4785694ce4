"""Sentences about bots that begin or cease to play for players who are away. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from siam_tui.model.table_view import TableView

_AWAY: Final = "{who} is away. A bot plays on."
_BACK: Final = "{who} is back on seat {seat}."
_YOU_BACK: Final = "You are back on seat {seat}."


def tell_stand_ins(before: TableView, now: TableView) -> Iterator[str]:
    """Yield for whom a bot plays from now on, and who plays again, between two views of a table."""
    for number, (was, seat) in enumerate(zip(before.state.seats, now.state.seats, strict=False)):
        yield from tell_stand_in(now, number, was.holder, seat.holder)


def tell_stand_in(view: TableView, number: int, was: str, now: str) -> Iterator[str]:
    """Yield what to say of one seat, by who held it and who holds it now; nothing if nobody new."""
    match was, now:
        case "person", "stand_in":
            yield _AWAY.format(who=view.name(number))
        case "stand_in", "person":
            template = _YOU_BACK if number == view.seat else _BACK
            yield template.format(who=view.name(number), seat=number + 1)
