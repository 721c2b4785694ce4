"""Taking a move back, as it is asked for and answered. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from protocol.messages import TakeBack
from siam_tui.model.table_view import TableView
from siam_tui.table.bar.options import Bar, Menu, MenuState, Option


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


def move_bar_with_answer(bar: Bar, view: TableView) -> Bar:
    """Return the bar of the player's own move, which stays, with a key to answer another player."""
    who = view.name(view.state.undoable) if view.state.undoable is not None else "Somebody"
    answer = Option(
        "U",
        f"answer {who}, who wants the last move back",
        MenuState(Menu.TAKE_BACK),
        brief="take back?",
    )
    return replace(bar, options=(answer, *bar.options))


def answer_bar(view: TableView) -> Bar:
    """Return the bar that asks whether another player may take their move back."""
    state = view.state
    who = view.name(state.undoable) if state.undoable is not None else "Somebody"
    options = tuple(
        Option(key, label, TakeBack(state.table, state.game_number, state.ply, yes))
        for key, label, yes in (("Y", "yes, let them", True), ("N", "no, the move stays", False))
    )
    sentence = f"{who} would like to take the last move back. It is taken back if all agree."
    return Bar("Take back", sentence, options, own=True)
