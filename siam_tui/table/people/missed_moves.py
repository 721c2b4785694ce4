"""Dialog with the moves since the player last looked."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.content import Content

from siam_tui.appearance.style import Look
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_view import TableView
from siam_tui.profile.last_seen import Glance
from siam_tui.table.log.log_lines import log_lines
from siam_tui.table.people.attendance_notes import time_words
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.text_line import Line


def moves_since(log: MoveLog, glance: Glance) -> MoveLog | None:
    """Return the part of a log one has not seen, or None if nobody has moved or a game ended."""
    if glance.game_number != log.game_number or glance.ply >= log.end:
        return None
    unseen = max(0, glance.ply - log.first)
    start = log.entries[unseen - 1].position if unseen else log.start
    return MoveLog(log.game_number, start, log.first + unseen, log.entries[unseen:])


class SinceScreen(Dialog[None]):
    """The moves one has missed, told as the log tells them."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter,space", "dismiss", "Go on"),
        Binding("up,pageup", "turn(-1)", show=False),
        Binding("down,pagedown", "turn(1)", show=False),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    SinceScreen > Vertical { max-height: 90%; }
    SinceScreen VerticalScroll { height: auto; max-height: 18; padding: 0 1; }
    SinceScreen Line { height: auto; }
    """

    def __init__(self, missed: MoveLog, view: TableView, seconds: float, look: Look) -> None:
        """Prepare.

        Args:
            missed: the moves.
            view: the table as it is now.
            seconds: how long ago one looked.
            look: signs and colours.
        """
        super().__init__()
        self._missed = missed
        self._view = view
        self._ago = time_words(seconds)
        self._look = look

    def compose(self) -> ComposeResult:
        """Lay the moves out."""
        with Vertical() as box:
            ago = f" ({self._ago} ago)" if self._ago else ""
            box.border_title = Content(f"Since you last looked{ago}")
            box.border_subtitle = "Enter goes on"
            with VerticalScroll(can_focus=False):
                yield Line(id="missed")

    def on_mount(self) -> None:
        """Show the moves, and whose turn it is."""
        self.query_one("#missed", Line).show(self._told)
        self.call_after_refresh(self.query_one(VerticalScroll).scroll_end, animate=False)

    def _told(self, width: int) -> Content:
        lines = log_lines(self._missed, self._view, width, self._look)
        if self._view.my_turn:
            lines.append(Content.styled("Now it is your turn.", self._look.palette.strong))
        elif self._view.turn is not None:
            who = self._view.name(self._view.turn)
            lines.append(Content.styled(f"Now {who} is to move.", self._look.palette.strong))
        return Content("\n").join(lines)

    def action_turn(self, lines: int) -> None:
        """Turn the pages."""
        self.query_one(VerticalScroll).scroll_relative(y=lines * 5, animate=False)
