"""What is drawn of a board, with which look, and the parts its texts are made of."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from games.siam import FACTIONS, Map, Position, Trio
from siam_tui.appearance.palette import Palette
from siam_tui.appearance.style import Look, chip
from siam_tui.games.map_board import view
from siam_tui.games.map_board.labels import joined
from siam_tui.games.siam.names import side_letters


@dataclass(frozen=True, slots=True)
class BoardView(view.BoardView):
    """What the board is to show.

    Attributes:
        before: the position before the move that is being built, if one is.
    """

    board: Map
    position: Position | None = None
    before: Position | None = None

    @property
    def framed(self) -> int | None:
        """The province of the present struggle."""
        return self.position.contested if self.position else None

    def number(self, province: int) -> int | None:
        """Return the place in the queue of struggles, from 1."""
        return self.position.queue.index(province) + 1 if self.position else None

    def wash(self, province: int, palette: Palette) -> str:
        """Return the ground of a province, in the colour of who controls it."""
        control = self.position.control(province) if self.position else None
        return palette.land if control is None else palette.washes[control]


def counts(board: Map, trio: Trio, look: Look, *, zeros: bool = False) -> Content:
    """Return numbers of followers as ``R2 L1``, in their colours."""
    shown = [faction for faction in FACTIONS if trio[faction] or zeros]
    letters = side_letters(board)
    return joined([chip(f, look, f"{letters[f]}{trio[f]}") for f in shown])


def followers(board: Map, trio: Trio, width: int, look: Look) -> Content:
    """Return followers letter by letter in their colours, or counted where that is too wide."""
    shown = [faction for faction in FACTIONS if trio[faction]]
    letters = side_letters(board)
    cubes = joined([joined([chip(f, look, f" {letters[f]} ")] * trio[f]) for f in shown], "  ")
    in_rows = joined([chip(f, look, letters[f] * trio[f]) for f in shown])
    counted = counts(board, trio, look)
    tight = joined([chip(f, look, f"{letters[f]}{trio[f]}") for f in shown], "")
    fitting = (form for form in (cubes, in_rows, counted) if form.cell_length <= width)
    return next(fitting, tight)
