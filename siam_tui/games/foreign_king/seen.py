"""A table of The Foreign King as one person sees it."""

from __future__ import annotations

from typing import TypeAlias

from games.foreign_king import ForeignKing, ForeignKingOutcome, Position
from siam_tui.model.table_view import TableViewOf

ForeignKingView: TypeAlias = TableViewOf[ForeignKing, Position]
"""A table of this game."""


def outcome_of(view: ForeignKingView) -> ForeignKingOutcome | None:
    """Return how the game ended, if it was played to its end."""
    if view.position is None or view.state.status != "over":
        return None
    return view.game.outcome(view.position)
