"""The table on the screen, as it is shown. What a person does there is in `screen`."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.css.query import NoMatches

from games.siam import Card
from siam_tui.appearance.style import Look
from siam_tui.games.siam import forecast_panel as outlook
from siam_tui.games.siam import panels
from siam_tui.games.siam.board.labels import BoardView
from siam_tui.games.siam.board.widget import BoardMap
from siam_tui.games.siam.game_chart import story
from siam_tui.games.siam.move_text import short_names, tell_move
from siam_tui.games.siam.results import standings
from siam_tui.model.move_log import MoveLog, log_lines, touched
from siam_tui.model.table_view import TableView
from siam_tui.table import bars, clocks, people, takeback, talk
from siam_tui.table.bars import Bar, Menu
from siam_tui.table.proving import proof_lines, warning_lines
from siam_tui.table.table_subscription import FollowingTable
from siam_tui.table.widgets import Line, MoveBar
from siam_tui.ui.key_footer import KeyFooter
from siam_tui.ui.panel_screen import LEAST_HEIGHT, LEAST_WIDTH
from siam_tui.ui.text_widgets import Static
from siam_tui.ui.visibility import is_covered

TICK = 15.0
"""Seconds after which the times people have been away are shown anew."""
SPACIOUS = 44
"""Lines from which the seats stand apart."""
TOO_SMALL = f"""\
The table needs a little more room, please:
{LEAST_WIDTH} characters across and {LEAST_HEIGHT} lines.

