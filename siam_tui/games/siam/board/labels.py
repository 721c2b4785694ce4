"""What is drawn of a board, with which look, and the parts its texts are made of."""

from __future__ import annotations

from dataclasses import dataclass

from textual.content import Content

from games.siam import FACTIONS, Map, Position, Trio
from siam_tui.appearance.palette import Palette
from siam_tui.appearance.style import Look, chip
from siam_tui.games.map_board import view
from siam_tui.games.map_board.labels import joined
from siam_tui.games.siam.deal import Deal
from siam_tui.games.siam.names import side_letters


@dataclass(frozen=True, slots=True)
class BoardView(view.BoardView):
    """What the board is to show.

    Attributes:
        before: the position before the move that is being built, if one is.
        deal: how far the deal has come, while it is shown.
        is_ended: whether the game is over, so that nobody takes an open province any more.
    """

    board: Map
    position: Position | None = None
    before: Position | None = None
    deal: Deal | None = None
    is_ended: bool = False

    @property
    def framed(self) -> int | None:
        """The province of the present struggle."""
        return self.position.contested if self.position and self.deal is None else None

    def number(self, province: int) -> int | None:
        """Return the place in the queue of struggles, from 1; None until its tile is dealt."""
        if self.position is None or (self.deal and not self.deal.has_tile(self.position, province)):
            return None
        return self.position.queue.index(province) + 1

    def is_bare(self, province: int) -> bool:
        """Return whether nothing is known of a province yet: before the start, and in the deal."""
        deal, position = self.deal, self.position
        return position is None or (deal is not None and not deal.is_filled(position, province))

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
