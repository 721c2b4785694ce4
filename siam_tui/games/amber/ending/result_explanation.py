"""Explains the result of a game step by step (A11). Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.amber import Position
from games.amber.constants import WALL, Problem
from games.amber.scoring import final_points
from games.plural import count_of
from siam_tui.games.amber.ending.points_table import ranking
from siam_tui.games.amber.ending.results import NOT_PLAYED_OUT, nobody_reached, who_wins
from siam_tui.games.amber.names import numbered, subject
from siam_tui.games.amber.seen import AmberView, outcome_of
from siam_tui.ui.text import listed

_RULE: Final = (
    f"A wall is {WALL}, less that power, and 1 more for each own marker in the Borderland. "
    "A kept number equal to the wall or above is lost."
)


def explain_result(view: AmberView) -> list[str]:
    """Return the sentences that lead from the final position to the winners."""
    position, outcome = view.position, outcome_of(view)
    if position is None or outcome is None:
        return [NOT_PLAYED_OUT]
    return [
        f"The last round was round {position.round}.",
        f"The Barbarians come with power {position.power}.",
        _RULE,
        *(tell_final(view, position, seat) for seat in ranking(position)),
        *_verdict(view, barbarians=outcome.barbarians),
    ]


def tell_final(view: AmberView, position: Position, seat: int) -> str:
    """Return what the Barbarians left of a seat's Problems."""
    final = final_points(position, seat)
    who = subject(view, seat)
    points = count_of(final.points, "point")
    start = f"{who}: wall {final.wall}, {count_of(final.defenders, 'marker')} in the Borderland."
    if not final.held and not final.lost:
        return f"{start} No Problem was kept. {points}."
    lost = _counted(final.lost, "is lost", "are lost") if final.lost else "Nothing is lost"
    if not final.held:
        return f"{start} {lost}. {points}."
    return f"{start} {_counted(final.held, 'counts', 'count')}. {lost}. {points}."


def _counted(problems: tuple[Problem, ...], one: str, many: str) -> str:
    named = listed([numbered(problem) for problem in problems])
    return f"{named} {one if len(problems) == 1 else many}"


def _verdict(view: AmberView, *, barbarians: bool) -> Iterator[str]:
    if barbarians:
        yield f"The Barbarians win, because {nobody_reached(view)}. Everybody has lost."
        return
    yield f"{who_wins(view)}."
