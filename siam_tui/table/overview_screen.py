"""Dialog in which a player looks up what the table has no room for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_view import TableView
from siam_tui.table.log.log_lines import log_lines
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.text_line import Line

_LOG = "Log"


class OverviewScreen(Dialog[None]):
    """All that the person may know about a game, as it was when the page was opened."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,i,enter", "dismiss", "Back to the table"),
        Binding("up", "turn(-1)", show=False),
        Binding("down", "turn(1)", show=False),
        Binding("pageup", "turn(-12)", show=False),
        Binding("pagedown,space", "turn(12)", show=False),
        Binding("home", "go_to_end(False)", show=False),
        Binding("end", "go_to_end(True)", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    OverviewScreen > Vertical { width: 110; height: auto; max-height: 100%; }
    OverviewScreen VerticalScroll { height: auto; max-height: 100%; padding: 0 1; }
    OverviewScreen Line { height: auto; }
    """

    def __init__(self, view: TableView, log: MoveLog | None, look: Look) -> None:
        """Prepare; the log has what everybody may read now."""
        super().__init__()
        self._view, self._log, self._look = view, log, look

    def compose(self) -> ComposeResult:
        """Lay the page out."""
        with Vertical() as box:
            box.border_title = Content(f"{self._view.game.title}: all that you may know")
            box.border_subtitle = "Arrows turn the page, Esc goes back"
            with VerticalScroll(can_focus=False):
                yield Line(id="overview")

    def on_mount(self) -> None:
        """Show the page."""
        self.query_one("#overview", Line).show(lambda width: Content("\n").join(self._lines(width)))

    def _lines(self, width: int) -> Iterator[Content]:
        view, look = self._view, self._look
        parts = ui_of(view.game.name).texts.overview(view, width, look)
        log = log_lines(self._log, view, width, look) if self._log else []
        for number, (title, lines) in enumerate((*parts, (_LOG, log))):
            if number:
                yield Content("")
            yield Content.styled(title, look.palette.strong)
            yield from lines

    def action_turn(self, lines: int) -> None:
        """Turn the page by some lines."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_go_to_end(self, is_end: bool) -> None:
        """Go to the end of the page, or to its beginning."""
        scroll = self.query_one(VerticalScroll)
        (scroll.scroll_end if is_end else scroll.scroll_home)(animate=False)
