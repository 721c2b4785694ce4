"""Asks which game to learn, to practise or to go on with, where there are several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content
from textual.widget import Widget
from textual.widgets.option_list import Option

from siam_tui.ui.panel_screen import PanelList, PanelScreen


class GameChoiceScreen(PanelScreen[int]):
    """The titles of some games; returns the place of the chosen one, or None."""

    def __init__(self, title: str, games: Sequence[str], first: int = 0) -> None:
        """Prepare.

        Args:
            title: what the games are chosen for.
            games: the games' titles.
            first: the place at which the cursor begins.
        """
        super().__init__()
        self.PANEL_TITLE = title
        self._games, self._first = games, first

    def body(self) -> Iterable[Widget]:
        """Show the titles."""
        yield PanelList(*(Option(Content(title)) for title in self._games))

    def on_mount(self) -> None:
        """Put the cursor on its first place."""
        menu = self.query_one(PanelList)
        menu.highlighted = self._first
        menu.focus()

    def on_option_list_option_selected(self, event: PanelList.OptionSelected) -> None:
        """Choose by Enter or a click."""
        self.dismiss(event.option_index)
