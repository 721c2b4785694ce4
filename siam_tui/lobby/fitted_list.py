"""Fits the list of tables into the width there is: drops columns and shortens names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from rich.cells import cell_len, set_cell_size

from siam_tui.appearance.cells import text_width
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
        tables: the id of each row's table.
    """

    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    tables: tuple[str, ...] = ()


def fit_list(rows: Mapping[str, ListRow], width: int) -> FittedList:
    """Return a list with as many columns as fit, and the players' names cut to the rest.

    Args:
        rows: the tables, by their ids.
        width: how many cells the list has; 0 before it is laid out.
    """
    texts = [row._asdict() for row in rows.values()]
    kept, room = shown_columns(), max(0, width - _SCROLL_BAR)
    widths = {name: _column_width(name, [each[name] for each in texts]) for name in kept}
    if room:
        for name in _LEAST_FIRST:
            if _room(kept, widths, room) >= min(widths["players"], _PLAYERS_AT_LEAST):
                break
            kept = tuple(each for each in kept if each != name)
        names = max(_room(kept, widths, room), text_width("players"))
        texts = [{**each, "players": _cut(each["players"], names)} for each in texts]
    fitted = tuple(tuple(each[name] for name in kept) for each in texts)
    return FittedList(kept, fitted, tuple(rows))


def _column_width(name: str, texts: Sequence[str]) -> int:
    return max(map(cell_len, (name, *texts)))


def _cut(text: str, width: int) -> str:
    return text if cell_len(text) <= width else f"{set_cell_size(text, width - 1).rstrip()}…"


def _room(columns: Sequence[str], widths: dict[str, int], width: int) -> int:
    """Return how many cells are left for the names of the players."""
    others = sum(widths[name] for name in columns if name != "players")
    return width - others - _PADDING * len(columns)


def fill_list(tables: DataTable, fitted: FittedList, chosen: str) -> None:
    """Show a list, and keep the table with the chosen id chosen; it is empty if there is none."""
    tables.clear(columns=True)
    tables.add_columns(*(name.capitalize() for name in fitted.columns))
    for number, (table, texts) in enumerate(zip(fitted.tables, fitted.rows, strict=True)):
        tables.add_line(*texts, key=table)
        if table == chosen:
            tables.move_cursor(row=number)
