"""Fits the list of tables into the width there is: drops columns and shortens names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, set_cell_size

from siam_tui.lobby.table_list import ListRow, shown_columns
from siam_tui.ui.text_widgets import DataTable

_SCROLL_BAR: Final = 2
"""Cells that the scroll bar of the list may take."""
_PADDING: Final = 2
"""Blank cells beside the text of each column."""
_LEAST_FIRST: Final = ("map", "game", "seats")
"""Columns that are dropped where there is no room, the least needed first."""
_PLAYERS_AT_LEAST: Final = 18
"""Cells that the names of the players need, or all of the names if they are shorter."""


@dataclass(frozen=True, slots=True)
class FittedList:
    """A list that needs no sideways scroll bar.

    Attributes:
        columns: the names of its columns.
        rows: the texts of each row, column by column.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


def fit_list(rows: Sequence[ListRow], columns: Sequence[str], width: int) -> FittedList:
    """Return a list with as many of the columns as fit, and the players' names cut to the rest.

    Args:
        rows: the tables.
        columns: the names of the wanted columns; the last one holds the players.
        width: how many cells there are; 0 if that is not known yet.
    """
    texts = [row._asdict() for row in rows]
    widths = {name: _column_width(name, [each[name] for each in texts]) for name in columns}
    kept = tuple(columns)
    if not width:
        return FittedList(kept, tuple(tuple(each[name] for name in kept) for each in texts))
    for name in _LEAST_FIRST:
        if _room(kept, widths, width) >= min(widths["players"], _PLAYERS_AT_LEAST):
            break
        kept = tuple(each for each in kept if each != name)
    room = max(_room(kept, widths, width), len("players"))
    fitted = [{**each, "players": _cut(each["players"], room)} for each in texts]
    return FittedList(kept, tuple(tuple(each[name] for name in kept) for each in fitted))


def _column_width(name: str, texts: Sequence[str]) -> int:
    return max(map(cell_len, (name, *texts)))


def _cut(text: str, width: int) -> str:
    return text if cell_len(text) <= width else f"{set_cell_size(text, width - 1).rstrip()}…"


def _room(columns: Sequence[str], widths: dict[str, int], width: int) -> int:
    """Return how many cells are left for the names of the players."""
    others = sum(widths[name] for name in columns if name != "players")
    return width - others - _PADDING * len(columns)


def fill_list(tables: DataTable, rows: Mapping[str, ListRow], chosen: str, width: int) -> None:
    """Show rows in a list, and keep the chosen one chosen.

    Args:
        tables: the list.
        rows: the rows, by the ids of their tables.
        chosen: the id of the chosen table; empty if there is none.
        width: how many cells the list has; 0 before it is laid out.
    """
    fitted = fit_list(tuple(rows.values()), shown_columns(), max(0, width - _SCROLL_BAR))
    tables.clear(columns=True)
    tables.add_columns(*(name.capitalize() for name in fitted.columns))
    for number, (table, texts) in enumerate(zip(rows, fitted.rows, strict=True)):
        tables.add_line(*texts, key=table)
        if table == chosen:
            tables.move_cursor(row=number)