Make the window larger or its letters smaller.
Nothing is lost meanwhile. Q leaves the table."""


class ShownTable(FollowingTable):
    """A table that is followed and shown."""

    READ_FROM_TOP: ClassVar[bool] = False
    """Whether a text stands in the log's place: it is read from its top."""
    CSS_PATH = Path(__file__).with_name("table.tcss")
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

    def compose(self) -> ComposeResult:
        """Lay the table out."""
        yield Line(id="title")
        yield Line(id="queue")
        with Horizontal(id="middle"):
            yield BoardMap(self._look, id="map")
            with Vertical(id="side"):
                yield Line(id="seats")
                yield Line(id="supply")
                yield Line(id="outlook")
                with VerticalScroll(id="log", can_focus=False):
                    yield Line(id="entries")
                yield Line(id="talk")
        yield Line(id="hand")
        yield MoveBar(self._look, id="bar")
        yield KeyFooter()
        yield Static(id="small")

    @property
    def table(self) -> str:
        """The id of the table."""
        return self._table

    def wear(self, look: Look) -> None:
        """Draw everything anew with another look."""
        self._look = look
        self.query_one(BoardMap).look = look
        self._bar.look = look
        self._refresh()

    def on_mount(self) -> None:
        """Show what is known, and go on telling the time."""
        self.query_one("#small", Static).update(TOO_SMALL)
        self._refresh()
        self.set_interval(TICK, self._refresh)
        self.set_interval(1, self._run_clocks)

    def _run_clocks(self) -> None:
        if self._sight is not None and self._sight.state.clock is not None:
            self._refresh()

    def on_screen_resume(self) -> None:
        """Show what has changed while something else was looked at."""
        self._refresh()

    def on_resize(self) -> None:
        """Use the room there is now."""
        self._refresh()
        self._end_of_log()

    # What is shown

    @property
    def _bar(self) -> MoveBar:
        return self.query_one(MoveBar)

    def _refresh(self) -> None:
        """Show everything anew; each widget draws itself only if its text differs."""
        # News may still come while the screen is taken down, piece by piece.
        with contextlib.suppress(NoMatches):
            if not is_covered(self):
                self._show()

    def _show(self) -> None:
        sight, look = self._sight, self._look
        trouble, warning = self._client.trouble, self._client.warning
        if sight is None:
            self._line("title", lambda width: panels.title(sight, trouble, width, look, warning))
            coming = "" if self._refused else "Coming to the table…"
            self._bar.bar = Bar("", coming, notice=self._refused)
            return
        position = self._desk.shown(sight.position)
        self.query_one(BoardMap).view = self._board_view(sight)
        self._line("queue", lambda width: panels.queue(position, width, look))
        apart = "\n\n" if self.size.height >= SPACIOUS else "\n"
        company = self._client.company(self._table)
        ahead = replace(
            sight,
            position=position,
            notes=people.away_notes(sight, company),
            clocks=clocks.clock_notes(sight.state, time.monotonic() - self._received),
        )
        self._line("title", lambda width: panels.title(ahead, trouble, width, look, warning))
        self._line("seats", lambda width: Content(apart).join(panels.seats(ahead, width, look)))
        watching = len(people.spectators(sight, company))
        self._line(
            "supply",
            lambda width: people.watching(
                outlook.supply(position, width, look), watching, width, look
            ),
        )
        self._line("outlook", lambda width: outlook.outlook(sight, position, width, look))
        under = self._card_under()
        self._line("hand", lambda width: panels.hand(sight, width, look, under)[0])
        self._show_log(sight)
        self._show_talk()
        bar = self._make_bar(sight)
        self._bar.bar = replace(bar, notice=self._refused, cursor=self._desk.cursor)
        self.refresh_bindings()

    def _board_view(self, sight: TableView) -> BoardView:
        """Return what the board is to show."""
        news = touched(self._chronicle, sight) if self._chronicle else frozenset()
        return self._desk.view(sight.game.map, sight.position, news)

    def _card_under(self) -> Card | None:
        """Return the card of the hand that is lit."""
        return self._desk.card_under

    def _line(self, name: str, make: Callable[[int], Content]) -> bool:
        return self.query_one(f"#{name}", Line).show(make)

    def _show_log(self, sight: TableView) -> None:
        chronicle, look, invite = self._chronicle, self._look, self._invite
        verdict, warnings = self._verdict, self._draw_warnings

        def make(width: int) -> Content:
            warned = warning_lines(warnings, width, look)
            if sight.state.status == "open":
                return Content("\n").join([*warned, panels.invitation(invite, width, look)])
            lines = log_lines(chronicle, sight, width, look) if chronicle else []
            proof = proof_lines(verdict, width, look) if verdict else ()
            ending = _ending(chronicle, sight, width, look)
            return Content("\n").join([*warned, *lines, *ending, *proof])

        if self._line("entries", make):
            self._end_of_log()

    def _show_talk(self) -> None:
        lines, look = self._client.talks.lines_at(self._table), self._look
        height = max(3, self.size.height // 6)
        self.query_one("#talk").display = bool(lines)
        if self._line("talk", lambda width: talk.beside(lines, width, height, look)):
            self._end_of_log()

    def _end_of_log(self) -> None:
        log = self.query_one("#log", VerticalScroll)
        scroll = log.scroll_home if self.READ_FROM_TOP else log.scroll_end
        self.call_after_refresh(scroll, animate=False)

    def _make_bar(self, sight: TableView) -> Bar:
        if self._menu is not None and self._menu.menu is Menu.END_EARLY:
            return bars.end_bar(sight)
        lobby = self._client.lobby
        levels = lobby.bots if lobby else ()
        if self._menu is not None:
            return bars.host_bar(sight, levels, self._menu)
        match sight.state.status:
            case "open":
                return bars.open_bar(sight, levels, self._invite)
            case "running":
                return self._make_running_bar(sight)
            case "over":
                return bars.over_bar(sight, levels)
            case "closed":
                return bars.closed_bar()

    def _make_running_bar(self, sight: TableView) -> Bar:
        if takeback.asked(sight):
            return takeback.answer_bar(sight)
        if self._sending:
            move = sight.game.parse_move(self._sending)
            told = tell_move(sight.game.map, move, short_names(sight.game.map))
            return Bar(f"Your move  {told}", "Sent. Waiting for the table…", own=True)
        desk = self._desk
        if desk.builder is not None:
            return bars.move_bar(sight, desk.builder, desk.draft, desk.filled)
        company = self._client.company(self._table)
        charge = people.in_charge(sight, company)
        return bars.waiting_bar(sight, people.overdue(sight, company) if charge else ())


def _ending(chronicle: MoveLog | None, sight: TableView, width: int, look: Look) -> list[Content]:
    """Return the story and the standings of a game that is over."""
    chart = story(chronicle, sight, width, look) if chronicle and sight.outcome else []
    return [*chart, *standings(sight, width, look)]
