"""Taking a move back, as it is asked for and answered. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from protocol.commands import TakeBack
from siam_tui.model.table_view import TableView
from siam_tui.table.bar.options import ENTER_DOES_NOT, Bar, Menu, MenuState, Option
from texts import Person, tell
from texts.sentences import join_sentences


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
    agreed = sorted(before.people - {*before.state.back, seat})
    who, others = now.who(seat), tuple(map(now.named, agreed))
    if now.seat in agreed:
        return tell("table/back/you-agreed", who=who)
    if agreed:
        return tell("table/back/agreed", who=who, others=others)
    has_replies = now.seat == seat and now.state.ply + 1 < before.state.ply
    return tell("table/back/with-replies") if has_replies else tell("table/back/granted", who=who)


def _tell_refused(before: TableView, now: TableView, seat: int) -> str:
    silent = sorted(before.people - {*before.state.back, seat})
    who = now.who(seat)
    if silent == [now.seat]:
        return tell("table/back/you-refused", who=who)
    if len(silent) != 1:
        return tell("table/back/some-refused", who=who)
    return tell("table/back/refused", who=who, other=now.named(silent[0]))


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


def asker(view: TableView) -> Person:
    """Return the player who asks to take the last move back, by name."""
    seat = view.state.undoable
    return Person(tell("table/back/somebody")) if seat is None else view.named(seat)


def move_bar_with_answer(bar: Bar, view: TableView) -> Bar:
    """Return the bar of the player's own move, which stays, with a key to answer another player."""
    answer = Option(
        "U",
        tell("table/back/answer", who=asker(view)),
        MenuState(Menu.TAKE_BACK),
        brief=tell("table/back/answer-briefly"),
    )
    return replace(bar, options=(answer, *bar.options))


def answer_bar(view: TableView) -> Bar:
    """Return the bar that asks whether another player may take their move back."""
    state = view.state
    options = tuple(
        Option(key, label, TakeBack(state.table, state.game_number, state.ply, yes))
        for key, label, yes in (
            ("Y", tell("table/back/yes"), True),
            ("N", tell("table/back/no"), False),
        )
    )
    question = join_sentences(tell("table/back/asked", who=asker(view)), tell(ENTER_DOES_NOT))
    return Bar(tell("table/back/title"), question, options, own=True)
