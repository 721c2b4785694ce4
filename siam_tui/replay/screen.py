"""The screen that steps through a record, by key or by click or by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial
from typing import Any, ClassVar

from textual import events, on, work
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Size
from textual.timer import Timer

from games.record import Record
from protocol.states import TableState
from siam_tui.analysis.analysis_worker import analysed
from siam_tui.analysis.end_card_screen import EndCardScreen
from siam_tui.analysis.graph import graph
from siam_tui.analysis.verdict_text import verdict_lines
from siam_tui.analysis.verdicts import Verdict, count_rated
from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.model.replay import OPEN, Eyes, Moment, Replay
from siam_tui.model.table_source import StaticTable
from siam_tui.model.table_view import TableView
from siam_tui.profile.user_error import UserError
from siam_tui.replay.bar import PACES, replay_bar
from siam_tui.table.bar.move_bar import INDENT, MoveBar
from siam_tui.table.bar.options import Bar, ScreenAction
from siam_tui.table.controller import TableController
from siam_tui.table.dialogs import EndingScreen
from siam_tui.table.game_screen import GameScreen
from siam_tui.terminal.clipboard import SENT, copy_to_clipboard
from siam_tui.ui.palette_commands import PaletteCommand
from siam_tui.ui.panel_screen import OpenHelp
from siam_tui.ui.text import Text
from texts import tell


class _RecordedTable(TableController):
    """Shows the moments it is given; what a table in memory says of itself is nothing new."""

    def receive(self, _state: TableState) -> None:
        """Show the moment there is."""
        self.show()

    def show_moment(self, moment: Moment) -> None:
        """Show another moment."""
        self.view, self.log, self._before = moment.view, moment.log, moment.before

    @property
    def marked_since(self) -> Any | None:  # noqa: ANN401 - any game's
        """The position before the last move: what that move changed is marked."""
        return self._before


class ReplayScreen(GameScreen):
    """A game watched again: the table as it was after each move."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "replay/key/back", key_display="←"),
        Binding("right", "step(1)", "replay/key/forward", key_display="→"),
        Binding("space", "play", "replay/key/play", id="replay.play"),
        Binding("space", "stop", "replay/key/stop", id="replay.play"),
        Binding("home", "to(0)", show=False),
        Binding("end", "to(-1)", show=False),
        Binding("up", "chapter(-1)", show=False),
        Binding("down", "chapter(1)", show=False),
        Binding("plus,equals_sign", "pace(1)", show=False),
        Binding("minus", "pace(-1)", show=False),
        Binding("e", "eyes", "replay/key/eyes", id="replay.eyes"),
        Binding("c", "copy", "replay/key/copy", show=False, id="replay.copy_position"),
        Binding("a", "analyse", "replay/key/analyse", id="replay.analyse"),
        Binding("k", "judge", "replay/key/judge", show=False, id="replay.judge"),
        Binding("w", "ending", "replay/key/ending", id="replay.how_it_ended"),
        Binding("s", "save", "replay/key/save", id="replay.save"),
        Binding("question_mark", "help", "replay/key/help", key_display="?", id="everywhere.help"),
        Binding("q,escape", "leave", "replay/key/leave"),
    ]

    def __init__(  # noqa: PLR0913 - how it is shown, each on its own
        self,
        replay: Replay,
        *,
        eyes: Eyes = OPEN,
        save: Callable[[Record], object] | None = None,
        look: Look | None = None,
        verdicts: Sequence[Verdict] = (),
        analysing: bool = False,
    ) -> None:
        """Prepare to show a game from its start.

        Args:
            replay: the game.
            eyes: through whose eyes, if that is known of it.
            save: keeps the record and returns where; None if it is kept already.
            look: signs and colours; by default what the locale can show.
            verdicts: what is thought of its moves, if that is known already.
            analysing: whether to show at once what the moves were worth.
        """
        self._replay = replay
        self._eyes: Eyes = eyes if eyes in replay.eyes else replay.eyes[0]
        self._moment: Moment = replay.at(0, self._eyes)
        self._save = save
        self._pace = PACES[1]
        self._timer: Timer | None = None
        self._found: dict[bool, list[Verdict]] = {False: list(verdicts), True: []}
        self._as_known = False
        self._graph = analysing and replay.last > 0
        state = self._moment.view.state
        self._table = _RecordedTable(StaticTable(state), state.table, watching=True)
        self._table.show_moment(self._moment)
        super().__init__(self._table, look)

    def on_mount(self) -> None:
        """Begin to analyse, if that is wished."""
        super().on_mount()
        if self._graph:
            self._show_analysis()

    # What is shown

    def _go(self, ply: int) -> None:
        """Show the game after a number of moves, limited to those there are."""
        ply = min(max(ply, 0), self._replay.last)
        self._moment = self._replay.at(ply, self._eyes)
        self._table.show_moment(self._moment)
        self.table_changed()

    def make_log(self, view: TableView) -> Callable[[int], Content]:
        """Return what makes the log, or the graph in its place."""
        if not self._graph:
            return super().make_log(view)
        height = self.query_one("#log").size.height
        glyphs, ply, found = self.look.glyphs, self._moment.ply, tuple(self._found[self._as_known])
        return lambda width: Content("\n").join(
            graph(self._replay, found, ply, (Size(width, height), glyphs))
        )

    def make_bar(self, _view: TableView) -> Bar:
        """Return the bar: the line of the game, the verdict on the move, and what one may do."""
        width = max(10, self.bar.size.width - 2 * INDENT)
        pace, replay, moment = self._pace if self._timer else None, self._replay, self._moment
        bar = replay_bar(replay, moment, self._eyes, pace, (width, self.look.glyphs))
        if not self._graph:
            return bar
        found, as_known = self._found[self._as_known], self._as_known
        return replace(bar, lines=verdict_lines(replay, found, moment.ply, as_known=as_known))

    # What one may do

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done now."""
        ply, last = self._moment.ply, self._replay.last
        allowed: dict[tuple[str, tuple[object, ...]], bool] = {
            ("step", (-1,)): ply > 0,
            ("to", (0,)): ply > 0,
            ("step", (1,)): ply < last,
            ("to", (-1,)): ply < last,
            ("play", ()): self._timer is None and last > 0,
            ("stop", ()): self._timer is not None,
            ("analyse", ()): last > 0,
            ("judge", ()): last > 0 and len(self._replay.eyes) > 1,
            ("eyes", ()): len(self._replay.eyes) > 1,
            ("earlier", ()): False,  # one steps to earlier positions here
            ("ending", ()): self._moment.view.outcome is not None,
            ("save", ()): self._save is not None,
        }
        return allowed.get((action, parameters), True)

    def commands(self) -> Iterator[PaletteCommand]:
        """Yield what can be done here, for the command palette: name, help, function."""
        yield tell("replay/key/help"), tell("replay/palette/help"), self.action_help
        for eyes in self._replay.eyes:
            title = tell("replay/see/open" if eyes == OPEN else "replay/see/spectator")
            if isinstance(eyes, int):
                title = tell("replay/see/player", who=self._replay.name(eyes))
            yield title, tell("replay/palette/eyes"), partial(self._see_as, eyes)
        first = self._replay.first_chapter
        for number in range(first, first + len(self._replay.chapters)):
            jump = partial(self._jump, number)
            yield (
                tell("replay/chapter", chapter=self._chapter, n=number),
                tell("replay/palette/chapter"),
                jump,
            )
        told = tell("replay/palette/analyse")
        yield tell("replay/key/analyse"), told, self.action_analyse
        if len(self._replay.eyes) > 1:
            told = tell("replay/palette/judge")
            yield tell("replay/palette/other-way"), told, self.action_judge
        yield tell("replay/key/copy"), tell("replay/palette/copy"), self.action_copy
        if self._save is not None:
            yield tell("replay/palette/save-record"), tell("replay/palette/save"), self.action_save
        yield tell("replay/key/leave"), tell("replay/palette/leave"), self.action_leave

    def on_key(self, event: events.Key) -> None:
        """Jump to a chapter by its number."""
        if event.character and event.character in "123456789":
            event.stop()
            self._jump(int(event.character))

    @on(MoveBar.Chosen)
    async def _clicked(self, event: MoveBar.Chosen) -> None:
        match event.option.action:
            case ScreenAction(action):
                await self.run_action(action)

    @property
    def _chapter(self) -> Text:
        """The name of a chapter in this game, such as ``struggle``."""
        return ui_of(self._replay.game.name).texts.chapter

    def _jump(self, chapter: int) -> None:
        ply = self._replay.start_of(chapter)
        if ply is None:
            self.controller.tell(tell("replay/no-chapter", chapter=self._chapter, n=chapter))
        else:
            self.action_to(ply)

    def _moved(self, ply: int) -> None:
        self.controller.notice = ""
        self._go(ply)

    def action_step(self, by: int) -> None:
        """Go some moves forward, or back."""
        self.action_to(max(0, self._moment.ply + by))

    def action_to(self, ply: int) -> None:
        """Go to the moment after so many moves, or with -1 to the end; it stops playing."""
        self._stop()
        self._moved(ply if ply >= 0 else self._replay.last)

    def action_chapter(self, by: int) -> None:
        """Go to the start of the next chapter; or back to that of this one, of the one before."""
        starts, ply = self._replay.chapters, self._moment.ply
        later = [start for start in starts if start > ply]
        earlier = [start for start in starts if start < ply]
        self.action_to(min(later, default=-1) if by > 0 else max(earlier, default=0))

    def action_play(self) -> None:
        """Play by itself, from the start again if it is at the end."""
        if self._moment.ply == self._replay.last:
            self._moved(0)
        self._set_off()

    def _set_off(self) -> None:
        self._stop()
        self._timer = self.set_interval(1 / self._pace, self._tick)
        self.table_changed()

    def action_stop(self) -> None:
        """Stop playing by itself."""
        self._stop()
        self.table_changed()

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _tick(self) -> None:
        if self._moment.ply + 1 >= self._replay.last:
            self._stop()
        self._moved(self._moment.ply + 1)

    def action_pace(self, by: int) -> None:
        """Change the pace of autoplay; after the fastest comes the slowest."""
        self._pace = PACES[(PACES.index(self._pace) + by) % len(PACES)]
        if self._timer is not None:
            self._set_off()

    def action_eyes(self) -> None:
        """See it through the next eyes."""
        eyes = self._replay.eyes
        self._see_as(eyes[(eyes.index(self._eyes) + 1) % len(eyes)])

    def _see_as(self, eyes: Eyes) -> None:
        self._eyes = eyes
        self._go(self._moment.ply)

    def action_analyse(self) -> None:
        """Show each side's chances in place of the log, or the log again."""
        self._graph = not self._graph
        self._show_analysis()

    def action_judge(self) -> None:
        """Judge each move by what its player knew, or with nothing hidden again."""
        self._as_known = not (self._graph and self._as_known)
        self._graph = True
        self._show_analysis()

    def _show_analysis(self) -> None:
        found = self._found[self._as_known]
        if self._graph and len(found) < count_rated(self._replay, as_known=self._as_known):
            self._analyse()
        self.table_changed()
        if not self._graph:
            self.scroll_log()

    @work(group="analysis", exclusive=True)
    async def _analyse(self) -> None:
        found = self._found[self._as_known]
        found.clear()
        thinking = analysed(self._replay.record, as_known=self._as_known)
        async with aclosing(thinking) as verdicts:
            try:
                async for verdict in verdicts:
                    found.append(verdict)
                    self.table_changed()
            except UserError as trouble:
                self.controller.tell(str(trouble))

    def action_ending(self) -> None:
        """Explain how the game ended."""
        moment = self._moment
        save = self.action_save if self._save is not None else None
        found = list(self._found[False])  # its own: this screen's analysis may go on

        def show_card() -> None:
            self.app.push_screen(EndCardScreen(self._replay, self.look, found))

        page = EndingScreen(moment.view, moment.log, self.look, save, show_card)
        self.app.push_screen(page)

    def action_save(self) -> None:
        """Keep the record, and say where."""
        if self._save is None:
            return
        try:
            where = self._save(self._replay.record)
        except UserError as trouble:
            self.controller.tell(str(trouble))
        else:
            self.notify(f"{where}", title=tell("replay/saved"))

    def action_copy(self) -> None:
        """Copy the position as it is shown, in the notation."""
        copy_to_clipboard(self.app, self._replay.game.format(self._moment.view.position))
        self.notify(tell(SENT), title=tell("replay/position"))

    def action_help(self) -> None:
        """Show the keys and the rules."""
        self.post_message(OpenHelp("replay", self._replay.game.name, self._replay.game))

    def action_leave(self) -> None:
        """Stop watching."""
        self._stop()
        self.dismiss(None)
