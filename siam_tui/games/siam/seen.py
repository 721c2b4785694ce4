"""A table of King of Siam as one person sees it."""

from __future__ import annotations

from typing import TypeAlias

from games.siam import Position, Siam, SiamOutcome
from siam_tui.model.table_view import TableViewOf

SiamView: TypeAlias = TableViewOf[Siam, Position]
"""A table of this game."""


def outcome_of(view: SiamView) -> SiamOutcome | None:
    """Return how the game ended, if it was played to its end."""
    if view.position is None or view.state.status != "over":
        return None
    return view.game.outcome(view.position)
