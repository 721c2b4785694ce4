"""The screens that begin a game: against bots, or a table in a lobby."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import BindingType
from textual.widget import Widget

from siam_tui.lobby.last_bots import LastBots
from siam_tui.lobby.table_form import TableChoice, TableForm
from siam_tui.ui.form import FormScreen, submit_key


class _NewTableScreen(FormScreen[TableChoice, TableChoice]):
    """Dismisses with what was chosen, or with nothing."""

    def read(self) -> TableChoice:
        """Return what was chosen.

        Raises:
            UserError: the map file cannot be played on.
        """
        return self.query_one(TableForm).read()

    def take(self, entered: TableChoice) -> None:
        """Go on with it."""
        self.dismiss(entered)


class BotsScreen(_NewTableScreen):
    """A game against bots."""

    PANEL_TITLE = "Play against bots"
    SUBMIT = "Deal"
    BINDINGS: ClassVar[list[BindingType]] = [submit_key(SUBMIT)]

    def __init__(self, last: LastBots, map_file: str = "") -> None:
        """Prepare the form.

        Args:
            last: where the last choice is kept.
            map_file: path of a map to propose, or empty for the last one.
        """
        super().__init__()
        self._last, self._map_file = last, map_file

    def fields(self) -> Iterable[Widget]:
        """Show the form."""
        yield TableForm(bots=True, map_file=self._map_file, proposed=self._last.values())

    def take(self, entered: TableChoice) -> None:
        """Keep the choice for the next time, and go on with it."""
        self._last.keep(self.query_one(TableForm).values())
        super().take(entered)


class OpenTableScreen(_NewTableScreen):
    """A table in a lobby."""

    PANEL_TITLE = "Open a table"
    SUBMIT = "Open the table"
    BINDINGS: ClassVar[list[BindingType]] = [submit_key(SUBMIT)]

    def fields(self) -> Iterable[Widget]:
        """Show the form."""
        yield TableForm(bots=False, proposed={"players": 3})
