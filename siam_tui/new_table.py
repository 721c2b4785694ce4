"""The screens that begin a game: against bots, or a table in a lobby."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import BindingType
from textual.widget import Widget

from siam_tui.form import FormScreen, submit_key
from siam_tui.table_form import TableChoice, TableForm


class _NewTableScreen(FormScreen[TableChoice, TableChoice]):
    """Dismisses with what was chosen, or with nothing."""

    BOTS: ClassVar[bool]

    def __init__(self, map_file: str = "") -> None:
        """Prepare the form.

        Args:
            map_file: path of a map to propose, or empty for the built-in ones.
        """
        super().__init__()
        self._map_file = map_file

    def fields(self) -> Iterable[Widget]:
        """Show the form."""
        yield TableForm(bots=self.BOTS, map_file=self._map_file)

    def read(self) -> TableChoice:
        """Return what was chosen.

        Raises:
            TroubleError: the map file cannot be played on.
        """
        return self.query_one(TableForm).read()

    def take(self, entered: TableChoice) -> None:
        """Go on with it."""
        self.dismiss(entered)


class BotsScreen(_NewTableScreen):
    """A game against bots."""

    PANEL_TITLE = "Play against bots"
    BOTS = True
    SUBMIT = "Deal"
    BINDINGS: ClassVar[list[BindingType]] = [submit_key(SUBMIT)]


class OpenTableScreen(_NewTableScreen):
    """A table in a lobby."""

    PANEL_TITLE = "Open a table"
    BOTS = False
    SUBMIT = "Open the table"
    BINDINGS: ClassVar[list[BindingType]] = [submit_key(SUBMIT)]
