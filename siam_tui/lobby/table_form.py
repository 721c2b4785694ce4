"""What a table is opened with, as a form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical

from games.registry import game_of, spec_of
from protocol.messages import Terms
from siam_tui.games.registry import shown_games
from siam_tui.lobby.game_fields import OWN_MAP, GameFields
from siam_tui.lobby.terms_form import read_terms, terms_rows
from siam_tui.ui.panel_screen import row
from siam_tui.ui.picker import Picker
from siam_tui.ui.text_widgets import Select

_DEFAULT_PLAYERS = 3
"""Seats proposed for a table in a lobby."""


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What a player chose for a new table.

    Attributes:
        game: the game's short name.
        players: the number of seats.
        levels: the level of each bot, one for each other seat of a game against bots.
        map: name of a built-in map, or the text of the player's own; empty for a game without maps.
        options: the table's options.
        seated: whether the player takes a seat.
        terms: how the table is run, whatever the game.
        private: whether only people with the table's link may come.
    """

    game: str
    players: int
    levels: tuple[str, ...]
    map: str
    options: tuple[str, ...]
    seated: bool
    terms: Terms = field(default_factory=Terms)
    private: bool = False


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

    def read(self) -> TableChoice:
        """Return what was chosen.

        Raises:
            UserError: the map file cannot be played on.
        """
        fields = self.fields
        return TableChoice(
            game=fields.game,
            players=fields.players,
            levels=fields.levels,
            map=fields.read_map(),
            options=fields.options,
            seated=self._bots or bool(self._value("seated")),
            terms=Terms() if self._bots else read_terms(self),
            private=not self._bots and bool(self._value("private")),
        )

    def _value(self, name: str) -> object:
        value: object = self.query_one(f"#{name}", Select).value
        return value
