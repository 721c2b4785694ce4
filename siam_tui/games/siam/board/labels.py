"""What is drawn of a board, with which look, and the parts its texts are made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from textual.content import Content

from games.siam import FACTION_LETTERS, FACTIONS, Map, Position, Trio
from siam_tui.appearance.style import Look, chip
from siam_tui.games.siam.board.drawing import Drawing

HOT: Final = 3
"""In how many steps a glow fades."""


@dataclass(frozen=True, slots=True)
class BoardView:
    """What the board is to show.

    Attributes:
        board: the map.
        position: what stands on it; None before the start.
        targets: provinces that may be chosen now.
        chosen: provinces already chosen in the move being built.
        cursor: the province under the keyboard's cursor.
        touched: provinces where something has changed since the person's last move.
        fresh: provinces that have just changed, and glow.
        heat: how much they glow, from 0 to `HOT`.
    """

    board: Map
    position: Position | None = None
    targets: frozenset[int] = frozenset()
    chosen: frozenset[int] = frozenset()
    cursor: int | None = None
    touched: frozenset[int] = frozenset()
    fresh: frozenset[int] = frozenset()
    heat: int = 0

    @property
    def contested(self) -> int | None:
        """The province of the present struggle."""
        return self.position.contested if self.position else None

    def place(self, province: int) -> int | None:
        """Return the place in the queue of struggles, from 1."""
        return self.position.queue.index(province) + 1 if self.position else None


def joined(parts: Sequence[Content], separator: str = " ") -> Content:
    """Join contents with a separator."""
    return Content(separator).join(parts)


def counts(trio: Trio, look: Look, *, zeros: bool = False) -> Content:
    """Return numbers of followers as ``R2 L1``, in their colours."""
    shown = [faction for faction in FACTIONS if trio[faction] or zeros]
    return joined([chip(f, look, f"{FACTION_LETTERS[f]}{trio[f]}") for f in shown])


def followers(trio: Trio, width: int, look: Look) -> Content:
    """Return followers letter by letter in their colours, or counted where that is too wide."""
    shown = [faction for faction in FACTIONS if trio[faction]]
    cubes = joined(
        [joined([chip(f, look, f" {FACTION_LETTERS[f]} ")] * trio[f]) for f in shown], "  "
    )
    letters = joined([chip(f, look, FACTION_LETTERS[f] * trio[f]) for f in shown])
    counted = counts(trio, look)
    tight = joined([chip(f, look, f"{FACTION_LETTERS[f]}{trio[f]}") for f in shown], "")
    fitting = (form for form in (cubes, letters, counted) if form.cell_length <= width)
    return next(fitting, tight)


@dataclass(frozen=True, slots=True)
class Room:
    """The room for text in a province.

    Attributes:
        drawing: how the map is drawn.
        width: characters across.
        lines: lines.
    """

    drawing: Drawing
    width: int
    lines: int
