"""The screen of a game: title, the game's own body, log, bar and keys, and the state it shows."""

from __future__ import annotations

import contextlib
from abc import abstractmethod
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, ClassVar, TypeAlias

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content
from textual.css.query import NoMatches
from textual.geometry import Size
from textual.screen import Screen
from textual.worker import Worker

from protocol.messages import TalkLine
from siam_tui.appearance.style import Look, worn_by
from siam_tui.games.move_builder import Choice
from siam_tui.games.registry import ui_of
from siam_tui.games.table_body import Shown, TableBody
from siam_tui.model.table_view import TableView, whose_turn
from siam_tui.table import seat_notes
from siam_tui.table.bar.move_bar import MoveBar
from siam_tui.table.bar.options import Bar
from siam_tui.table.controller import TableController
from siam_tui.table.log_panel import log_text
from siam_tui.table.people import talk
from siam_tui.table.people.requests import tell_request
from siam_tui.table.reference import ReferencePanel
from siam_tui.table.title import title_line, untold_trouble
from siam_tui.terminal.notifications import Turn
from siam_tui.ui.key_footer import KeyFooter
from siam_tui.ui.panel_screen import LEAST_HEIGHT, LEAST_WIDTH, is_covered
from siam_tui.ui.text_line import Line, LogScroll
from siam_tui.ui.text_widgets import Static
from texts import say, tell

TICK = 15.0
"""Seconds between updates of how long players have been away."""

Offers: TypeAlias = dict[str, Callable[[], bool]]
"""For an action, what tells whether it can be done now; others always can."""


