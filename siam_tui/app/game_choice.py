"""Asks which game to learn or to practise, where there are several."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.widget import Widget
from textual.widgets.option_list import Option

from games.registry import spec_of
from siam_tui.ui.panel_list import PanelList
from siam_tui.ui.panel_screen import PanelScreen


class GameChoiceScreen(PanelScreen[str]):
    """The titles of some games; returns the short name of the chosen one, or None."""

    def __init__(self, title: str, games: Sequence[str], last: str) -> None:
        """Prepare.

        Args:
            title: what the games are chosen for.
            games: the games' short names.
            last: the game chosen last; the cursor begins there.
        """
        super().__init__()
        self.PANEL_TITLE = title
        self._games, self._last = games, last

    def body(self) -> Iterable[Widget]:
        """Show the titles."""
        yield PanelList(*(Option(spec_of(name).title, id=name) for name in self._games))

    def on_mount(self) -> None:
        """Put the cursor on the last game."""
        menu = self.query_one(PanelList)
        menu.highlighted = self._games.index(self._last) if self._last in self._games else 0
        menu.focus()

    def on_option_list_option_selected(self, event: PanelList.OptionSelected) -> None:
        """Choose by Enter or a click."""
        self.dismiss(event.option_id)
