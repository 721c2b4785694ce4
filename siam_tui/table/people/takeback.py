"""Taking a move back, as it is asked for and answered. Pure functions."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from protocol.commands import TakeBack
from siam_tui.model.table_view import TableView
from siam_tui.table.bar.options import ENTER_DOES_NOT, Bar, Menu, MenuState, Option

_GRANTED: Final = {
    "mine": "{names} agreed: your last move is taken back. Move again.",
    "mine alone": "Your last move is taken back. Move again.",
    "mine, with replies": "Your last move and the replies are taken back. Move again.",
    "you agreed": "You agreed: {who} takes the last move back and moves again.",
    "others": "{who} takes the last move back and moves again: {names} agreed.",
    "others alone": "{who} takes the last move back and moves again.",
}
_REFUSED: Final = {
    "mine": "{names} did not agree that you take your move back: it stays.",
    "mine, of several": "Not everybody agreed that you take your move back: it stays.",
    "you refused": "You did not agree that {who} takes the last move back: it stays.",
    "others": "{names} did not agree that {who} takes the last move back: it stays.",
    "others, of several": "Not everybody agreed that {who} takes the last move back: it stays.",
}
_ASKED: Final = "{who} would like to take the last move back. It is taken back if all agree."


def tell_answer(before: TableView, now: TableView) -> str:
    """Return how a wish to take a move back was answered between two views; empty if it was not.

    Everybody seated had to agree. So those who had not agreed before are those who did it now. Who
    refuses is not known where several had not answered.
    """
    was, state = before.state, now.state
    if (was.table, was.game_number, was.status) != (state.table, state.game_number, "running"):
        return ""
    if state.takes > was.takes and state.taken:
        return _tell_granted(before, now, state.taken[-1].seat)
    if state.back_refused and not was.back_refused and was.undoable is not None:
        return _tell_refused(before, now, was.undoable)
    return ""


def _tell_granted(before: TableView, now: TableView, seat: int) -> str:
    agreed = tuple(sorted(before.people - {*before.state.back, seat}))
    if now.seat == seat:
        replied = now.state.ply + 1 < before.state.ply
        form = "mine" if agreed else "mine, with replies" if replied else "mine alone"
    elif now.seat in agreed:
        form = "you agreed"
    else:
        form = "others" if agreed else "others alone"
    return _GRANTED[form].format(who=now.name(seat), names=now.names(agreed) if agreed else "")


def _tell_refused(before: TableView, now: TableView, seat: int) -> str:
    silent = tuple(sorted(before.people - {*before.state.back, seat}))
    if silent == (now.seat,):
        form = "you refused"
    else:
        form = "mine" if now.seat == seat else "others"
        form += "" if len(silent) == 1 else ", of several"
    return _REFUSED[form].format(who=now.name(seat), names=now.names(silent) if silent else "")


def may_ask(view: TableView) -> bool:
    """Return whether the player may ask to take their last move back, or withdraw that."""
    state = view.state
    return view.seated and state.undoable == view.seat and not state.back_refused


def asking(view: TableView) -> TakeBack:
    """Return the command that asks for it, or no longer does."""
    state = view.state
    return TakeBack(state.table, state.game_number, state.ply, view.seat not in state.back)


def asked(view: TableView) -> bool:
    """Return whether another player waits for this player's answer."""
    state = view.state
    return view.seated and bool(state.back) and view.seat not in state.back


def asker(view: TableView) -> str:
    """Return the name of the player who asks to take the last move back."""
    return view.name(view.state.undoable) if view.state.undoable is not None else "Somebody"


def move_bar_with_answer(bar: Bar, view: TableView) -> Bar:
    """Return the bar of the player's own move, which stays, with a key to answer another player."""
    answer = Option(
        "U",
        f"answer {asker(view)}, who wants the last move back",
        MenuState(Menu.TAKE_BACK),
        brief="take back?",
    )
    return replace(bar, options=(answer, *bar.options))


def answer_bar(view: TableView) -> Bar:
    """Return the bar that asks whether another player may take their move back."""
    state = view.state
    options = tuple(
        Option(key, label, TakeBack(state.table, state.game_number, state.ply, yes))
        for key, label, yes in (("Y", "yes, let them", True), ("N", "no, the move stays", False))
    )
    question = f"{_ASKED.format(who=asker(view))} {ENTER_DOES_NOT}"
    return Bar("Take back", question, options, own=True)
