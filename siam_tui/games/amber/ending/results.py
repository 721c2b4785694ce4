"""How a game ended, in sentences. Pure functions."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from games.amber.constants import VALUES
from games.amber.scoring import final_points
from games.plural import count_of
from siam_tui.appearance.style import Look
from siam_tui.games.amber.ending.points_table import points_table, ranking
from siam_tui.games.amber.seen import AmberView, outcome_of

NOT_PLAYED_OUT: Final = "Everybody seated agreed to end the game early. Nobody wins."


def result(view: AmberView) -> str:
    """Return the result as sentences: the Barbarians' power, who won, what you lost."""
    outcome, position = outcome_of(view), view.position
    if outcome is None or position is None:
        return NOT_PLAYED_OUT
    told = [f"The Barbarians come with power {position.power}."]
    if outcome.barbarians:
        told.append(f"They win: {nobody_reached(view)}.")
    else:
        told.append(f"{who_wins(view)}.")
    if view.seat is not None:
        told += _own_losses(view, view.seat)
    return " ".join(told)


def nobody_reached(view: AmberView) -> str:
    """Return why the Barbarians have won."""
    goal = view.game.chosen.goal
    return "nobody has a point left" if goal == 1 else f"nobody has {count_of(goal, 'point')}"


def who_wins(view: AmberView) -> str:
    """Return who wins with how many points, and by how much."""
    outcome, position = outcome_of(view), view.position
    assert outcome is not None
    assert position is not None
    first, *rest = ranking(position)
    points = count_of(outcome.points[first], "point")
    others = [seat for seat in rest if seat not in outcome.winners]
    if outcome.winners == (view.seat,):
        told = f"You win with {points}"
    else:
        told = f"{view.names(outcome.winners)} win{'s' * (len(outcome.winners) == 1)} with {points}"
    if not others:
        return told
    second = others[0]
    name = "you" if second == view.seat else view.name(second)
    lead = outcome.points[first] - outcome.points[second]
    if lead:
        return f"{told}, {lead} ahead of {name}"
    many = " to ".join(str(final_points(position, seat).defenders) for seat in (first, second))
    return f"{told}, as many as {name}, but by markers in the Borderland, {many}"


def _own_losses(view: AmberView, seat: int) -> list[str]:
    """Return what the person lost to the Barbarians; nothing if nothing was lost."""
    assert view.position is not None
    final = final_points(view.position, seat)
    if not final.lost:
        return []
    lost = sum(VALUES[problem] for problem in final.lost)
    needed = max(VALUES[problem] for problem in final.lost) + 1
    told = (
        f"You lost {lost} of {count_of(lost + final.points, 'point')}: "
        f"to hold all, your wall had to be {needed}, it was {final.wall}."
    )
    return [told]


def standings(view: AmberView, width: int, look: Look) -> list[Content]:
    """Return the seats, the best first, with what holds and falls; none of a game ended early."""
    if view.position is None or view.outcome is None:
        return []
    heading = Content.styled("Final standings", "bold underline")
    return [heading, *points_table(view, width, look).split("\n", allow_blank=True)]
