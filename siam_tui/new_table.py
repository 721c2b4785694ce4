"""The screens that begin a game: against bots, or a table in a lobby."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.widget import Widget
from textual.widgets import Button

from siam_tui.framed import Framed, trouble_line
from siam_tui.table_form import TableChoice, TableForm
from siam_tui.trouble import TroubleError


class _NewTableScreen(Framed[TableChoice]):
    """Dismisses with what was chosen, or with nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "begin", "Begin"),
    ]
    BOTS: ClassVar[bool]
    BUTTON: ClassVar[str]

    def body(self) -> Iterable[Widget]:
        """Show the form."""
        yield TableForm(bots=self.BOTS)
        yield trouble_line()
        yield Horizontal(
            Button(self.BUTTON, id="begin", variant="primary"),
            Button("Back", id="back"),
            classes="buttons",
        )

    def on_mount(self) -> None:
        """One Enter begins with what most people want."""
        self.query_one("#begin").focus()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Begin, or go back."""
        if event.button.id == "begin":
            self.action_begin()
        else:
            self.action_back()

    def action_begin(self) -> None:
        """Take what was chosen."""
        try:
            self.dismiss(self.query_one(TableForm).read())
        except TroubleError as trouble:
            self.say(str(trouble))


class BotsScreen(_NewTableScreen):
    """A game against bots."""

    PANEL_TITLE = "Play against bots"
    BOTS = True
    BUTTON = "Deal"


class OpenTableScreen(_NewTableScreen):
    """A table in a lobby."""

    PANEL_TITLE = "Open a table"
    BOTS = False
    BUTTON = "Open the table"
