"""A table of Reino de Ámbar as one person sees it."""

from __future__ import annotations

from typing import TypeAlias

from games.amber import Amber, AmberOutcome, Position
from siam_tui.model.table_view import TableViewOf

AmberView: TypeAlias = TableViewOf[Amber, Position]
"""A table of this game."""


def position_of(view: AmberView) -> Position:
    """Return the position of a table whose game has begun."""
    assert view.position is not None
    return view.position


def add_own_parts(position: Position, view: AmberView) -> Position:
    """Return a position of the log with the person's own cards and kept Problems.

    They are those of the present view, unless the person has played or kept something since.
    """
    now, seat = view.position, view.seat
    if now is None or seat is None or position.seats[seat].hand is not None:
        return position
    was, own = position.seats[seat], now.seats[seat]
    if (was.cards, was.problems) != (own.cards, own.problems):
        return position
    seen = was._replace(hand=own.hand, pawn=own.pawn, kept=own.kept)
    return position._replace(seats=(*position.seats[:seat], seen, *position.seats[seat + 1 :]))


def outcome_of(view: AmberView) -> AmberOutcome | None:
    """Return how the game ended, if it was played to its end."""
    if view.position is None or view.state.status != "over":
        return None
    return view.game.outcome(view.position)
