"""What the engine tells at a table: hints to who plays bots, and chances to spectators."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import aclosing
from dataclasses import replace
from typing import Any, Final

from textual.content import Content
from textual.geometry import Size

from client.bots.memory import Memory
from client.errors import ConnectionEndedError, RefusedError
from games.contract import GameError
from siam_tui.analysis.analysis_worker import LiveAnalysis
from siam_tui.analysis.graph import graph
from siam_tui.appearance.style import Look
from siam_tui.coach.advice import Advice
from siam_tui.coach.hint import advice_for, against_bots, no_hint, rest_of
from siam_tui.games.registry import ui_of
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.table.bar.options import CHOOSE_HINT, SEND, Bar, Option
from siam_tui.table.controller import TableController
from texts import say, tell
from texts.sentences import without_stop

_PER_CENT: Final = "\N{NO-BREAK SPACE}%"
NOTHING_YET: Final = say("table/hint/nothing-yet")


class Coach:
    """Finds hints for one table.

    Attributes:
        memory: the moves seen of the game.
        thinking: whether a hint is being looked for.
    """

    def __init__(self, controller: TableController) -> None:
        self.memory = Memory(0)
        self.thinking = False
        self._controller = controller
        self._advice: Advice | None = None
        self._goes_on = False
        self._put_aside: Any = None

    def state_received(self, before: TableView | None, now: TableView) -> bool:
        """Note the moves of a state; return whether thinking about the position has to end."""
        self.memory = self.memory.followed_by(now.state)
        builder = self._controller.draft.builder
        if before is None or (builder is not None and builder.position == before.position):
            return False
        self._put_aside = None  # it belongs to the position before
        rest = None if self._advice is None else rest_of(self._advice, before, now)
        self._advice, self._goes_on = rest, rest is not None
        return True

    @property
    def advice(self) -> Advice | None:
        """The hint, as long as no move is begun or sent."""
        draft = self._controller.draft
        begun = draft.builder is None or draft.choices or self._controller.sending
        return None if begun or not self.may_advise else self._advice

    @property
    def is_ready(self) -> bool:
        """Whether a hint can be filled in that gets no better, and is not there without that."""
        if self.advice is None or self.thinking or not self._is_free:
            return False
        return self.advice.move != self._controller.draft.move

    @property
    def can_stop(self) -> bool:
        """Whether Enter stops the thinking, since there is nothing else that it chooses."""
        return self.thinking and not self._controller.draft.choices and self._is_free

    @property
    def _is_free(self) -> bool:
        return self._controller.draft.cursor is None and not self._controller.sending

    @property
    def may_advise(self) -> bool:
        """Whether the player plays bots only, and no other person is or was at the table."""
        view = self._controller.view
        return view is not None and against_bots(view, self._controller.company)

    @property
    def refusal(self) -> str:
        """Why there is no hint now; empty if there is one."""
        view = self._controller.view
        if view is None:
            return tell("table/not-there")
        return no_hint(view, self._controller.company)

    def bar(self, bar: Bar, view: TableView) -> Bar:
        """Return the bar with the hint in it, or with word that one is looked for."""
        advice = self.advice
        if advice is None:
            seeking = self.thinking and not self._controller.draft.choices
            return replace(bar, question=tell("table/hint/begun")) if seeking else bar
        told, name = _advise_moves(view, advice), _name_moves(view, advice)
        if self.thinking and not advice.complete:
            return replace(bar, question=tell("table/hint/thinking", move=told))
        bar = replace(bar, options=self._options(bar))
        if self._goes_on:
            return replace(bar, question=tell("table/hint/goes-on", move=told))
        if not advice.complete:
            question, brief = (
                tell("table/hint/stopped", move=told),
                tell("table/hint/stopped-briefly", move=name),
            )
            return replace(bar, question=question, briefer=(brief,))
        *fuller, reason = (each.replace(" %", _PER_CENT) for each in advice.reasons)
        return replace(
            bar,
            fuller=tuple(tell("table/hint/hint", move=told, reasons=each) for each in fuller),
            question=tell("table/hint/hint", move=told, reasons=reason),
            briefer=(tell("table/hint/hint", move=name, reasons=reason),),
        )

    def _options(self, bar: Bar) -> tuple[Option, ...]:
        """Return the options of a bar, of which Enter fills in the hint."""
        if not self.is_ready:
            return bar.options
        choose = Option("Enter", tell("table/hint/choose"), CHOOSE_HINT)
        return (choose, *(each for each in bar.options if each.action != SEND))

    def begin(self) -> None:
        """Put aside a move that was begun, for a hint is about the whole turn."""
        draft = self._controller.draft
        if draft.is_begun or self._advice is None:
            self._put_aside = draft.draft if draft.is_begun else None
        draft.clear()
        self._controller.notice = ""
        self.forget()
        self.thinking = True

    def end(self) -> None:
        """Stop; what was found until now stays."""
        self.thinking = False
        if self._advice is None:
            self._put_back()

    def choose(self) -> None:
        """Fill in the moves of the hint, in the place of a move that was put aside."""
        if self.advice is not None:
            self._put_aside = None
            self._controller.draft.fill_in(self.advice.moves)

    def clear(self) -> None:
        """Forget the hint; a move that was put aside for it is there again."""
        self.forget()
        self._put_back()

    def _put_back(self) -> None:
        draft = self._controller.draft
        if self._put_aside is not None and not draft.is_begun:
            draft.put_back(self._put_aside)
        self._put_aside = None

    def forget(self) -> None:
        """Forget what was found."""
        self._advice, self._goes_on = None, False

    async def think(self) -> None:
        """Look for a hint, and show it while it gets better."""
        controller = self._controller
        assert controller.view is not None
        if controller.log is not None:
            self.memory.add_entries(controller.log.first, controller.log.entries)
        advices = advice_for(controller.view, controller.company, self.memory)
        async with aclosing(advices) as found:
            try:
                async for advice in found:
                    self._advice = advice
                    if controller.notice == tell(NOTHING_YET):
                        controller.notice = ""  # it would stand in the hint's place
                    self.thinking = not advice.complete  # its process takes a moment to end
                    controller.show()
            except UserError as trouble:
                controller.notice = str(trouble)
        self.thinking = False
        controller.show()


def _told_moves(view: TableView, advice: Advice) -> list[Any]:
    """Return the moves of a hint that are named.

    What says nothing, as the end of a turn, is left out unless it is all there is.
    """
    unlogged = ui_of(view.game.name).texts.unlogged
    first, *then = advice.moves
    told = (first, *(each for each in then if each not in unlogged))
    return [view.game.parse_move(each) for each in told]


def _advise_moves(view: TableView, advice: Advice) -> str:
    """Return the moves of a hint in whole words, without a stop: the template has one."""
    advise = ui_of(view.game.name).texts.advise_move
    return _joined(advise(view.game, move, view.name) for move in _told_moves(view, advice))


def _name_moves(view: TableView, advice: Advice) -> str:
    """Return the same with short names, for where whole words have no room."""
    name = ui_of(view.game.name).texts.name_move
    return _joined(name(view.game, move, "short", view.name) for move in _told_moves(view, advice))


def _joined(names: Iterable[str]) -> str:
    """Return moves one after the other; only the last stop is the template's."""
    first, *then = names
    for name in then:
        first = tell("table/hint/then", first=first, then=name)
    return without_stop(first)


