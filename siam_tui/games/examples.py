"""Worked examples: played by the rules, as plain text, and as a small board to step through."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Final, Generic, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical
from textual.content import Content

from games.contract import IllegalMoveError
from games.registry import built_in_map, game_of
from siam_tui.appearance.cells import wrap_text
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.appearance.style import Look
from siam_tui.games.map_board.view import BoardView, MarkedPlaces
from siam_tui.games.map_board.widget import BoardMap, Draw
from siam_tui.games.worked_example import (
    NAMES,
    ExampleFrame,
    ExampleStep,
    WorkedExample,
    WrongExampleError,
    view_of_example,
)
from siam_tui.model.table_view import TableView
from siam_tui.ui.text import reason
from siam_tui.ui.text_line import Line
from siam_tui.ui.text_widgets import Static
from texts import tell
from texts.sentences import join_sentences

_SEATS: Final = 48
"""Characters across that the players take beside a small board."""

G = TypeVar("G")
P = TypeVar("P")
M = TypeVar("M")


class GameExamples(ABC, Generic[G, P, M]):
    """Plays the worked examples of one game, and tells and draws them.

    The parameters are the game's rules, its position and its move.
    """

    name: str
    """The game's short name."""
    board_type: Callable[..., BoardView]
    """Returns what the board is to show of a map and a position."""
    draw: Draw[Any]
    """Draws that into so many characters and lines."""
    board_size: tuple[int, int] = (58, 16)
    """Characters and lines of a board in an example."""
    headline: Callable[[Any, int, Look], Content]
    """Returns the line above the board for a position."""
    seats: Callable[[Any, int, Look], list[Content]]
    """Returns the players as the screen shows them, for a view."""
    changed_provinces: Callable[[Any, Any], frozenset[int]]
    """Returns the provinces in which anything differs between two positions."""

    @abstractmethod
    def tell_try(self, game: G, move: M) -> str:
        """Return what was tried, such as ``to pass``."""

    @abstractmethod
    def tell_step(self, game: G, before: P, after: P, move: str) -> Iterator[str]:
        """Iterate over what happened as sentences: the move, and what it led to."""

    @abstractmethod
    def find_wrong_claim(self, position: P, claims: Mapping[str, Any]) -> str:
        """Return which claim is wrong in a position; empty if all are right."""

    @abstractmethod
    def tell_provinces(self, position: P) -> Iterator[tuple[int, str]]:
        """Iterate over the provinces, each with how it stands in words."""

    @abstractmethod
    def tell_players(self, position: P) -> Iterator[str]:
        """Iterate over lines on the players and what else is beside the board, in words."""

    def view(self, position: Any) -> TableView:  # noqa: ANN401 - its map is of the game's own type
        """Return a position of an example as the view of a table."""
        return view_of_example(game_of(self.name, map_text=position.map.toml), position)

    def board_view(self, position: Any, touched: frozenset[int]) -> MarkedPlaces:  # noqa: ANN401 - as in `view`
        """Return what the board is to show; what a step has changed is marked."""
        return self.board_type(position.map, position, touched=touched)

    def play(self, example: WorkedExample) -> Iterator[ExampleFrame]:
        """Play an example by the rules.

        Raises:
            WrongExampleError: the rules do not do what it says.
            GameError: its position or a move cannot be read, or a move is illegal.
        """
        map_text = built_in_map(self.name, example.map) if example.map else None
        game: Any = game_of(self.name, map_text=map_text)
        position = game.parse(example.position)
        yield ExampleFrame(position, "", example.says)
        for step in example.steps:
            if step.refused:
                told = self._tell_refusal(game, position, step.refused)
                yield ExampleFrame(position, told, step.says)
                continue
            before, position = position, game.play(position, game.parse_move(step.move))
            self._check_claims(game, step, position)
            told = join_sentences(*self.tell_step(game, before, position, step.move))
            yield ExampleFrame(position, told, step.says, self.changed_provinces(before, position))

    def _tell_refusal(self, game: Any, position: Any, text: str) -> str:  # noqa: ANN401
        """Return the try and the rules' own words against it."""
        move = game.parse_move(text)
        seat = game.turn(position)
        try:
            game.check(position, move)
        except IllegalMoveError as error:
            assert seat is not None
            tried = self.tell_try(game, move)
            return tell("games/example/refused", who=NAMES[seat], tried=tried, why=reason(error))
        raise WrongExampleError(f"{text} is legal in {position}")

    def _check_claims(self, game: Any, step: ExampleStep, position: Any) -> None:  # noqa: ANN401
        if wrong := self.find_wrong_claim(position, step.claims):
            raise WrongExampleError(f"{wrong} in {position}")
        outcome = game.outcome(position)
        result = outcome.text if outcome else ""
        if result != step.result:
            raise WrongExampleError(f"the result is {result!r}, not {step.result!r}")

    def lines(self, example: WorkedExample, width: int, glyphs: Glyphs | None) -> Iterator[str]:
        """Iterate over the lines of an example; without glyphs, boards are described in words."""
        yield from wrap_text(tell("games/example/title", title=example.title), width)
        for number, frame in enumerate(self.play(example)):
            yield ""
            told = f"{frame.told} {frame.says}".strip()
            yield from wrap_text(f"({number}) {told}" if number else told, width)
            if not number or frame.changed:
                yield from self._board_lines(frame, width, glyphs, whole=not number)

    def _board_lines(
        self, frame: ExampleFrame, width: int, glyphs: Glyphs | None, *, whole: bool
    ) -> Iterator[str]:
        """Iterate over headline, board and players; without glyphs in words."""
        position: P = frame.position
        if glyphs is None:
            for province, told in self.tell_provinces(position):
                if whole or province in frame.changed:
                    yield from _wrapped(told, width)
        else:
            look, view = Look(glyphs), self.board_view(position, frame.changed)
            across, down = self.board_size
            picture = self.draw(view, min(width, across), down, look)
            for line in (self.headline(position, width, look), *picture.lines):
                yield line.plain.rstrip()
        for told in self.tell_players(position):
            yield from _wrapped(told, width)


