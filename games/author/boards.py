"""Boards: places with names, coordinates and neighbours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, cached_property
from itertools import pairwise, product
from types import MappingProxyType
from typing import Final, Literal, TypeVar

T = TypeVar("T")

_FILES: Final = "abcdefghijklmnopqrstuvwxyz"
_STEPS: Final = {"-": ((1, 0),), "|": ((0, 1),), "x": ((1, 1), (-1, 1))}
"""What each sign of a grid's links joins a place with."""
_DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (-1, 1))


class Board:
    """Places, numbered from 0.

    Attributes:
        places: the word of each, as the notation writes it.
        titles: the name of each, as people read it.
        points: the coordinates of each, right and down, in steps of one place.
        links: pairs of places that are neighbours, the lower number first.
        row: how many places stand side by side in a position's text; 0 if it has no rows.
        expects: what an error calls a place.
    """

    row = 0

    def __init__(
        self,
        places: Sequence[str],
        points: Sequence[tuple[float, float]],
        links: Sequence[tuple[int, int]] = (),
        titles: Sequence[str] = (),
        expects: str = "a place",
    ) -> None:
        """Define a board by its places."""
        self.places = tuple(places)
        self.points = tuple(points)
        self.links = tuple(links)
        self.titles = tuple(titles or places)
        self.expects = expects

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.places)))

    def __len__(self) -> int:
        return len(self.places)

    @cached_property
    def _neighbours(self) -> tuple[tuple[int, ...], ...]:
        found: list[list[int]] = [[] for _ in self]
        for one, other in self.links:
            found[one].append(other)
            found[other].append(one)
        return tuple(tuple(sorted(near)) for near in found)

    def next(self, place: int) -> tuple[int, ...]:
        """Return the neighbours of a place."""
        return self._neighbours[place]

    def where(self, items: Sequence[T], item: T) -> list[int]:
        """Return the places where an item stands, ascending."""
        return [place for place in self if items[place] == item]


class Grid(Board):
    """Places in rows and columns.

    >>> board = Grid(3, 3, names="numbers", links="-|x")
    >>> board.places, board.next(0), Grid(7, 6).places[0]
    (('1', '2', '3', '4', '5', '6', '7', '8', '9'), (1, 3, 4), 'a6')
    >>> board.in_row((0, 0, 0, None, 1, None, 1, None, 1), 3)
    {0}
    >>> board.rays(5)[:3]
    ((), (4, 3), (8,))
    """

    def __init__(
        self,
        columns: int,
        rows: int,
        names: Literal["chess", "numbers"] = "chess",
        links: str = "",
    ) -> None:
        """Define a grid.

        Args:
            columns: places side by side.
            rows: places one below the other.
            names: ``chess`` names the lowest row a1, b1 …; ``numbers`` counts from 1, from above.
            links: what is joined: ``-`` neighbours in a row, ``|`` in a column, ``x`` diagonally.
        """
        self.columns = columns
        self.rows = rows
        self.row = columns
        cells = [(x, y) for y in range(rows) for x in range(columns)]
        if names == "chess":
            places = [f"{_FILES[x]}{rows - y}" for x, y in cells]
        else:
            places = [str(number + 1) for number in range(len(cells))]
        steps = [step for sign in links for step in _STEPS[sign]]
        pairs = [
            (self.at(x, y), self.at(x + right, y + down))
            for x, y in cells
            for right, down in steps
            if self._has(x + right, y + down)
        ]
        super().__init__(places, cells, pairs, expects=f"a place such as {places[0]}")

    def at(self, x: int, y: int) -> int:
        """Return the place in a column and a row, each counted from 0, from the upper left."""
        return x + y * self.columns

    def _has(self, x: int, y: int) -> bool:
        return 0 <= x < self.columns and 0 <= y < self.rows

    @cache  # noqa: B019 - boards are made once, with the game's module
    def lines(self, length: int) -> tuple[tuple[int, ...], ...]:
        """Return all straight lines of so many places: rows, columns and diagonals."""
        last = length - 1
        return tuple(
            tuple(self.at(x + right * step, y + down * step) for step in range(length))
            for y, x, (right, down) in product(range(self.rows), range(self.columns), _DIRECTIONS)
            if self._has(x + right * last, y + down * last)
        )

    def in_row(self, items: Sequence[T | None], length: int) -> set[T]:
        """Return the items that fill a straight line of so many places."""
        lines = ({items[place] for place in line} for line in self.lines(length))
        return {each for line in lines if len(line) == 1 for each in line if each is not None}

    @cache  # noqa: B019 - as for `lines`
    def rays(self, place: int) -> tuple[tuple[int, ...], ...]:
        """Return, for each of eight directions, the places up to the edge, the nearest first."""
        y, x = divmod(place, self.columns)
        steps = range(1, max(self.columns, self.rows))
        return tuple(
            tuple(
                self.at(x + right * far * sign, y + down * far * sign)
                for far in steps
                if self._has(x + right * far * sign, y + down * far * sign)
            )
            for (right, down), sign in product(_DIRECTIONS, (1, -1))
        )

    @cached_property
    def files(self) -> Files:
        """The columns as places of their own."""
        return Files(self)


