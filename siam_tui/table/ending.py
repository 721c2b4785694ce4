"""Dialog that explains how a game ended: reasons, standings and the course of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar, Final

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

_KEYS: Final = {
    (False, False): "Esc goes back",
    (True, False): "S saves the record, Esc goes back",
    (False, True): "C makes a card, Esc goes back",
    (True, True): "C makes a card, S saves the record, Esc goes back",
}
_AROUND: Final = 4
"""Lines of a screen that the box does not have: title, footer and its frame."""
_MORE: Final = "PgDn shows more, "
"""Before them, where the text is longer than the box."""


class EndingScreen(Dialog[None]):
    """The end of a game explained."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,enter", "dismiss", "Back to the table"),
        Binding("s", "save", "Save the record"),
        Binding("c", "card", "Card"),
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
        card: Callable[[], object] | None = None,
    ) -> None:
        """Prepare.

        Args:
            view: the table when its game is over.
            log: the log of the game, or None while that is not known.
            look: signs and colours.
            save: keeps the record and says where; None where it is kept already.
            card: shows the card of the game; None where there is no whole game.
        """
        super().__init__()
        self._save, self._card = save, card
        self._view, self._moves, self._look = view, log, look

    def compose(self) -> ComposeResult:
        """Show the page."""
        with VerticalScroll() as box:
            box.border_title = "How it ended"
            yield Line(id="ending")

    def on_mount(self) -> None:
        """Show what there is."""
        self.query_one(Line).show(self._text)
        self.call_after_refresh(self._show_keys)

    def on_resize(self) -> None:
        """Say which keys there are now."""
        self.call_after_refresh(self._show_keys)

    def _show_keys(self) -> None:
        """Say which keys there are; that of the next page, if the text is longer than the box."""
        box = self.query_one(VerticalScroll)
        keys = _KEYS[self._save is not None, self._card is not None]
        box.border_subtitle = Content(f"{_MORE}{keys}" if box.max_scroll_y > 0 else keys)

    def check_action(self, action: str, _parameters: tuple[object, ...]) -> bool | None:
        """Offer only what can be done."""
        return {"save": self._save, "card": self._card}.get(action, self.dismiss) is not None

    def action_save(self) -> None:
        """Keep the record."""
        if self._save is not None:
            self._save()

    def action_card(self) -> None:
        """Show the card of the game."""
        if self._card is not None:
            self._card()

    def _text(self, width: int) -> Content:
        view, log, texts = self._view, self._moves, ui_of(self._view.game.name).texts
        told = [line for each in texts.explain_result(view) for line in Content(each).wrap(width)]
        parts = [told, texts.standings(view, min(width, 60), self._look)]
        if log is not None:
            parts.append(texts.game_chart(log, view, width, self._look))
        parts = [part for part in parts if part]
        # Lines between the parts, unless they alone would make the text longer than the box.
        lines, room = sum(map(len, parts)), self.size.height - _AROUND
        apart = "\n" if lines <= room < lines + len(parts) - 1 else "\n\n"
        return Content(apart).join(Content("\n").join(part) for part in parts)
