"""How a game ended, on a page of its own: why, who holds what, and the story of the struggles."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content

from siam_tui.appearance.style import Look
from siam_tui.games.siam.game_chart import story
from siam_tui.games.siam.result_explanation import why
from siam_tui.games.siam.results import standings
from siam_tui.model.move_log import MoveLog
from siam_tui.model.table_view import TableView
from siam_tui.table.widgets import Line
from siam_tui.ui.dialog import Dialog


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
        sight: TableView,
        chronicle: MoveLog | None,
        look: Look,
        save: Callable[[], object] | None = None,
    ) -> None:
        """Prepare.

        Args:
            sight: the table when its game is over.
            chronicle: the log of the game, or None while that is not known.
            look: signs and colours.
            save: keeps the record and says where; None where it is kept already.
        """
        super().__init__()
        self._save = save
        self._sight, self._chronicle, self._look = sight, chronicle, look

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
        told = [line for sentence in why(self._sight) for line in Content(sentence).wrap(width)]
        lines = [*told, Content(""), *standings(self._sight, min(width, 60), self._look)]
        if self._chronicle is not None:
            chart = story(self._chronicle, self._sight, width, self._look)
            lines += [Content(""), *chart]
        return Content("\n").join(lines)
