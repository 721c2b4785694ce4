"""What a table is opened with, as a form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import ClassVar, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Input

from client.bots.levels import LEVELS
from games.contract import InvalidMapError
from games.siam import BUILT_IN_MAPS, Siam, load_map
from games.siam.rules import OPEN_DISCARDS
from protocol.messages import MAX_MAP, Terms
from siam_tui.games.siam.board.drawing import read_drawing, refuse_misspelt_keys, says_how
from siam_tui.lobby.terms_form import read_terms, terms_rows
from siam_tui.profile.user_error import UserError
from siam_tui.ui.line_input import MAX_PATH, LineInput
from siam_tui.ui.panel_screen import row
from siam_tui.ui.picker import Picker
from siam_tui.ui.text_widgets import Select

Chosen = TypeVar("Chosen", str, int, bool)
_OWN = "own"
_ABOUT = {
    "random": "any legal move",
    "greedy": "looks one turn ahead",
    "mandarin": "looks at a few answers",
    "minister": "thinks ahead",
    "regent": "thinks for a second: the strongest",
}


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What a person chose for a new table.

    Attributes:
        players: the number of seats.
        levels: the level of each bot, as many as there are others.
        map: name of a built-in map, or the text of one's own.
        options: the table's options.
        seated: whether one takes a seat oneself.
        terms: what is played by, whatever the game.
        private: whether only those may come who have the table's link.
    """

    players: int
    levels: tuple[str, ...]
    map: str
    options: tuple[str, ...]
    seated: bool
    terms: Terms = field(default_factory=Terms)
    private: bool = False


class TableForm(Vertical):
    """Asks for players, bots, map and options."""

    DEFAULT_CLASSES: ClassVar[str] = "form"

    def __init__(
        self, *, bots: bool, map_file: str = "", proposed: Mapping[str, object] | None = None
    ) -> None:
        """Prepare the form.

        Args:
            bots: whether all other seats are bots'; else people and bots are seated at the table.
            map_file: path of a map to propose, or empty for the built-in ones.
            proposed: the fields' values to propose, by their names; what cannot be chosen any more
                is passed over.
        """
        super().__init__()
        self._bots = bots
        self._proposed = dict(proposed or {})
        if map_file:
            self._proposed |= {"board": _OWN, "path": map_file}

    def compose(self) -> ComposeResult:
        """Show a line for each thing to choose."""
        counts = [(f"{number} players", number) for number in Siam.seats]
        yield row("Seats", self._select("players", counts))
        if self._bots:
            levels = [(_level(name), name) for name in reversed(tuple(LEVELS))]
            for number in range(1, max(Siam.seats)):
                yield row(f"Bot {number}", self._select(f"bot{number}", levels), f"row{number}")
        maps = [(load_map(name).title, name) for name in BUILT_IN_MAPS]
        yield row("Map", self._select("board", [*maps, ("A map of your own …", _OWN)]))
        file = str(self._proposed.get("path", ""))
        path = LineInput(
            file,
            placeholder="path of its TOML file",
            id="path",
            max_length=MAX_PATH,
            compact=True,
        )
        yield row("Map file", path, "pathrow")
        cards = [("only each player's top one shows", ""), ("all may be looked at", OPEN_DISCARDS)]
        yield row("Played cards", self._select("discards", cards))
        if not self._bots:
            seats = [("I take a seat", True), ("I stay beside the table", False)]
            yield row("You", self._select("seated", seats))
            listed = [("everybody in the lobby", False), ("who has its link: private", True)]
            yield row("Open to", self._select("private", listed))
            yield from terms_rows()

    def _select(self, name: str, choices: Sequence[tuple[str, Chosen]]) -> Picker[Chosen]:
        """Return the field of that name, with what is proposed, or the first choice."""
        wanted = self._proposed.get(name)
        value = next((value for _, value in choices if value == wanted), choices[0][1])
        return Picker(choices, name, value)

    def values(self) -> dict[str, object]:
        """Return the fields' values by their names, to propose them again."""
        values = {str(each.id): each.value for each in self.query(Select)}
        return {**values, "path": self.query_one("#path", Input).value}

    def on_mount(self) -> None:
        """Show what belongs to the first choice."""
        self._show_rows()

    def on_select_changed(self, event: Select.Changed) -> None:
        """Show what belongs to the choice made; one who wants a map of their own names its file."""
        self._show_rows()
        if event.select.id == "board" and event.value == _OWN and event.select.has_focus:
            self.query_one("#path").focus()

    def _show_rows(self) -> None:
        self.query_one("#pathrow").display = self._value("board") == _OWN
        if self._bots:
            for number in range(1, max(Siam.seats)):
                self.query_one(f"#row{number}").display = number < self._players
        else:
            self.query_one("#talkrow").display = bool(Siam().teams(self._players))

    @property
    def _players(self) -> int:
        value = self._value("players")
        assert isinstance(value, int)
        return value

    def _value(self, which: str) -> object:
        value: object = self.query_one(f"#{which}", Select).value
        return value

    def read(self) -> TableChoice:
        """Return what was chosen.

        Raises:
            UserError: the map file cannot be played on.
        """
        others = range(1, self._players) if self._bots else ()
        chosen = str(self._value("board"))
        return TableChoice(
            players=self._players,
            levels=tuple(str(self._value(f"bot{number}")) for number in others),
            map=own_map(self.query_one("#path", Input).value) if chosen == _OWN else chosen,
            options=tuple(filter(None, [str(self._value("discards"))])),
            seated=self._bots or bool(self._value("seated")),
            terms=Terms() if self._bots else read_terms(self),
            private=not self._bots and bool(self._value("private")),
        )


def _level(name: str) -> str:
    return f"{name}: {_ABOUT[name]}" if name in _ABOUT else name


def own_map(path: str) -> str:
    """Return the text of a map file.

    Raises:
        UserError: there is none, or it cannot be played on, or not be drawn as it says.
    """
    if not path.strip():
        raise UserError("Say which file your map is in.")
    file = Path(path.strip()).expanduser()
    try:
        board = load_map(file)
    except (InvalidMapError, OSError) as error:
        raise UserError(f"This map cannot be played on: {error}") from error
    try:
        if says_how(board):
            refuse_misspelt_keys(board)
            read_drawing(board)
    except InvalidMapError as error:
        raise UserError(f"This map cannot be drawn: {file}: {error}.") from error
    if len(board.toml) > MAX_MAP:
        raise UserError(f"This map is too long: a map file has at most {MAX_MAP} letters.")
    return board.toml
