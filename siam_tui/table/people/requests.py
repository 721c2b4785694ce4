"""What players ask of each other at one table, and for whom a bot plays there. No widgets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, TypeAlias

from siam_tui.model.seat_facts import tell_stand_ins
from siam_tui.model.table_view import TableView
from siam_tui.table.bar.options import Menu
from siam_tui.table.people import takeback
from siam_tui.table.people.takeback import asker, tell_answer
from texts import Person, tell


def ending_early(view: TableView) -> tuple[int, ...]:
    """Return the seats of other players who wait for this player's answer: end the game early?"""
    state = view.state
    if state.status != "running" or not view.seated or view.seat in state.end:
        return ()
    return state.end


def tell_request(view: TableView) -> str:
    """Return what other players ask of this one, for the title of the window; empty for nothing."""
    if takeback.asked(view):
        return tell("table/asks/take-back", who=takeback.asker(view))
    if seats := ending_early(view):
        return tell("table/asks/end", who=tuple(map(view.named, seats)))
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
    if takeback.asked(view) and menu is not Menu.END_EARLY:
        who = takeback.asker(view)
        if menu is Menu.TAKE_BACK or not (builds or menu):
            return tell("table/asks/waits", who=who), tell("table/asks/press")
        return (
            tell("table/asks/take-back-key", who=who),
            tell("table/asks/take-back-brief", who=who),
            tell("table/asks/take-back-briefest"),
        )
    if not (seats := ending_early(view)):
        return ()
    others = tuple(map(view.named, seats))
    if menu is Menu.END_EARLY:
        return tell("table/asks/waits", who=others), tell("table/asks/press")
    return (
        tell("table/asks/end-key", who=others, key=end_key),
        tell("table/asks/end-brief", who=others, key=end_key),
        tell("table/asks/end-briefest", key=end_key),
    )


_MOVES_READ: Final = 3
"""After so many moves an answer is no longer shown in the bar, if no key was pressed before."""


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


_Step: TypeAlias = tuple[TableView, TableView, bool]
"""Two views one after the other, and whether the player said no to an early end."""


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
        self._told: tuple[_Step, ...] = ()

    def receive(self, before: TableView | None, now: TableView) -> None:
        """Note what has been asked or answered between two views of the table."""
        state = now.state
        if before is None or (before.state.game_number, state.status) != (
            state.game_number,
            "running",
        ):
            self.news, self.notes, self._told = "", (), ()
            return
        if state.takes > before.state.takes:  # a later move may have been asked about
            self.notes = tuple(note for note in self.notes if note.ply <= state.ply)
            self._told = tuple(each for each in self._told if each[1].state.ply <= state.ply)
        step = before, now, self._says_no
        news, told = _tell_step(*step)
        self._says_no = self._says_no and before.state.end == state.end
        if told or state.ply >= self._news_ply + _MOVES_READ:
            self.news, self._news_ply = news, state.ply
        if told:
            self._told += (step,)
            self.notes += _notes_of(now, told)

    def retell(self) -> None:
        """Tell the log's notes in the language that is spoken now; the news counts as read."""
        self.news = ""
        self.notes = tuple(
            note for step in self._told for note in _notes_of(step[1], _tell_step(*step)[1])
        )

    def note_no(self) -> None:
        """Note that the player says no to an early end: takes an offer back, or refuses one."""
        self._says_no = True

    def forget_news(self) -> bool:
        """Note that the player has read the news; return whether there was any."""
        had, self.news = bool(self.news), ""
        return had


def _tell_step(before: TableView, now: TableView, says_no: bool) -> tuple[str, tuple[str, ...]]:
    """Return the news, and all that is told, of what lies between two views.

    Args:
        before: the view before.
        now: the view after it.
        says_no: whether the player says no to an early end.
    """
    refusal = "" if says_no else _tell_refusal(before, now)
    answer = tell_answer(before, now) or _tell_overtaken(before, now) or refusal
    told = (answer,) if answer else tuple(_tell_wish(before, now))
    if not refusal:
        told += tuple(_tell_end(before, now, says_no=says_no))
    stand_ins = tuple(tell_stand_ins(before, now))
    return answer or " ".join(stand_ins), (*stand_ins, *told)


def _notes_of(now: TableView, told: tuple[str, ...]) -> tuple[Note, ...]:
    return tuple(Note(now.state.ply, now.state.takes, each) for each in told)


def _tell_overtaken(before: TableView, now: TableView) -> str:
    """Return that nobody answered a request before the next move; empty for everything else."""
    was, state = before.state, now.state
    if not was.back or was.undoable is None or state.ply <= was.ply:
        return ""
    return tell("table/note/went-on", who=now.who(was.undoable))


def _tell_wish(before: TableView, now: TableView) -> Iterator[str]:
    """Yield that a player asks to take a move back, or no longer does."""
    if now.state.back and not before.state.back:
        yield tell("table/note/asked", who=_asker_or_you(now))
    elif before.state.back and not now.state.back:
        yield tell("table/note/withdrawn", who=_asker_or_you(before))


def _asker_or_you(view: TableView) -> Person:
    return Person(asker(view).name, is_you=view.state.undoable == view.seat)


def _tell_refusal(before: TableView, now: TableView) -> str:
    """Return that somebody refused this player's offer to end the game early; empty if not."""
    offered = before.state.end
    if now.seat not in offered or now.state.end or now.state.status != "running":
        return ""
    others = tuple(now.people - {*offered})
    if len(others) == 1:
        return tell("table/note/plays-on", who=now.who(others[0]))
    return tell("table/note/some-play-on")


def _tell_end(before: TableView, now: TableView, *, says_no: bool) -> Iterator[str]:
    """Yield who asks to end the game early, and who no longer does.

    Args:
        before: the table as it was.
        now: the table now.
        says_no: whether the player has taken an offer back, or refused one.
    """
    if says_no and now.seat not in before.state.end and before.state.end and not now.state.end:
        assert now.seat is not None
        yield tell("table/note/plays-on", who=now.who(now.seat))
        return
    for seat in now.state.end:
        if seat not in before.state.end:
            yield tell("table/note/offers-end", who=now.who(seat))
    for seat in before.state.end:
        if seat not in now.state.end:
            yield tell("table/note/offers-no-end", who=now.who(seat))