class GameScreen(Screen[None]):
    """A table or a record on the screen. Its subclasses say what the bar shows and what keys do."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding(
            "pageup", "earlier", "table/key/earlier", key_display="PgUp", id="everywhere.log_back"
        ),
        Binding("pageup", "log(-1)", show=False, id="everywhere.log_back"),
        Binding("pagedown", "log(1)", show=False, id="everywhere.log_forward"),
    ]
    CSS_PATH = Path(__file__).with_name("table.tcss")
    AUTO_FOCUS = ""
    READ_FROM_TOP: ClassVar[bool] = False
    """Whether a text replaces the log; it is shown from its top."""
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-narrow"),
        (LEAST_WIDTH, "-compact"),
        (110, "-normal"),
        (160, "-wide"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012 - as Textual declares it
        (0, "-flat"),
        (LEAST_HEIGHT, "-lowest"),
        (LEAST_HEIGHT + 1, "-lower"),
        (LEAST_HEIGHT + 2, "-low"),
        (32, "-tall"),
    ]

    def __init__(self, controller: TableController, look: Look | None = None) -> None:
        """Prepare.

        Args:
            controller: the table to show.
            look: signs and colours; by default the app's.
        """
        super().__init__()
        self.controller = controller
        self.look = look or worn_by(self.app)
        self.offers: Offers = {"earlier": lambda: False}
        self._body: TableBody | None = None
        self._is_deal_due = False
        self._said_before: TalkLine | None = None
        self._entries, self._talk = Line(id="entries"), Line(id="talk")
        self._log_scroll = LogScroll(self._entries, id="log", can_focus=False)
        self._reference = ReferencePanel(self._entries, self._log_scroll)

    def compose(self) -> ComposeResult:
        """Lay the screen out; the body is put in as soon as it is known which game is played."""
        yield Line(id="title")
        known = self.controller.known_game
        yield Vertical(*((self._make_body(known),) if known else ()), id="body")
        yield MoveBar(self.look, id="bar")
        yield KeyFooter()
        small = say("table/too-small", columns=LEAST_WIDTH, lines=LEAST_HEIGHT)
        yield Static(small, id="small")

    def on_mount(self) -> None:
        """Begin to follow the table, and go on showing the time."""
        self.table_changed()
        self.set_interval(TICK, self.table_changed)
        self.set_interval(1, self._run_clocks)
        self.controller.start(self)

    async def on_unmount(self) -> None:
        """Stop following the table; the app shows nobody's turn any more."""
        self.app.post_message(Turn(""))
        await self.controller.stop()

    def _run_clocks(self) -> None:
        if self.controller.view is not None and self.controller.view.state.clock is not None:
            self.table_changed()

    def on_screen_resume(self) -> None:
        """Show what has changed while something else was looked at."""
        self.table_changed()

    def on_resize(self) -> None:
        """Use the room there is now."""
        self.table_changed()
        self.scroll_log()

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done now."""
        return action not in self.offers or self.offers[action]()

    # What the controller tells

    def run_task(
        self, work: Callable[[], Coroutine[None, None, None]], group: str, *, alone: bool = True
    ) -> None:
        """Run something as long as the screen is there; `alone` ends what runs in its group."""
        _: Worker[None] = self.run_worker(work, group=group, exclusive=alone)

    def show_deal(self) -> None:
        """Show how the game is dealt, as soon as there is something to show it on."""
        self._is_deal_due = True
        if self._body is not None and self._body.is_mounted:
            self._body.show_deal()

    def end_deal(self) -> None:
        """End that scene, if it is shown."""
        self._is_deal_due = False
        if self._body is not None:
            self._body.end_deal()

    def state_received(self, before: TableView | None, now: TableView) -> None:
        """Tell the app who is to decide what, and highlight what has just changed."""
        self._report_turn(before, now)
        if before is not None and before.moment != now.moment:
            self._said_before = next(reversed(self._said), None)
        then = before.position if before is not None else None
        shown = self.controller.paced.view_of(now).position
        if then is not None and shown is not None:
            self.highlight(then, shown)

    def _report_turn(self, before: TableView | None, now: TableView) -> None:
        """Tell the app whose turn it is, or what another player asks; it calls the player."""
        request = tell_request(now)
        called, seen = False, self.app.screen is self
        if before is not None:
            told = tell_request(before)
            if (request, now.turn, now.my_turn) == (told, before.turn, before.my_turn):
                return
            asks = bool(request) and request != told
            called = asks or (now.my_turn and not before.my_turn)
            seen = seen and not (asks and self.has_class("-typing"))
        self.post_message(
            Turn(request or whose_turn(now), now.game.title, called=called, seen=seen)
        )

    def highlight(self, then: Any, now: Any) -> None:  # noqa: ANN401 - any game's positions
        """Let stand out on the board what differs between two positions."""
        if self._body is not None:
            with contextlib.suppress(NoMatches):  # as in `table_changed`
                self._body.mark_change(then, now)

    def warn(self, sentence: str) -> None:
        """Show that a game is not fair; it stays for ten minutes."""
        self.notify(
            sentence, title=tell("table/not-fair"), severity="error", timeout=600, markup=False
        )

    def report_error(self, error: Exception) -> None:
        """Give an error to the app, which tells the player of it and goes on."""
        self.app._handle_exception(error)  # noqa: SLF001 - Textual has no other way

    def table_closed(self, sentence: str) -> None:
        """Leave, and show why."""
        self.app.notify(sentence, severity="warning", timeout=20)
        self.dismiss(None)

    # What is shown

    def wear(self, look: Look) -> None:
        """Redraw everything with another look."""
        self.look = self.bar.look = look
        self.table_changed()

    def retell(self) -> None:
        """Tell the table, and in the window's title whose turn it is, as is spoken now."""
        self.controller.forget_told()
        if (view := self.controller.view) is not None:
            turn = tell_request(view) or whose_turn(view)
            self.post_message(Turn(turn, view.game.title, called=False, seen=True))
        self.table_changed()

    @property
    def bar(self) -> MoveBar:
        """The bar below the body."""
        return self.query_one(MoveBar)

    def table_changed(self) -> None:
        """Redraw the table; each widget redraws only if its text differs."""
        # News may still come while the screen is taken down, piece by piece.
        with contextlib.suppress(NoMatches):
            if not is_covered(self):
                self._show()

    def _show(self) -> None:
        controller, look = self.controller, self.look
        view = controller.shown_view
        if view is None:
            self._show_title(None)
            coming = "" if controller.notice else tell("table/coming")
            notice = controller.notice or self._untold_trouble
            self.bar.bar = Bar("", coming, notice=notice)
            return
        shown = self.shown(view)
        self._show_title(replace(shown.view, position=shown.position))
        body = self._body or self._put_in_body(view)
        if body.is_mounted:
            body.show(shown, look)
            self._show_log(view)
            self._show_talk()
            if body.SHOWS_REFERENCE:
                self._reference.show_for(view.game, look)
        bar = self.make_bar(view)
        self.bar.bar = replace(
            bar,
            notice=controller.notice or controller.requests.news or self._untold_trouble,
            cursor=controller.draft.cursor,
        )
        self.refresh_bindings()

    @property
    def _untold_trouble(self) -> str:
        return untold_trouble(self.controller.source.trouble, self.size.width)

    def _show_title(self, view: TableView | None) -> None:
        source, look = self.controller.source, self.look
        self.query_one("#title", Line).show(
            lambda width: title_line(view, source.trouble, source.warning, width, look)
        )

    def _make_body(self, game: str) -> TableBody:
        self._body = body = ui_of(game).make_body(
            self.look, (self._log_scroll, self._reference, self._talk)
        )
        self.set_class(body.IS_LOW and not self.READ_FROM_TOP, "-low-body")
        return body

    def _put_in_body(self, view: TableView) -> TableBody:
        body = self._make_body(view.game.name)

        async def put_in() -> None:
            await self.query_one("#body").mount(body)
            if self._is_deal_due:
                body.show_deal()
            self.table_changed()
            self.scroll_log()

        self.run_task(put_in, "body")
        return body

    def shown(self, view: TableView) -> Shown:
        """Return what the body is to show."""
        controller = self.controller
        draft, present = controller.draft, controller.company
        noted = replace(
            view,
            notes=seat_notes.away_notes(view, present),
            clocks=seat_notes.clock_notes(view.state, controller.seconds_since_state),
        )
        if controller.paced.shown is not None:
            spectators = len(seat_notes.spectators(view, present))
            return Shown(noted, view.position, since=controller.marked_since, spectators=spectators)
        cursor = draft.cursor
        return Shown(
            noted,
            draft.preview(view.position),
            choices=tuple(option.choice for option in draft.options),
            chosen=draft.choices,
            cursor=cursor if isinstance(cursor, Choice) else None,
            since=controller.marked_since,
            spectators=len(seat_notes.spectators(view, present)),
        )

    def _show_log(self, view: TableView) -> None:
        if self._entries.show(self.make_log(view)):
            self.scroll_log()

    @property
    def log_size(self) -> Size:
        """How many characters and lines are seen of the log, or of a text in its place."""
        return Size(self._entries.size.width, self._log_scroll.size.height)

    def make_log(self, view: TableView) -> Callable[[int], Content]:
        """Return what makes the text in the log's place for a width."""
        with_standings = self._body is None or not self._body.shows_standings
        return log_text(
            self.controller,
            view,
            self.look,
            get_height=lambda: self._log_scroll.size.height,
            with_standings=with_standings,
        )

    @property
    def _said(self) -> tuple[TalkLine, ...]:
        """What was said at the table."""
        return tuple(self.controller.source.talks.lines_at(self.controller.table))

    def _show_talk(self) -> None:
        lines, look = self._said, self.look
        height, key = self._talk_height(lines), self._talk_key
        self._talk.display = bool(lines)
        if self._talk.show(lambda width: talk.beside(lines, width, height, look, key)):
            self.scroll_log()

    @property
    def _talk_key(self) -> str:
        """The key that shows all talk; empty where none does."""
        bindings = (each.binding for each in self.active_bindings.values())
        talk_keys = (each for each in bindings if each.action == "talk")
        return next((self.app.get_key_display(key).upper() for key in talk_keys), "")

    def _talk_height(self, lines: Sequence[TalkLine]) -> int:
        """Return how many lines of talk to show: the log keeps two thirds of their place.

        Until the next move, a new message may take half of it.
        """
        most = max(3, self.size.height // 6)
        talk_height = self._talk.size.height if self._talk.display else 0
        room = self._log_scroll.size.height + talk_height
        if not room:
            return most
        usual = min(most, max(1, room // 3))
        if not lines or lines[-1] == self._said_before:
            return usual
        needed = talk.needed_height(lines[-1], self._log_scroll.size.width, self.look)
        return max(usual, min(needed, (room + 1) // 2))

    @on(LogScroll.Resized)
    def fit_log(self) -> None:
        """Make log and talk anew for the lines that are seen of them, and scroll the log."""
        self._entries.repaint()
        self._show_talk()
        self._reference.fit()
        self.scroll_log()

    def scroll_log(self) -> None:
        """Scroll the log to its end, or a text in its place to the top."""
        view = self.controller.view
        waits = view is not None and view.state.status == "open"  # then it tells the table's terms
        from_top = self.READ_FROM_TOP or waits
        scroll = self._log_scroll.scroll_home if from_top else self._log_scroll.scroll_end
        self.call_after_refresh(scroll, animate=False)
        self.call_after_refresh(self.refresh_bindings)

    def action_log(self, pages: int) -> None:
        """Turn the pages of the log."""
        self._log_scroll.scroll_relative(
            y=pages * max(1, self._log_scroll.size.height - 1), animate=False
        )

    @property
    def is_log_longer(self) -> bool:
        """Whether the log has more lines than are seen at a time."""
        return self._log_scroll.max_scroll_y > 0

    def action_earlier(self) -> None:
        """Turn the log's pages back: where this is offered, the keys below the bar name it."""
        self.action_log(-1)

    @abstractmethod
    def make_bar(self, view: TableView) -> Bar:
        """Return what the bar shows."""
