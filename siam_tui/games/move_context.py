"""What the text of a move draws on beyond the move, and whether a log has that text at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from protocol.states import Entry
from siam_tui.games.registry import ui_of
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


def is_logged(view: TableView, entry: Entry) -> bool:
    """Return whether a move says anything to those who read about the game."""
    return entry.by != "player" or entry.move not in ui_of(view.game.name).texts.unlogged
