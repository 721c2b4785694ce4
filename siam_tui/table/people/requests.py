"""What other players ask of this one: to take a move back, or to end the game early. Pure."""

from __future__ import annotations

from typing import Final

from siam_tui.model.table_view import TableView
from siam_tui.table.bar.options import Menu
from siam_tui.table.people import takeback

_TAKE_BACK: Final = (
    "{who} asks to take the last move back: U answers",
    "{who} asks: take back? U answers",
    "Take back? U answers",
)
_BY_Y_OR_N: Final = ("{who} waits: press Y or N", "Press Y or N")
_END_EARLY: Final = (
    "{who} asks to end the game early: {key} answers",
    "{who} asks: end early? {key} answers",
    "End early? {key} answers",
)
_TAKE_BACK_ASKED: Final = "{who} asks to take the last move back"
_END_EARLY_ASKED: Final = "{who} asks to end the game early"


def ending_early(view: TableView) -> tuple[int, ...]:
    """Return the seats of other players who wait for this player's answer: end the game early?"""
    state = view.state
    if state.status != "running" or not view.seated or view.seat in state.end:
        return ()
    return state.end


def tell_request(view: TableView) -> str:
    """Return what other players ask of this one, for the title of the window; empty for nothing."""
    if takeback.asked(view):
        return _TAKE_BACK_ASKED.format(who=takeback.asker(view))
    if seats := ending_early(view):
        return _END_EARLY_ASKED.format(who=view.names(seats))
    return ""


def pending_request(
    view: TableView, builds: bool, menu: Menu | None, end_key: str
) -> tuple[str, ...]:
    """Return what other players ask, with the keys that answer, in fewer and fewer words.

    Args:
        view: the table.
        builds: whether the player builds or sends a move, for which the bar is kept.
        menu: the question that the bar asks in between.
        end_key: the key that answers such a wish.
    """
    takes_back, seats = takeback.asked(view), ending_early(view)
    if takes_back and menu is not Menu.END_EARLY:
        who, forms = takeback.asker(view), _TAKE_BACK
        is_question = menu is Menu.TAKE_BACK or not (builds or menu)
    elif seats:
        who, forms = view.names(seats), _END_EARLY
        is_question = menu is Menu.END_EARLY
    else:
        return ()
    told = _BY_Y_OR_N if is_question else forms
    return tuple(form.format(who=who, key=end_key) for form in told)
