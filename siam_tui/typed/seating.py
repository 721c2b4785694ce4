"""Reads typed commands that the server carries out: about seats and the game as a whole. Pure."""

from __future__ import annotations

from collections.abc import Callable

from protocol.commands import Agree, Command, FreeSeat, Say, SeatBot, StartGame, TakeBack, TakeSeat
from protocol.limits import MAX_TALK
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.typed.commands import Typed
from siam_tui.ui.text import did_you_mean
from texts import tell
from texts.sentences import join_sentences

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
        raise UserError(tell("typed/seat/say"))
    if len(text) > MAX_TALK:
        raise UserError(tell("typed/seat/too-long", n=MAX_TALK))
    return text


def _is_yes(text: str) -> bool:
    if text.lower() not in ("", "yes", "no"):
        raise UserError(tell("typed/seat/yes-no"))
    return text.lower() != "no"


def _seat_index(text: str, view: TableView) -> int:
    count = len(view.state.seats)
    if not text.isdecimal() or not 1 <= int(text) <= count:
        raise UserError(tell("typed/seat/number", count=count))
    return int(text) - 1


def _seat_to_take(text: str, view: TableView) -> int:
    if text:
        return _seat_index(text, view)
    if view.seat is not None:
        return view.seat
    if not view.free_seats:
        raise UserError(tell("typed/seat/none-free"))
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
            there = tell("typed/seat/levels", each=levels)
            unknown = tell("typed/seat/no-level")
            raise UserError(join_sentences(unknown, tell(meant) if meant else "", there))
    if seat is None and not view.free_seats:
        raise UserError(tell("typed/seat/none-for-bot"))
    if not level:
        raise UserError(tell("typed/seat/no-bots"))
    return SeatBot(view.state.table, view.free_seats[0] if seat is None else seat, level)
