"""Commands about seats and about the game as a whole, read for the server. Pure."""

from __future__ import annotations

from collections.abc import Callable

from protocol.messages import (
    MAX_TALK,
    Agree,
    Command,
    FreeSeat,
    Say,
    SeatBot,
    StartGame,
    TakeBack,
    TakeSeat,
)
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Typed
from siam_tui.ui.text import listed

_LEVEL = "greedy"
"""The level of a bot where none is named."""


def seating_command(typed: Typed, sight: TableView, levels: tuple[str, ...]) -> Command | None:
    """Return what a typed command asks of the server, or None if it asks nothing of it.

    Args:
        typed: the command.
        sight: the table.
        levels: the levels of bots that can be seated.

    Raises:
        UserError: it is not complete, or cannot be meant; says what can.
    """
    state = sight.state
    makers: dict[str, Callable[[str], Command]] = {
        "take": lambda rest: TakeSeat(state.table, _seat_to_take(rest, sight)),
        "bot": lambda rest: _seat_bot(rest, sight, levels),
        "free": lambda rest: FreeSeat(state.table, _seat(rest, sight)),
        "start": lambda _: StartGame(state.table),
        "say": lambda rest: Say(state.table, _said(rest)),
        "end": lambda rest: Agree(state.table, state.game_number, "end", _yes(rest)),
        "takeback": lambda rest: TakeBack(state.table, state.game_number, state.ply, _yes(rest)),
        "again": lambda rest: Agree(state.table, state.game_number, "again", _yes(rest)),
    }
    make = makers.get(typed.name)
    return None if make is None else make(typed.rest)


def _said(text: str) -> str:
    if not text:
        raise UserError("Type say, and behind it what you want to say.")
    if len(text) > MAX_TALK:
        raise UserError(f"Say that in at most {MAX_TALK} letters.")
    return text


def _yes(text: str) -> bool:
    if text.lower() not in ("", "yes", "no"):
        raise UserError("Behind it there may stand no, to take it back, or nothing.")
    return text.lower() != "no"


def _seat(text: str, sight: TableView) -> int:
    count = len(sight.state.seats)
    if not text.isdecimal() or not 1 <= int(text) <= count:
        raise UserError(f"Name a seat by its number, from 1 to {count}.")
    return int(text) - 1


def _seat_to_take(text: str, sight: TableView) -> int:
    if text:
        return _seat(text, sight)
    if sight.seat is not None:
        return sight.seat
    if not sight.free_seats:
        raise UserError("No seat is free at this table. You can stay and watch.")
    return sight.free_seats[0]


def _seat_bot(text: str, sight: TableView, levels: tuple[str, ...]) -> Command:
    level, seat = _LEVEL if _LEVEL in levels else "", None
    for word in text.lower().split():
        if word in levels:
            level = word
        elif word.isdecimal():
            seat = _seat(word, sight)
        else:
            raise UserError(f"There is no such bot. There are: {listed(levels)}.")
    if seat is None and not sight.free_seats:
        raise UserError("No seat is free for a bot.")
    if not level:
        raise UserError("This lobby has no bots.")
    return SeatBot(sight.state.table, sight.free_seats[0] if seat is None else seat, level)
