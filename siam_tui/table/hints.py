"""A table at which a person who plays bots can ask for a hint."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import aclosing
from dataclasses import replace

from textual import work

from client.bots.memory import Memory
from games.siam import Card
from protocol.messages import TableState
from siam_tui.coach.advice import Advice
from siam_tui.coach.hint import advice_for, against_bots, no_hint
from siam_tui.games.siam.board.labels import BoardView
from siam_tui.games.siam.move_builder import EMPTY, provinces_of
from siam_tui.games.siam.move_text import short_names, tell_move
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.table.bars import Bar
from siam_tui.table.shown import ShownTable
from siam_tui.ui.palette_commands import PaletteCommand


class HintedTable(ShownTable):
    """A table whose screen asks the coach, and shows what it says until one has moved.

    Attributes:
        memory: the moves seen of the game (S23).
    """

    memory: Memory = Memory(0)
    _advice: Advice | None = None
    _seeking = False

    def _receive(self, state: TableState) -> None:
        before = self._sight
        super()._receive(state)
        self.memory = self.memory.followed_by(state)
        builder = self._desk.builder
        if before is not None and (builder is None or builder.position != before.position):
            self._stop_seeking()

    # What is shown

    @property
    def _hint(self) -> Advice | None:
        """What the coach says, as long as no move is begun."""
        begun = self._desk.builder is None or self._desk.draft != EMPTY
        return None if begun or not self._against_bots() else self._advice

    def _board_view(self, sight: TableView) -> BoardView:
        view, hint = super()._board_view(sight), self._hint
        if hint is None:
            return view
        return replace(view, chosen=provinces_of(sight.game.parse_move(hint.move)))

    def _card_under(self) -> Card | None:
        hint = self._hint
        if hint is None or self._desk.cursor is not None or self._sight is None:
            return super()._card_under()
        card: Card | None = self._sight.game.parse_move(hint.move).card
        return card

    def _make_running_bar(self, sight: TableView) -> Bar:
        bar, hint = super()._make_running_bar(sight), self._hint
        if hint is None and not (self._seeking and self._desk.draft == EMPTY):
            return bar
        if hint is None:
            return replace(bar, question="The coach is thinking. Esc stops it.")
        move = sight.game.parse_move(hint.move)
        told = tell_move(sight.game.map, move, short_names(sight.game.map))
        said = f"Hint: {hint.move}" if move.card is None else f"Hint: {hint.move}, {told}"
        why = hint.why if hint.complete else "Still thinking: Esc stops it."
        return replace(bar, question=f"{said}. {why}")

    # What one may do

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a hint where there are hints, and in place of the list of people."""
        if action == "hint":
            return not self._seeking and not self._sending and self._no_hint() == ""
        if action == "stop_hint":
            return self._seeking
        if action == "gathering" and self._against_bots():
            return False
        return super().check_action(action, parameters)

    def _against_bots(self) -> bool:
        company = self._client.company(self._table)
        return self._sight is not None and against_bots(self._sight, company)

    def _no_hint(self) -> str:
        if self._sight is None:
            return "You are not at the table yet."
        return no_hint(self._sight, self._client.company(self._table))

    def hint_commands(self) -> Iterator[PaletteCommand]:
        """Iterate over what the command palette offers of this."""
        if self.check_action("hint", ()):
            yield "Hint", "Be told a good move, and why; against bots only", self.action_hint
        if self.check_action("stop_hint", ()):
            yield "Stop thinking", "Take what the coach has found until now", self.action_stop_hint

    def action_hint(self) -> None:
        """Ask the coach; a move that was begun is put back, for a hint is about the whole turn."""
        self._desk.clear()
        self._seeking, self._advice, self._refused = True, None, ""
        self._seek()
        self._refresh()

    def action_stop_hint(self) -> None:
        """Tell the coach that it is enough: what it has found until now stays."""
        self.workers.cancel_group(self, "hint")
        self._seeking = False
        self._refresh()

    def _stop_seeking(self) -> None:
        self._advice = None
        self.action_stop_hint()

    @work(group="hint", exclusive=True)
    async def _seek(self) -> None:
        assert self._sight is not None
        company = self._client.company(self._table)
        if self._chronicle is not None:
            self.memory.add_entries(self._chronicle.first, self._chronicle.entries)
        async with aclosing(advice_for(self._sight, company, self.memory)) as found:
            try:
                async for advice in found:
                    self._advice = advice
                    self._refresh()
            except UserError as trouble:
                self._refused = str(trouble)
        self._seeking = False
        self._refresh()