class Files(Board):
    """The columns of a grid, numbered from 1."""

    def __init__(self, grid: Grid) -> None:
        """Take the columns of a grid."""
        columns = range(grid.columns)
        names = [str(x + 1) for x in columns]
        super().__init__(names, [(x, 0) for x in columns], expects="a column")
        self.grid = grid

    def cells(self, file: int) -> tuple[int, ...]:
        """Return the places of a column, from above."""
        return tuple(self.grid.at(file, y) for y in range(self.grid.rows))


class Points(Board):
    """Points with names and coordinates, and lines along them.

    >>> Points({"A": (0, 0), "B": (2, 0), "C": (1, 1)}, ["A B C"]).next(1)
    (0, 2)
    """

    def __init__(
        self, points: Mapping[str, tuple[float, float]], lines: Sequence[str] = ()
    ) -> None:
        """Define points.

        Args:
            points: the coordinates of each, right and down.
            lines: names with blanks between; those side by side are neighbours.
        """
        number = {name: place for place, name in enumerate(points)}
        pairs = [pair for line in lines for pair in pairwise(map(number.__getitem__, line.split()))]
        links = dict.fromkeys((min(pair), max(pair)) for pair in pairs)
        places = tuple(points)
        expects = f"a point such as {places[0]}"
        super().__init__(places, tuple(points.values()), tuple(links), expects=expects)


class Regions(Board):
    '''Regions of a map that is drawn with one letter each; those that touch are neighbours.

    >>> board = Regions("""
    ...     AAB.
    ...     CCB.
    ... """, {"A": "Arden"})
    >>> board.places, board.titles, board.next(0)
    (('A', 'B', 'C'), ('Arden', 'B', 'C'), (1, 2))
    '''

    def __init__(self, drawing: str, names: Mapping[str, str] = MappingProxyType({})) -> None:
        """Read a drawing; ``.`` is no region.

        Args:
            drawing: lines of equal length.
            names: the title of each letter.
        """
        self.drawing = tuple(line.strip() for line in drawing.strip().splitlines())
        self.columns = max(map(len, self.drawing))
        self.rows = len(self.drawing)
        cells: dict[str, list[tuple[int, int]]] = {}
        for y, line in enumerate(self.drawing):
            for x, letter in enumerate(line):
                if letter != ".":
                    cells.setdefault(letter, []).append((x, y))
        places = sorted(cells)
        self.cells = tuple(tuple(cells[place]) for place in places)
        owner = {cell: place for place, own in enumerate(self.cells) for cell in own}
        pairs = {
            (min(place, owner[near]), max(place, owner[near]))
            for (x, y), place in owner.items()
            for near in ((x + 1, y), (x, y + 1))
            if owner.get(near, place) != place
        }
        super().__init__(
            places,
            [(_mean(x for x, _ in own), _mean(y for _, y in own)) for own in self.cells],
            sorted(pairs),
            [names.get(place, place) for place in places],
            "a region",
        )


def _mean(numbers: Iterator[int]) -> float:
    found = list(numbers)
    return sum(found) / len(found)
