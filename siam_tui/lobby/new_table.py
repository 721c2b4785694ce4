"""The screens that begin a game: against bots, or a table in a lobby."""

from __future__ import annotations

from collections.abc import Iterable

from textual.widget import Widget

from siam_tui.lobby.bot_game import NewTable
from siam_tui.lobby.last_bots import LastBots
from siam_tui.lobby.table_form import TableForm
from siam_tui.profile.last_game import LastGame
from siam_tui.ui.form import FormScreen


class _NewTableScreen(FormScreen[NewTable, NewTable]):
    """Dismisses with what was chosen, or with nothing."""

    def __init__(self, last_game: LastGame) -> None:
        """Prepare the form.

        Args:
            last_game: the game to propose.
        """
        super().__init__()
        self._last_game = last_game

    def read(self) -> NewTable:
        """Return what was chosen.

        Raises:
            UserError: the map file cannot be played on.
        """
        return self.query_one(TableForm).read()

    def take(self, entered: NewTable) -> None:
        """Remember the game, and dismiss with the choice."""
        self._last_game.remember(entered.opening.game)
        self.dismiss(entered)


class BotsScreen(_NewTableScreen):
    """A game against bots."""

    PANEL_TITLE = "Play against bots"
    SUBMIT = "Deal"

    def __init__(self, last_game: LastGame, last_bots: LastBots, map_file: str = "") -> None:
        """Prepare the form.

        Args:
            last_game: the game to propose.
            last_bots: where the last choice is kept.
            map_file: path of a map to propose, or empty for the last one.
        """
        super().__init__(last_game)
        self._last_bots, self._map_file = last_bots, map_file

    def fields(self) -> Iterable[Widget]:
        """Show the form."""
        yield TableForm(
            bots=True,
            game=self._last_game.name,
            map_file=self._map_file,
            proposed=self._last_bots.values(),
        )

    def take(self, entered: NewTable) -> None:
        """Remember the choice, and dismiss with it."""
        self._last_bots.keep(entered.opening.game, self.query_one(TableForm).fields.values())
        super().take(entered)


class OpenTableScreen(_NewTableScreen):
    """A table in a lobby."""

    PANEL_TITLE = "Open a table"
    SUBMIT = "Open the table"

    def fields(self) -> Iterable[Widget]:
        """Show the form."""
        yield TableForm(bots=False, game=self._last_game.name)
