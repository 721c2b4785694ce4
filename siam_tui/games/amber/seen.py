"""A table of Reino de Ámbar as one person sees it."""

from __future__ import annotations

from typing import TypeAlias

from games.amber import Amber, AmberOutcome, Position
from siam_tui.model.table_view import TableViewOf

AmberView: TypeAlias = TableViewOf[Amber, Position]
"""A table of this game."""


def outcome_of(view: AmberView) -> AmberOutcome | None:
    """Return how the game ended, if it was played to its end."""
    if view.position is None or view.state.status != "over":
        return None
    return view.game.outcome(view.position)
