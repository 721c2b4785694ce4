"""Reads typed commands that the server carries out: about seats and the game as a whole. Pure."""

from __future__ import annotations

from collections.abc import Callable

from protocol.commands import Agree, Command, FreeSeat, Say, SeatBot, StartGame, TakeBack, TakeSeat
from protocol.limits import MAX_TALK
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Typed
from siam_tui.ui.text import did_you_mean, listed

_LEVEL = "greedy"
"""The level of a bot if the person names none."""


def seating_command(typed: Typed, view: TableView, levels: tuple[str, ...]) -> Command | None:
    """Return the server's command for a typed one, or None if the server is not needed.

    Args:
        typed: the command.
        view: the table.
        levels: the levels of bots that can be seated.

    Raises:
        UserError: it is incomplete or wrong; says what to type.
    """
    state = view.state
    makers: dict[str, Callable[[str], Command]] = {
        "take": lambda rest: TakeSeat(state.table, _seat_to_take(rest, view)),
        "bot": lambda rest: _seat_bot(rest, view, levels),
        "free": lambda rest: FreeSeat(state.table, _seat_index(rest, view)),
        "start": lambda _: StartGame(state.table),
        "say": lambda rest: Say(state.table, _talk_text(rest)),
        "end": lambda rest: Agree(state.table, state.game_number, "end", _is_yes(rest)),
        "takeback": lambda rest: TakeBack(state.table, state.game_number, state.ply, _is_yes(rest)),
        "again": lambda rest: Agree(state.table, state.game_number, "again", _is_yes(rest)),
    }
    make = makers.get(typed.name)
    return None if make is None else make(typed.rest)


def _talk_text(text: str) -> str:
    if not text:
        raise UserError("Type say, then what you want to say.")
    if len(text) > MAX_TALK:
        raise UserError(f"You can say at most {MAX_TALK} characters at once.")
    return text


def _is_yes(text: str) -> bool:
    if text.lower() not in ("", "yes", "no"):
        raise UserError("Type the command alone, or with no to take it back.")
    return text.lower() != "no"


def _seat_index(text: str, view: TableView) -> int:
    count = len(view.state.seats)
    if not text.isdecimal() or not 1 <= int(text) <= count:
        raise UserError(f"Name a seat by its number, from 1 to {count}.")
    return int(text) - 1


def _seat_to_take(text: str, view: TableView) -> int:
    if text:
        return _seat_index(text, view)
    if view.seat is not None:
        return view.seat
    if not view.free_seats:
        raise UserError("No seat is free at this table. You can stay and watch.")
    return view.free_seats[0]


def _seat_bot(text: str, view: TableView, levels: tuple[str, ...]) -> Command:
    level, seat = _LEVEL if _LEVEL in levels else "", None
    for word in text.lower().split():
        if word in levels:
            level = word
        elif word.isdecimal():
            seat = _seat_index(word, view)
        else:
            meant = did_you_mean(word, levels)
            raise UserError(f"There is no bot of this level.{meant} There are: {listed(levels)}.")
    if seat is None and not view.free_seats:
        raise UserError("No seat is free for a bot.")
    if not level:
        raise UserError("This lobby has no bots.")
    return SeatBot(view.state.table, view.free_seats[0] if seat is None else seat, level)
