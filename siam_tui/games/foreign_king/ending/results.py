"""How a game ended, in sentences and as a table of points. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from games.foreign_king import Position
from games.foreign_king.scoring import final_points, winners
from games.plural import count_of
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.ending.points_table import points_table, ranking
from siam_tui.games.foreign_king.facts import end_facts
from siam_tui.games.foreign_king.names import colour_name, listed_subjects
from siam_tui.games.foreign_king.seen import ForeignKingView, outcome_of

NOT_PLAYED_OUT: Final = "Everybody seated agreed to end the game early. Nobody wins."
_TABLE: Final = 50
"""Characters across from which the standings have the points of all."""


def result(view: ForeignKingView) -> str:
    """Return the result as sentences: who won, the points of the others, and why it ended."""
    outcome, position = outcome_of(view), view.position
    if outcome is None or position is None:
        return NOT_PLAYED_OUT
    best = winning_colours(position)
    others = sorted(set(range(len(outcome.points))) - set(best), key=lambda c: -outcome.points[c])
    points = count_of(outcome.points[best[0]], "point")
    beaten = ", ".join(f"{colour_name(view, each)} {outcome.points[each]}" for each in others)
    rest = f" ({beaten})" if beaten else ""
    return f"{_winners(view, best)} with {points}{rest}. {why_ended(position)}"


def winning_colours(position: Position) -> tuple[int, ...]:
    """Return the colours that win a game that is over, the virtual player's among them."""
    points = [each.total for each in final_points(position)]
    return winners(points, position.medals)


def _winners(view: ForeignKingView, best: Sequence[int]) -> str:
    if best == (view.seat,):
        return "You win"
    return f"{listed_subjects(view, best)} win{'s' * (len(best) == 1)}"


def why_ended(position: Position) -> str:
    """Return what ended a game (F15, F4)."""
    end = end_facts(position)
    if end.marker <= end.second:
        return (
            f"The King's marker, at {end.marker}, has come down to the second-highest score, "
            f"{end.second}."
        )
    if sum(position.factories[1::2]) == sum(position.factories) > 0:
        return "All ten factories are inactive."
    return "No player could use any space."


def standings(view: ForeignKingView, width: int, look: Look) -> list[Content]:
    """Return the colours, the best first; where there is room, below what their points are for."""
    position = view.position
    if position is None or view.outcome is None:
        return []
    heading = Content.styled("Final standings", "bold underline")
    table = points_table(view, width, look) if width >= _TABLE else None
    if table is not None:
        return [heading, *table.split("\n", allow_blank=True)]
    return [heading, *ranking(view, position, width, look)]
