"""What players ask of each other at one table, and for whom a bot plays there. No widgets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from siam_tui.model.seat_facts import tell_stand_ins
from siam_tui.model.table_view import TableView
from siam_tui.table.bar.options import Menu
from siam_tui.table.people import takeback
from siam_tui.table.people.takeback import asker, tell_answer

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


_MOVES_READ: Final = 3
"""After so many moves an answer is no longer shown in the bar, if no key was pressed before."""
_ASKED: Final = "{who} asks to take the last move back."
_YOU_ASKED: Final = "You ask to take your last move back."
_WITHDRAWN: Final = "{who} no longer asks to take the last move back."
_YOU_WITHDREW: Final = "You no longer ask to take your last move back."
_WENT_ON: Final = "The game went on, so the move of {who} stays."
_YOUR_MOVE_STAYS: Final = "The game went on, so your move stays."
_END: Final = "{who} asks to end the game early."
_YOU_END: Final = "You offer to end the game early."
_NO_END: Final = "{who} no longer asks to end the game early."
_YOU_NO_END: Final = "You no longer offer to end the game early."
_PLAYS_ON: Final = "{who} does not agree to end the game early: it goes on."
_SOMEBODY_PLAYS_ON: Final = "Not all agree to end the game early: it goes on."
_YOU_PLAY_ON: Final = "You do not agree to end the game early: it goes on."


@dataclass(frozen=True, slots=True)
class Note:
    """A sentence for the log.

    Attributes:
        ply: how many moves were played before it.
        takes: how many moves had been taken back before it.
        sentence: what was asked or answered, or for whom a bot plays.
    """

    ply: int
    takes: int
    sentence: str


class PlayerRequests:
    """What was asked and answered in the game that runs, and for whom bots began to play.

    It is kept as long as the table is looked at.

    Attributes:
        news: the latest answer, or for whom a bot plays now, until it is old or the player presses
            a key; may be empty.
        notes: all of it, for the log.
    """

    def __init__(self) -> None:
        self.news = ""
        self.notes: tuple[Note, ...] = ()
        self._news_ply = 0
        self._says_no = False  # to an early end: the player's own offer, or that of others

    def receive(self, before: TableView | None, now: TableView) -> None:
        """Note what has been asked or answered between two views of the table."""
        state = now.state
        if before is None or (before.state.game_number, state.status) != (
            state.game_number,
            "running",
        ):
            self.news, self.notes = "", ()
            return
        if state.takes > before.state.takes:  # a later move may have been asked about
            self.notes = tuple(note for note in self.notes if note.ply <= state.ply)
        refusal = "" if self._says_no else _tell_refusal(before, now)
        answer = tell_answer(before, now) or _tell_overtaken(before, now) or refusal
        told = (answer,) if answer else tuple(_tell_wish(before, now))
        if not refusal:
            told += tuple(_tell_end(before, now, says_no=self._says_no))
        stand_ins = tuple(tell_stand_ins(before, now))
        told = (*stand_ins, *told)
        self._says_no = self._says_no and before.state.end == state.end
        if told or state.ply >= self._news_ply + _MOVES_READ:
            self.news, self._news_ply = answer or " ".join(stand_ins), state.ply
        self.notes += tuple(Note(state.ply, state.takes, each) for each in told)

    def note_no(self) -> None:
        """Note that the player says no to an early end: takes an offer back, or refuses one."""
        self._says_no = True

    def forget_news(self) -> bool:
        """Note that the player has read the news; return whether there was any."""
        had, self.news = bool(self.news), ""
        return had


def _tell_overtaken(before: TableView, now: TableView) -> str:
    """Return that nobody answered a request before the next move; empty for everything else."""
    was, state = before.state, now.state
    if not was.back or was.undoable is None or state.ply <= was.ply:
        return ""
    is_mine = was.undoable == now.seat
    return _YOUR_MOVE_STAYS if is_mine else _WENT_ON.format(who=now.name(was.undoable))


def _tell_wish(before: TableView, now: TableView) -> Iterator[str]:
    """Yield that a player asks to take a move back, or no longer does."""
    if now.state.back and not before.state.back:
        yield _YOU_ASKED if now.state.undoable == now.seat else _ASKED.format(who=asker(now))
    elif before.state.back and not now.state.back:
        is_mine = before.state.undoable == now.seat
        yield _YOU_WITHDREW if is_mine else _WITHDRAWN.format(who=asker(before))


def _tell_refusal(before: TableView, now: TableView) -> str:
    """Return that somebody refused this player's offer to end the game early; empty if not."""
    offered = before.state.end
    if now.seat not in offered or now.state.end or now.state.status != "running":
        return ""
    others = now.people - {*offered}
    return (
        _PLAYS_ON.format(who=now.names(tuple(others))) if len(others) == 1 else _SOMEBODY_PLAYS_ON
    )


def _tell_end(before: TableView, now: TableView, *, says_no: bool) -> Iterator[str]:
    """Yield who asks to end the game early, and who no longer does.

    Args:
        before: the table as it was.
        now: the table now.
        says_no: whether the player has taken an offer back, or refused one.
    """
    if says_no and now.seat not in before.state.end and before.state.end and not now.state.end:
        yield _YOU_PLAY_ON
        return
    for seats, others, mine, theirs in (
        (now.state.end, before.state.end, _YOU_END, _END),
        (before.state.end, now.state.end, _YOU_NO_END, _NO_END),
    ):
        for seat in seats:
            if seat not in others:
                yield mine if seat == now.seat else theirs.format(who=now.name(seat))