THINKING = say("table/chances/thinking")


class Chances:
    """What a spectator sees of the chances at one table.

    Attributes:
        shown: whether they stand in the log's place.
    """

    def __init__(self, controller: TableController) -> None:
        self.shown = False
        self._controller, self._live = controller, LiveAnalysis()
        self._busy = False

    def may_show(self, view: TableView | None) -> bool:
        """Return whether somebody may see them: who has no seat, where the table allows it."""
        if view is None or view.seat is not None or view.position is None:
            return False
        return view.state.terms.open_analysis

    def make_log(self, height: int, look: Look) -> Callable[[int], Content]:
        """Return what makes the graph for a width."""
        replay, verdicts = self._live.replay, self._live.verdicts
        if replay is None or not replay.last:
            return lambda _: Content(tell(THINKING))
        return lambda width: Content("\n").join(
            graph(replay, verdicts, replay.last, (Size(width, height), look.glyphs))
        )

    async def think(self) -> None:
        """Think until all moves there are by then are thought about."""
        if self._busy:  # it goes on with what has come meanwhile
            return
        self._busy, controller = True, self._controller
        try:
            thought_about = None
            while self.shown and (view := controller.view) and view.moment != thought_about:
                thought_about = view.moment
                async with aclosing(self._live.update(controller.source, view)) as found:
                    async for _ in found:
                        controller.show()
        except (RefusedError, ConnectionEndedError, GameError, UserError) as error:
            controller.tell(str(error))
        finally:
            self._busy = False
        controller.show()
