"""Worked examples of games that are played on a map, as plain text and as a small board."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Generic, TypeVar

from textual.content import Content
from textual.widget import Widget

from games.registry import game_of
from siam_tui.appearance.cells import wrap_text
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.appearance.style import Look
from siam_tui.games.example_widget import ExampleWidget
from siam_tui.games.map_board.view import BoardView, MarkedPlaces
from siam_tui.games.map_board.widget import BoardMap, Draw
from siam_tui.games.worked_example import (
    ExampleFrame,
    WorkedExample,
    play_example,
    view_of_example,
)
from siam_tui.model.table_view import TableView
from siam_tui.ui.text_line import Line

_SEATS: Final = 48
"""Characters across that the players take beside a small board."""

G = TypeVar("G")
P = TypeVar("P")
M = TypeVar("M")


class MapExamples(ABC, Generic[G, P, M]):
    """A game's part of its examples, as `siam_tui.games.worked_example` asks for it.

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

    def board_lines(
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


class MapExampleWidget(ExampleWidget):
    """What happens in an example, the line above the board, the board, and the players."""

    def __init__(
        self, teller: MapExamples[Any, Any, Any], example: WorkedExample, look: Look
    ) -> None:
        """Prepare.

        Args:
            teller: the game's part of its examples.
            example: what to show.
            look: signs and colours.
        """
        super().__init__(example.title, tuple(play_example(example, teller)))
        self._teller, self._look = teller, look

    def board_widgets(self) -> Iterator[Widget]:
        """Iterate over headline, board and players."""
        yield Line(id="headline")
        board = BoardMap(self._teller.draw, self._look, id="board")
        board.styles.height = self._teller.board_size[1]
        yield board
        yield Line(id="players")

    def show_frame(self, frame: ExampleFrame) -> None:
        """Show a moment in them."""
        teller, position, look = self._teller, frame.position, self._look
        view = teller.view(position)
        headline, players = self.query_one("#headline", Line), self.query_one("#players", Line)
        headline.show(lambda width: teller.headline(position, width, look))
        self.query_one(BoardMap).view = teller.board_view(position, frame.changed)
        players.show(lambda width: Content("\n").join(teller.seats(view, min(width, _SEATS), look)))
