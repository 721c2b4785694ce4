"""What the text of a move may draw on beyond the move: where it was played, and by whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from siam_tui.model.table_view import TableView


@dataclass(frozen=True, slots=True)
class MoveContext:
    """The circumstances of a move.

    Attributes:
        view: the table it was played at, with the names of the seats.
        before: the position it was played in, as far as the person may see it.
    """

    view: TableView
    before: Any
