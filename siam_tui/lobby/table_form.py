"""What a table is opened with, as a form."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from attrs import evolve
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from games.registry import game_of, spec_of
from protocol.commands import OpenTable
from protocol.private import new_table_key
from siam_tui.games.registry import shown_games
from siam_tui.lobby.bot_game import NewTable
from siam_tui.lobby.game_fields import OWN_MAP, GameFields
from siam_tui.lobby.terms_form import read_terms, terms_rows
from siam_tui.ui.form import Picker, picked
from siam_tui.ui.panel_screen import row
from siam_tui.ui.text_widgets import Select

_DEFAULT_PLAYERS = 2
"""Seats proposed for a table in a lobby, as against bots; at a single one nobody can join."""


class TableForm(Vertical):
    """Asks for the game, where there are several, and for what it is played with."""

    DEFAULT_CLASSES: ClassVar[str] = "form"

    def __init__(
        self,
        *,
        bots: bool,
        game: str,
        map_file: str = "",
        proposed: Mapping[str, Mapping[str, object]] | None = None,
    ) -> None:
        """Prepare the form.

        Args:
            bots: whether bots take all other seats; else they are filled at the table.
            game: the short name of the game to propose.
            map_file: path of a map of that game to propose, or empty.
            proposed: for a game, the values to propose by the names of the fields.
        """
        super().__init__()
        self._bots, self._game = bots, game
        self._proposed = dict(proposed or {})
        if map_file:
            own = {"board": OWN_MAP, "path": map_file}
            self._proposed[game] = {**self._proposed.get(game, {}), **own}

    def compose(self) -> ComposeResult:
        """Show a line for each thing to choose."""
        games = [(spec_of(name).title, name) for name in shown_games()]
        if len(games) > 1:
            yield row("Game", Picker(games, "game", self._game))
        yield self._make_fields()
        if not self._bots:
            seats = [("I take a seat", True), ("I only host", False)]
            yield row("You", Picker(seats, "seated"))
            listed = [("everybody in the lobby", False), ("who has its link: private", True)]
            yield row("Open to", Picker(listed, "private"))
            yield from terms_rows()

    def _make_fields(self) -> GameFields:
        proposed = self._proposed.get(self._game, {})
        if not self._bots:
            proposed = {"players": _DEFAULT_PLAYERS, **proposed}
        return GameFields(self._game, bots=self._bots, proposed=proposed)

    @property
    def fields(self) -> GameFields:
        """The fields of the game that is chosen now."""
        return self.query_one(GameFields)

    @on(Select.Changed, "#game")
    async def _show_game(self, event: Select.Changed) -> None:
        """Replace the fields by those of the game that was chosen."""
        if event.value == self._game:
            return
        self._proposed[self._game] = self.fields.values()
        self._game = str(event.value)
        with self.app.batch_update():  # the form is never seen without its fields
            await self.fields.remove()
            await self.mount(self._make_fields(), after=0)

    def on_mount(self) -> None:
        """Show the lines that belong to the first choice."""
        self._show_team_talk()

    def on_select_changed(self) -> None:
        """Show the lines that belong to the choice."""
        self._show_team_talk()

    def _show_team_talk(self) -> None:
        """Ask about talk within a team only where the game has teams."""
        if not self._bots:
            teams = game_of(self._game).teams(self.fields.players)
            self.query_one("#talkrow").display = bool(teams)

    def read(self) -> NewTable:
        """Return what was chosen.

        Raises:
            UserError: the map file cannot be played on.
        """
        fields = self.fields
        opening = OpenTable(fields.game, fields.players, fields.options, fields.read_map())
        if not self._bots:
            seat = 0 if picked(self, "seated") else None
            key = new_table_key() if picked(self, "private") else b""
            opening = evolve(opening, seat=seat, terms=read_terms(self), key=key)
        return NewTable(opening, fields.levels)
