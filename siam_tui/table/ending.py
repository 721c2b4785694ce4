"""Dialog that explains how a game ended: reasons, standings and the course of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content

from siam_tui.appearance.style import Look
from siam_tui.games.registry import ui_of
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_view import TableView
from siam_tui.ui.dialog import Dialog
from siam_tui.ui.text_line import Line


class EndingScreen(Dialog[None]):
    """The end of a game explained."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "Back to the table"),
        Binding("s", "save", "Save the record"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    EndingScreen > VerticalScroll { width: 104; max-height: 100%; padding: 0 1; }
    EndingScreen Line { height: auto; }
    """

    def __init__(
        self,
        view: TableView,
        log: MoveLog | None,
        look: Look,
        save: Callable[[], object] | None = None,
    ) -> None:
        """Prepare.

        Args:
            view: the table when its game is over.
            log: the log of the game, or None while that is not known.
            look: signs and colours.
            save: keeps the record and says where; None where it is kept already.
        """
        super().__init__()
        self._save = save
        self._view, self._moves, self._look = view, log, look

    def compose(self) -> ComposeResult:
        """Show the page."""
        with VerticalScroll() as box:
            box.border_title = "How it ended"
            saving = "S saves the record, " if self._save else ""
            box.border_subtitle = Content(f"{saving}Esc goes back")
            yield Line(id="ending")

    def on_mount(self) -> None:
        """Show what there is."""
        self.query_one(Line).show(self._text)

    def action_save(self) -> None:
        """Keep the record."""
        if self._save is not None:
            self._save()

    def _text(self, width: int) -> Content:
        view, log, texts = self._view, self._moves, ui_of(self._view.game.name).texts
        told = [line for each in texts.explain_result(view) for line in Content(each).wrap(width)]
        lines = [*told, Content(""), *texts.standings(view, min(width, 60), self._look)]
        if log is not None:
            lines += [Content(""), *texts.game_chart(log, view, width, self._look)]
        return Content("\n").join(lines)
