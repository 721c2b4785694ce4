"""The part of the form for a new table that depends on the game: seats, bots, map, options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from client.bots.levels import LEVELS
from games.registry import game_of, spec_of
from siam_tui.games.map_file import read_map_file
from siam_tui.games.registry import ui_of
from siam_tui.profile.visitor_limits import is_limited
from siam_tui.ui.form import Picker, picked
from siam_tui.ui.line_input import MAX_PATH, LineInput
from siam_tui.ui.panel_screen import row
from siam_tui.ui.text_widgets import Select

Value = TypeVar("Value", str, int, bool)
OWN_MAP = "own"
_LEVEL_TEXTS = {
    "random": "any legal move. Next, try greedy",
    "greedy": "one turn ahead: a first real opponent",
    "mandarin": "thinks ahead a little",
    "minister": "thinks ahead",
    "regent": "thinks for a second: the strongest",
}


class GameFields(Vertical):
    """Asks for the number of players, the bots, the map and the options of one game.

    Attributes:
        game: the game's short name.
    """

    DEFAULT_CLASSES: ClassVar[str] = "form"

    def __init__(self, game: str, *, bots: bool, proposed: Mapping[str, object]) -> None:
        """Prepare the fields.

        Args:
            game: the game's short name.
            bots: whether to ask for a bot on every other seat.
            proposed: values to propose, by the fields' names; those that cannot be chosen are
                ignored.
        """
        super().__init__()
        self.game = game
        self._spec, self._bots, self._proposed = spec_of(game), bots, dict(proposed)

    def compose(self) -> ComposeResult:
        """Show a line for each thing to choose."""
        seats = [(_seats(self.game, players), players) for players in self._spec.players]
        yield row("Seats", self._picker("players", seats))
        if self._bots:
            levels = [(_level(name), name) for name in LEVELS]
            for number in range(1, max(self._spec.players)):
                yield row(f"Bot {number}", self._picker(f"bot{number}", levels), f"row{number}")
        if self._spec.maps:
            maps = [(self._spec.load_map(name).title, name) for name in self._spec.maps]
            own = [] if is_limited() else [("A map of your own ...", OWN_MAP)]
            yield row("Map", self._picker("board", [*maps, *own]))
            yield row("Map file", self._path_field(), "pathrow")
        for each in ui_of(self.game).table_fields.options:
            yield row(each.label, self._picker(each.option, each.choices), f"{each.option}row")

    def _path_field(self) -> Input:
        return LineInput(
            str(self._proposed.get("path", "")),
            placeholder="path of its TOML file",
            id="path",
            max_length=MAX_PATH,
            compact=True,
        )

    def _picker(self, name: str, choices: Sequence[tuple[str, Value]]) -> Picker[Value]:
        """Return the field of that name, with the proposed value or the first choice."""
        wanted = self._proposed.get(name)
        value = next((value for _, value in choices if value == wanted), choices[0][1])
        return Picker(choices, name, value)

    def on_mount(self) -> None:
        """Show the lines that belong to the first choice."""
        self.show_rows()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Show the lines that belong to the choice; focus the path of a player's own map."""
        self.show_rows()
        if event.select.id == "board" and event.value == OWN_MAP and event.select.has_focus:
            self.query_one("#path").focus()

    def show_rows(self) -> None:
        """Show the lines that are needed, and no other."""
        if self._spec.maps:
            self.query_one("#pathrow").display = picked(self, "board") == OWN_MAP
        if self._bots:
            for number in range(1, max(self._spec.players)):
                self.query_one(f"#row{number}").display = number < self.players
        for each in ui_of(self.game).table_fields.options:
            self.query_one(f"#{each.option}row").display = each.is_for(self.players)

    def values(self) -> dict[str, object]:
        """Return the fields' values by their names, to propose them again."""
        values = {str(each.id): each.picked for each in self.query(Picker)}
        return values | {str(each.id): each.value for each in self.query(Input)}

    @property
    def players(self) -> int:
        """The number of seats chosen."""
        return int(picked(self, "players"))

    @property
    def levels(self) -> tuple[str, ...]:
        """The levels of the bots chosen, by seat; empty where bots are not asked for."""
        others = range(1, self.players) if self._bots else ()
        return tuple(str(picked(self, f"bot{number}")) for number in others)

    @property
    def options(self) -> tuple[str, ...]:
        """The options chosen."""
        fields = ui_of(self.game).table_fields.options
        picks = (str(picked(self, each.option)) for each in fields if each.is_for(self.players))
        return tuple(filter(None, picks))

    def read_map(self) -> str:
        """Return the name of a built-in map, or the text of a player's own; empty without maps.

        Raises:
            UserError: the map file cannot be played on.
        """
        if not self._spec.maps:
            return ""
        chosen = str(picked(self, "board"))
        if chosen != OWN_MAP:
            return chosen
        return read_map_file(self.game, self.query_one("#path", Input).value)


def _seats(game: str, players: int) -> str:
    if players == 1:
        return "1 player"
    teams = game_of(game).teams(players)
    return f"{players} players in {len(teams)} teams" if teams else f"{players} players"


def _level(name: str) -> str:
    return f"{name}: {_LEVEL_TEXTS[name]}" if name in _LEVEL_TEXTS else name
