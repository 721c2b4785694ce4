"""The boards of a position as shapes: places with what stands on them, lines and words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, groupby
from typing import Any, Final

from games.author.boards import Board, Files, Grid, Regions
from games.author.game import Game
from games.author.nodes import Maybe, Words
from games.author.records import Many
from siam_tui.appearance.cells import text_width
from siam_tui.games.authored.telling import told_words

SIGNS: Final = "XO#@+*%&"
"""The sign of each seat's pieces."""
_SCALES: Final = ((8, 4), (6, 3), (6, 2), (4, 2), (4, 1), (3, 1))
"""Columns and lines for a step on a board, the largest first."""
_REGION_SCALES: Final = ((8, 4), (6, 3), (5, 3), (8, 2), (6, 2), (4, 2))
_CELL: Final = 4
"""Columns of a place on a grid without lines, at least."""
_EDGE: Final = 4
"""Columns beside such a grid, for the numbers of its rows."""
_MARGIN: Final = 4
_LOW: Final = 2


@dataclass(frozen=True, slots=True)
class Spot:
    """What stands on a place.

    Attributes:
        place: the place.
        x: the column of its middle.
        y: its line.
        parts: texts, each with the seat whose it is, or None.
    """

    place: int
    x: int
    y: int
    parts: tuple[tuple[str, int | None], ...]

    @property
    def width(self) -> int:
        """How many columns the parts take, with a blank between them."""
        return sum(text_width(text) + 1 for text, _ in self.parts) - 1


@dataclass(frozen=True, slots=True)
class Scene:
    """A board with what stands on it.

    Attributes:
        board: the board.
        width: columns.
        height: lines.
        spots: one for each place.
        lines: from column and line to column and line.
        words: texts, each with its middle column, its line and the place that it names, or None.
        owners: which place each cell belongs to, for clicks.
    """

    board: Board
    width: int
    height: int
    spots: tuple[Spot, ...]
    lines: tuple[tuple[int, int, int, int], ...]
    words: tuple[tuple[int, int, str, int | None], ...]
    owners: Callable[[int, int], int | None]


def scenes(game: Game[Any, Any], position: Any, width: int, height: int) -> list[Scene]:  # noqa: ANN401
    """Return the boards of a position, each as large as there is room for.

    Fields over one board stand on it together.
    """
    files = {
        node.board.grid: node.board
        for text in game.shape().kinds.values()
        for node in text.nodes.values()
        if isinstance(node, Words) and isinstance(node.board, Files)
    }
    boards: dict[Board, list[tuple[Many, Sequence[Any]]]] = {}
    for name, node in game.shape().position.nodes.items():
        if isinstance(node, Many) and node.board is not None:
            boards.setdefault(node.board, []).append((node, getattr(position, name)))
    room = height // max(1, len(boards))
    found = []
    for board, fields in boards.items():
        parts = [
            tuple(chain.from_iterable(_parts(node, items[place]) for node, items in fields))
            for place in board
        ]
        if isinstance(board, Regions):
            found.append(_regions(game.name, board, parts, width, room))
        elif isinstance(board, Grid) and not board.links:
            found.append(_cells(board, parts, width, room, files.get(board)))
        else:
            found.append(_points(board, parts, width, room))
    return found


def _parts(node: Many, item: Any) -> tuple[tuple[str, int | None], ...]:  # noqa: ANN401
    """Return what stands on a place: a piece, or how many pieces each seat has there."""
    item_node = node.item
    if isinstance(item_node, Many) and item_node.per_seat:
        return tuple((f"{SIGNS[seat]}{each}", seat) for seat, each in enumerate(item) if each)
    inner = item_node.inner if isinstance(item_node, Maybe) else item_node
    if item is None:
        return ()
    if isinstance(inner, Words) and inner.is_seat:
        return ((f" {SIGNS[item]} ", item),)
    return ((inner.print(item), None),)