def _wrapped(told: str, width: int) -> Iterator[str]:
    yield from wrap_text(told, width, initial_indent="  ", subsequent_indent="    ")


class ExampleWidget(Vertical, can_focus=True):
    """What happens in an example, a headline, the board and the players. Keys or a click go on."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,enter,space", "step(1)", "games/example/key/next"),
        Binding("left", "step(-1)", "games/example/key/back"),
    ]
    DEFAULT_CSS: ClassVar[str] = """
    ExampleWidget { height: auto; margin: 1 0; border-left: outer $primary 40%; padding-left: 1; }
    ExampleWidget:focus { border-left: outer $primary; }
    ExampleWidget #name { text-style: bold; }
    ExampleWidget #said { height: auto; min-height: 5; }
    ExampleWidget Line { height: 1; }
    ExampleWidget #players { height: auto; }
    ExampleWidget BoardMap { height: 16; }
    """

    def __init__(
        self, examples: GameExamples[Any, Any, Any], example: WorkedExample, look: Look
    ) -> None:
        """Prepare.

        Args:
            examples: plays and draws the examples of the game.
            example: what to show.
            look: signs and colours.
        """
        super().__init__()
        self._examples, self._look = examples, look
        self._title, self._frames = example.title, tuple(examples.play(example))
        self._at = 0

    def compose(self) -> ComposeResult:
        """Lay it out."""
        yield Static(id="name")
        yield Static(id="said")
        yield Line(id="headline")
        board = BoardMap(self._examples.draw, self._look, id="board")
        board.styles.height = self._examples.board_size[1]
        yield board
        yield Line(id="players")

    def on_mount(self) -> None:
        """Show the start."""
        self._show()

    def on_click(self, event: events.Click) -> None:
        """Go on; from the end back to the start."""
        event.stop()
        self._at = (self._at + 1) % len(self._frames)
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer a step only where there is one."""
        if action == "step":
            return self._at + 1 < len(self._frames) if parameters == (1,) else self._at > 0
        return True

    def action_step(self, by: int) -> None:
        """Go a step on, or back."""
        self._at = min(max(self._at + by, 0), len(self._frames) - 1)
        self._show()

    def _show(self) -> None:
        frame, last = self._frames[self._at], len(self._frames) - 1
        name = f"{self._title}  {self._at}/{last}{' →' * (self._at < last)}"
        self.query_one("#name", Static).update(name)
        self.query_one("#said", Static).update(f"{frame.told} {frame.says}".strip())
        examples, look, position = self._examples, self._look, frame.position
        view = examples.view(position)
        headline, players = self.query_one("#headline", Line), self.query_one("#players", Line)
        headline.show(lambda width: examples.headline(position, width, look))
        self.query_one(BoardMap).view = examples.board_view(position, frame.changed)
        players.show(
            lambda width: Content("\n").join(examples.seats(view, min(width, _SEATS), look))
        )
        self.refresh_bindings()
