"""What a table is opened with, as a form."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar, TypeVar

from attrs import evolve
from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widget import Widget
from textual.widgets import Input

from client.bots.levels import LEVELS
from games.registry import game_of, spec_of
from protocol.commands import OpenTable
from protocol.private import new_table_key
from protocol.states import ClockTerms, Terms
from siam_tui.games.map_file import read_map_file
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.lobby.bot_game import NewTable
from siam_tui.profile.user_error import is_limited
from siam_tui.ui.form import Picker, picked
from siam_tui.ui.line_input import MAX_PATH, LineInput
from siam_tui.ui.panel_screen import row
from siam_tui.ui.text import Text
from siam_tui.ui.text_widgets import Select
from texts import Message, Noun, say

_AWAY = (
    (say("lobby/terms/away-5-minutes"), 300),
    (say("lobby/terms/away-2-minutes"), 120),
    (say("lobby/terms/away-30-minutes"), 1800),
    (say("lobby/terms/away-1-day"), 86400),
    (say("lobby/terms/away-for-ever"), 0),
)
_PACE = (
    *((say("lobby/terms/pace", n=seconds), seconds) for seconds in (1, 3, 6)),
    (say("lobby/terms/no-pace"), 0),
)
_CLOCK: tuple[tuple[Message, ClockTerms | None], ...] = (
    (say("lobby/terms/no-clock"), None),
    (say("lobby/terms/minutes-a-move", n=1), ClockTerms(60)),
    (say("lobby/terms/minutes-a-move", n=3), ClockTerms(180)),
    (say("lobby/terms/clock", n=10, more=10), ClockTerms(600, 10, per_move=False)),
    (say("lobby/terms/clock", n=20, more=30), ClockTerms(1200, 30, per_move=False)),
    (say("lobby/terms/days-a-move", n=1), ClockTerms(86400)),
    (say("lobby/terms/days-a-move", n=3), ClockTerms(3 * 86400)),
)
_ANALYSIS = (
    (say("lobby/terms/spectators-see-open"), False),
    (say("lobby/terms/spectators-see-chances"), True),
)
_TALK = ((say("lobby/terms/no-talk"), False), (say("lobby/terms/talk"), True))


def terms_rows() -> Iterable[Widget]:
    """Yield a line for each of the terms."""
    yield row(say("lobby/form/absent-player"), Picker(_AWAY, "away"))
    yield row(say("lobby/form/pace"), Picker(_PACE, "pace"))
    clocks = [(words, number) for number, (words, _) in enumerate(_CLOCK)]
    yield row(say("lobby/form/clock"), Picker(clocks, "clock"))
    yield row(say("lobby/form/spectators"), Picker(_ANALYSIS, "analysis"))
    yield row(say("lobby/form/team-talk"), Picker(_TALK, "talk"), "talkrow")


def read_terms(form: Widget) -> Terms:
    """Return the terms that were chosen in a form with these lines."""
    return Terms(
        picked(form, "away"),
        open_talk=picked(form, "talk"),
        pace=picked(form, "pace"),
        clock=_CLOCK[picked(form, "clock")][1],
        open_analysis=picked(form, "analysis"),
    )


Value = TypeVar("Value", str, int, bool)
OWN_MAP = "own"


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
        seats = [(_seat_fields(self.game, players), players) for players in self._spec.players]
        yield row(say("lobby/form/seats"), self._picker("players", seats))
        if self._bots:
            levels = [(Noun("lobby/level", name), name) for name in LEVELS]
            for number in range(1, max(self._spec.players)):
                level = self._picker(f"bot{number}", levels)
                yield row(say("lobby/form/bot", number=number), level, f"row{number}")
        if self._spec.maps:
            maps = [(self._spec.load_map(name).title, name) for name in self._spec.maps]
            own = [] if is_limited() else [(say("lobby/form/own-map"), OWN_MAP)]
            yield row(say("lobby/form/map"), self._picker("board", [*maps, *own]))
            yield row(say("lobby/form/map-file"), self._path_field(), "pathrow")
        for each in ui_of(self.game).table_fields.options:
            yield row(each.label, self._picker(each.option, each.choices), f"{each.option}row")

    def _path_field(self) -> Input:
        return LineInput(
            str(self._proposed.get("path", "")),
            placeholder=say("lobby/form/map-path"),
            id="path",
            max_length=MAX_PATH,
            compact=True,
        )

    def _picker(self, name: str, choices: Sequence[tuple[Text, Value]]) -> Picker[Value]:
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


def _seat_fields(game: str, players: int) -> Message:
    teams = game_of(game).teams(players)
    if not teams:
        return say("lobby/form/players", n=players)
    return say("lobby/form/players-in-teams", n=players, teams=len(teams))


_DEFAULT_PLAYERS = 2
"""Seats proposed for a table in a lobby, as against bots; at a single one nobody can join."""


class TableForm(Vertical):
    """Asks for the game, where there are several, and for what it is played with.

    Attributes:
        fields: those of the game that is chosen now; they are on the form.
    """

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
        self.fields = self._make_fields()

    def compose(self) -> ComposeResult:
        """Show a line for each thing to choose."""
        games = [(spec_of(name).title, name) for name in shown_games()]
        if len(games) > 1:
            yield row(say("lobby/form/game"), Picker(games, "game", self._game))
        yield self.fields
        if not self._bots:
            seats = [(say("lobby/form/take-a-seat"), True), (say("lobby/form/only-host"), False)]
            yield row(say("lobby/form/you"), Picker(seats, "seated"))
            listed = [(say("lobby/form/everybody"), False), (say("lobby/form/with-link"), True)]
            yield row(say("lobby/form/open-to"), Picker(listed, "private"))
            yield from terms_rows()

    def _make_fields(self) -> GameFields:
        proposed = self._proposed.get(self._game, {})
        if not self._bots:
            proposed = {"players": _DEFAULT_PLAYERS, **proposed}
        return GameFields(self._game, bots=self._bots, proposed=proposed)

    @on(Select.Changed, "#game")
    async def _show_game(self, event: Select.Changed) -> None:
        """Replace the fields by those of the game that was chosen."""
        if event.value == self._game:
            return
        self._proposed[self._game] = self.fields.values()
        self._game = str(event.value)
        with self.app.batch_update():  # the form is never seen without its fields
            before, following = self.fields, self._make_fields()
            await self.mount(following, before=before)
            self.fields = following  # a key that comes meanwhile finds whole fields
            await before.remove()

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