def _cells(
    grid: Grid,
    parts: Sequence[tuple[tuple[str, int | None], ...]],
    width: int,
    height: int,
    files: Files | None,
) -> Scene:
    """Return a grid whose places are not joined: a sign for each, and names along the edges."""
    down = 2 if grid.rows * 2 + 1 <= height else 1
    top = 1 if files else 0
    spots = [
        Spot(place, x, y * down + top, parts[place] or ((" · ", None),))
        for place, (x, y) in enumerate(_cells_of(grid))
    ]
    widest = 1 + max(spot.width for spot in spots)
    across = max(_CELL, min(widest, (width - _EDGE) // grid.columns))
    middles = [_EDGE - 1 + across * x + across // 2 for x in range(grid.columns)]
    spots = [replace(spot, x=middles[spot.x]) for spot in spots]
    height = (grid.rows - 1) * down + 1 + top
    edge: list[tuple[int, int, str, int | None]] = []
    for x in range(grid.columns):
        text = files.places[x] if files else grid.places[x][:1]
        edge.append((middles[x], 0 if files else height, text, None))
    if not files:
        edge += [(1, y * down, grid.places[grid.at(0, y)][1:], None) for y in range(grid.rows)]

    def owner(x: int, y: int) -> int | None:
        column, row = (x - _EDGE + 1) // across, (y - top) // down
        inside = 0 <= column < grid.columns and 0 <= row < grid.rows
        return grid.at(column, row) if inside else None

    width = across * grid.columns + _EDGE
    return Scene(grid, width, height + (not files), tuple(spots), (), tuple(edge), owner)


def _cells_of(grid: Grid) -> list[tuple[int, int]]:
    """Return column and row of each place of a grid."""
    return [(x, y) for y in range(grid.rows) for x in range(grid.columns)]


def _points(
    board: Board,
    parts: Sequence[tuple[tuple[str, int | None], ...]],
    width: int,
    height: int,
) -> Scene:
    """Return points that are joined by lines; an empty one shows its name."""
    right = max(x for x, _ in board.points)
    below = max(y for _, y in board.points)
    fitting = (
        (across, down)
        for across, down in _SCALES
        if right * across + _MARGIN <= width and below * down + 1 <= height
    )
    across, down = next(fitting, _SCALES[-1])
    at = [(round(x * across) + 2, round(y * down)) for x, y in board.points]
    near = {point: place for place, point in enumerate(at)}
    reach = max(1, across // 2 - 1)

    def owner(x: int, y: int) -> int | None:
        places = (near.get((x + step, y)) for step in sorted(range(-reach, reach + 1), key=abs))
        return next((place for place in places if place is not None), None)

    return Scene(
        board,
        max(x for x, _ in at) + 3,
        max(y for _, y in at) + 1,
        tuple(Spot(place, *at[place], parts[place]) for place in board),
        tuple((*at[one], *at[other]) for one, other in board.links),
        tuple((*at[place], board.places[place], place) for place in board if not parts[place]),
        owner,
    )


def _regions(
    game: str,
    board: Regions,
    parts: Sequence[tuple[tuple[str, int | None], ...]],
    width: int,
    height: int,
) -> Scene:
    drawn = board if board.rows * _LOW < height else _without_repeated_rows(board)
    columns, rows = drawn.columns, drawn.rows
    fitting = (
        (across, down)
        for across, down in _REGION_SCALES
        if columns * across < width and rows * down < height
    )
    across, down = next(fitting, (max(2, (width - 1) // columns), 2))
    spots, words = [], []
    for place in board:
        left, wide, line = _widest_row(drawn.cells[place])
        middle, top = left * across + wide * across // 2, line * down + 1
        room = wide * across - 2
        spot = Spot(place, middle, top + 1, parts[place])
        beside = 0 if down > _LOW else spot.width + 1  # on low boards, name and pieces share a line
        title = told_words(game, board.titles[place])
        if text_width(title) + beside > room:
            title = board.places[place]
        if beside:
            spot = replace(spot, x=middle + (text_width(title) + 1) // 2 + 1, y=top)
        words.append((middle - beside // 2, top, title, place))
        spots.append(spot)
    owner_of = {cell: place for place in board for cell in drawn.cells[place]}
    return Scene(
        board,
        columns * across + 1,
        rows * down + 1,
        tuple(spots),
        tuple(_borders(drawn, across, down)),
        tuple(words),
        lambda x, y: owner_of.get((x // across, y // down)),
    )


def _without_repeated_rows(board: Regions) -> Regions:
    """Return a map whose rows all differ from the one above: it is lower, with the same borders."""
    rows = "\n".join(row for row, _ in groupby(board.drawing))
    return Regions(rows, dict(zip(board.places, board.titles, strict=True)))


def _widest_row(cells: Sequence[tuple[int, int]]) -> tuple[int, int, int]:
    """Return the first column, the width and the line of the widest row of a region."""
    rows: dict[int, list[int]] = {}
    for x, y in cells:
        rows.setdefault(y, []).append(x)
    line = max(rows, key=lambda y: (len(rows[y]), -y))
    return min(rows[line]), len(rows[line]), line


def _borders(board: Regions, across: int, down: int) -> Iterator[tuple[int, int, int, int]]:
    """Iterate over the lines between regions that differ, and around the whole."""
    columns, rows = board.columns, board.rows

    def letter(x: int, y: int) -> str:
        return board.drawing[y][x] if 0 <= x < columns and 0 <= y < rows else "."

    for y in range(rows + 1):
        for x in range(columns + 1):
            left, top = x * across, y * down
            if letter(x, y) != letter(x, y - 1):
                yield left, top, left + across, top
            if letter(x, y) != letter(x - 1, y):
                yield left, top, left, top + down
