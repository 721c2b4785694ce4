"""What a person may want to type next at a table, as sentences. Pure."""

from __future__ import annotations

from typing import Final

from siam_tui.model.table_view import TableView
from siam_tui.plain.seats_and_turns import speech_of, tell_turn

_HOST: Final = "Type bot to seat a bot, and link to invite somebody."
_START: Final = "Type start to begin."
_TAKE: Final = "Type take to take a free seat."
_WAIT: Final = "Type look for the board, and status for where the game stands."


def tell_next_steps(view: TableView) -> list[str]:
    """Return what the person may want to do now; on their turn what they are asked."""
    if view.my_turn:
        return list(speech_of(view).tell_own_turn(view))[-1:]
    match view.state.status:
        case "open" if view.free_seats:
            more = [_HOST] if view.host else [] if view.seated else [_TAKE]
        case "open":
            more = [_START] if view.host else []
        case "running":
            more = [_WAIT]
        case _:
            more = []
    return [tell_turn(view), *more]
