"""How a map wants to be drawn: regions of a coarse grid, read from the `draw` tables of its TOML.

In the map's file::

    [draw]
    art = '''
    ..AAAABBB
    .AAAAABBBB~
    '''
    [[draw.label]]      # a name on the water, at a column and a row of the art
    text = "Gulf of Siam"
    at = [14, 8]

    [province.draw]     # of each province
    letter = "A"        # its letter in the art
    short = "Lan Na"    # its name where room is scarce; may be left out
    terrain = "hills"   # or "fields", drawn on free ground; may be left out

Each letter of the art is a square piece of land, each ``~`` one of water. Provinces that touch in
the art must share a border; borders that the art does not show are written into the provinces.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import ceil
from typing import Final

from games.contract import InvalidMapError
from games.map_files import refuse_unknown_keys
from siam_tui.appearance.cells import text_width
from siam_tui.games.map_board.view import DrawnMap, DrawnProvince
from texts import say

SEA: Final = -1
WATER: Final = "~"
_NO_LAND: Final = ". " + WATER
MAX_ART: Final = 64
"""Columns and rows an art may have at most."""
MAX_LABEL: Final = 24
TERRAINS: Final = ("hills", "fields")
_DRAW_KEYS: Final = frozenset({"art", "label"})
_LABEL_KEYS: Final = frozenset({"text", "at"})
_PROVINCE_KEYS: Final = frozenset({"letter", "short", "terrain"})


@dataclass(frozen=True, slots=True)
class Label:
    """A name on the water, at a column and a row of the art."""

    text: str
    column: int
    row: int


@dataclass(frozen=True, slots=True)
class Drawing:
    """A map's regions on a coarse grid.

    Attributes:
        cells: rows of cells; each is the index of a province, or SEA.
        names: the provinces' names where room is scarce.
        labels: names on the water.
        listed: for each province the neighbours it does not touch in the drawing.
        water: the columns and rows of the cells that are water.
        terrains: for each province one of TERRAINS, or nothing.
    """

    cells: tuple[tuple[int, ...], ...]
    names: tuple[str, ...]
    labels: tuple[Label, ...]
    listed: tuple[tuple[int, ...], ...]
    water: frozenset[tuple[int, int]] = frozenset()
    terrains: tuple[str, ...] = ()

    @property
    def columns(self) -> int:
        """How many cells a row has."""
        return len(self.cells[0])

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return len(self.cells)

    def cell(self, column: int, row: int) -> int:
        """Return whose cell it is; all beyond the grid is SEA."""
        inside = 0 <= row < self.rows and 0 <= column < self.columns
        return self.cells[row][column] if inside else SEA

    def touching(self) -> set[tuple[int, int]]:
        """Return the pairs of provinces that share an edge of a cell, the lower index first."""
        return {
            (min(pair), max(pair))
            for pair in self._edges()
            if SEA not in pair and pair[0] != pair[1]
        }

    def _edges(self) -> Iterator[tuple[int, int]]:
        for row in range(self.rows):
            for column in range(self.columns):
                here = self.cell(column, row)
                yield here, self.cell(column + 1, row)
                yield here, self.cell(column, row + 1)


@lru_cache(maxsize=16)
def drawing_of(board: DrawnMap) -> Drawing:
    """Return how a map is drawn: as it says itself, or as boxes if it does not or cannot."""
    try:
        return read_drawing(board)
    except InvalidMapError:
        return boxes(board)


def read_drawing(board: DrawnMap) -> Drawing:
    """Read the drawing data of a map.

    Raises:
        InvalidMapError: there is none, or it is wrong, and how.
    """
    art = _art(board)
    cells = _cells(board, art)
    drawing = Drawing(
        cells,
        names=tuple(map(_short, board.provinces)),
        labels=_labels(board, cells),
        listed=(),
        water=frozenset(
            (column, row)
            for row, line in enumerate(art)
            for column, sign in enumerate(line)
            if sign == WATER
        ),
        terrains=tuple(map(_terrain, board.provinces)),
    )
    touching = drawing.touching()
    for one, other in sorted(touching):
        if other not in board.borders[one]:
            both = tuple(board.provinces[each].id for each in (one, other))
            raise InvalidMapError(say("games/drawing/no-border", provinces=both))
    return replace(drawing, listed=_listed(board, touching))


def says_how(board: DrawnMap) -> bool:
    """Whether a map says anything about its drawing."""
    return bool(board.draw) or any(province.draw for province in board.provinces)


def refuse_misspelt_keys(board: DrawnMap) -> None:
    """Refuse a key of the drawing that means nothing; maps of others are drawn without it.

    Raises:
        InvalidMapError: naming the key, and what it was probably meant to be.
    """
    refuse_unknown_keys(say("games/drawing/of-map"), board.draw, _DRAW_KEYS)
    labels = board.draw.get("label", [])
    for label in labels if isinstance(labels, list) else []:
        if isinstance(label, dict):
            refuse_unknown_keys(say("games/drawing/of-label"), label, _LABEL_KEYS)
    for province in board.provinces:
        where = say("games/drawing/of-province", id=province.id)
        refuse_unknown_keys(where, province.draw, _PROVINCE_KEYS)


def check_map(board: DrawnMap) -> None:
    """Return if a map can be drawn as it says; a map without a drawing becomes boxes.

    Raises:
        InvalidMapError: naming what is wrong in its drawing.
    """
    if says_how(board):
        refuse_misspelt_keys(board)
        read_drawing(board)


def boxes(board: DrawnMap) -> Drawing:
    """Draw a map that says nothing about its drawing: rows of three boxes that list neighbours."""
    cells = [[SEA] * 23 for _ in range(6 * ceil(len(board.provinces) / 3) - 1)]
    for province in range(len(board.provinces)):
        left, top = 8 * (province % 3), 6 * (province // 3)
        for row in range(top, top + 5):
            cells[row][left : left + 7] = [province] * 7
    names = tuple(province.name for province in board.provinces)
    terrains = ("",) * len(names)
    return Drawing(tuple(map(tuple, cells)), names, (), board.borders, terrains=terrains)


def _listed(board: DrawnMap, touching: set[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(other for other in others if (min(here, other), max(here, other)) not in touching)
        for here, others in enumerate(board.borders)
    )


def _art(board: DrawnMap) -> list[str]:
    """Return the lines of the art, all of one length."""
    art = board.draw.get("art")
    if not isinstance(art, str) or not art.strip():
        raise InvalidMapError(say("games/drawing/no-art"))
    lines = [line.rstrip() for line in art.splitlines() if line.strip()]
    width = max(map(len, lines))
    if width > MAX_ART or len(lines) > MAX_ART:
        raise InvalidMapError(say("games/drawing/too-large", most=MAX_ART))
    return [line.ljust(width) for line in lines]  # type: ignore[characters] # each is a place


def _cells(board: DrawnMap, art: list[str]) -> tuple[tuple[int, ...], ...]:
    letters = {_letter(province): index for index, province in enumerate(board.provinces)}
    if len(letters) != len(board.provinces):
        raise InvalidMapError(say("games/drawing/same-letter"))
    cells = tuple(
        tuple(SEA if sign in _NO_LAND else _owner(letters, sign) for sign in line) for line in art
    )
    _check_whole(board, cells)
    return cells


def _owner(letters: dict[str, int], sign: str) -> int:
    if sign not in letters:
        raise InvalidMapError(say("games/drawing/unknown-sign", sign=repr(sign), water=WATER))
    return letters[sign]


def _check_whole(board: DrawnMap, cells: tuple[tuple[int, ...], ...]) -> None:
    """Refuse a province that is missing, or in several pieces."""
    for index, province in enumerate(board.provinces):
        own = {(x, y) for y, row in enumerate(cells) for x, cell in enumerate(row) if cell == index}
        ahead = [min(own)] if own else []
        while ahead:
            x, y = ahead.pop()
            if (x, y) in own:
                own.remove((x, y))
                ahead += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]
        if own or not any(index in row for row in cells):
            raise InvalidMapError(say("games/drawing/not-whole", id=province.id))


def _letter(province: DrawnProvince) -> str:
    letter = province.draw.get("letter")
    if not isinstance(letter, str) or len(letter) != 1 or not letter.isalnum():  # type: ignore[characters]
        raise InvalidMapError(say("games/drawing/letter", id=province.id))
    return letter


def _short(province: DrawnProvince) -> str:
    short = province.draw.get("short", province.name)
    if not isinstance(short, str) or not short.strip() or not short.isprintable():
        raise InvalidMapError(say("games/drawing/short-name", id=province.id))
    return short if text_width(short) <= text_width(province.name) else province.name


def _terrain(province: DrawnProvince) -> str:
    terrain = province.draw.get("terrain", "")
    if not isinstance(terrain, str) or terrain not in ("", *TERRAINS):
        raise InvalidMapError(say("games/drawing/terrain", id=province.id, known=TERRAINS))
    return terrain


def _labels(board: DrawnMap, cells: tuple[tuple[int, ...], ...]) -> tuple[Label, ...]:
    labels = board.draw.get("label", [])
    if not isinstance(labels, list):
        raise InvalidMapError(say("games/drawing/labels"))
    return tuple(_label(label, cells) for label in labels)


def _label(table: object, cells: tuple[tuple[int, ...], ...]) -> Label:
    if isinstance(table, dict):
        text, at = table.get("text"), table.get("at")
        if isinstance(text, str) and text.isprintable() and text_width(text) <= MAX_LABEL:
            match at:
                case [int(column), int(row)]:
                    _check_place(text, column, row, cells)
                    return Label(text, column, row)
    raise InvalidMapError(say("games/drawing/label"))


def _check_place(text: str, column: int, row: int, cells: tuple[tuple[int, ...], ...]) -> None:
    """Refuse a label that would begin outside the art, or on land."""
    columns, rows = len(cells[0]), len(cells)
    label, at = repr(text), f"[{column}, {row}]"
    if not (0 <= column < columns and 0 <= row < rows):
        last_column, last_row = columns - 1, rows - 1
        raise InvalidMapError(
            say(
                "games/drawing/label-outside",
                label=label,
                at=at,
                last_column=last_column,
                last_row=last_row,
            )
        )
    if cells[row][column] != SEA:
        raise InvalidMapError(say("games/drawing/label-on-land", label=label, at=at))
