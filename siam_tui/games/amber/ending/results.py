"""How a game ended and went: sentences, standings and a chart. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from textual.content import Content

from games.amber import Position
from games.amber.constants import VALUES, WALL, Problem
from games.amber.scoring import final_points
from games.plural import count_of
from siam_tui.appearance.cells import cut_text, pad_start
from siam_tui.appearance.style import Look
from siam_tui.games.amber.colours import marks_of
from siam_tui.games.amber.ending.points_table import points_table, ranking
from siam_tui.games.amber.facts import AmberView, outcome_of
from siam_tui.games.amber.names import numbered
from siam_tui.games.game_texts import tell_winners
from siam_tui.model.move_log import MoveLog
from siam_tui.ui.text import listed

_COME: Final = "The Barbarians come with power {power}."
_RULE: Final = (
    f"A wall is {WALL}, less that power, and 1 more for each own marker in the Borderland. "
    "A kept number equal to the wall or above is lost."
)


def tell_outcome(view: AmberView) -> Iterator[str]:
    """Iterate over the Barbarians' power, who won, and what you lost."""
    yield _COME.format(power=view.begun_position.power)
    if outcome_of(view).barbarians:
        yield f"They win: {_nobody_reached(view)}."
    else:
        yield f"{_who_wins(view)}."
    if view.seat is not None:
        yield from _own_losses(view, view.seat)


def _nobody_reached(view: AmberView) -> str:
    """Return why the Barbarians have won."""
    goal = view.game.chosen.goal
    return "nobody has a point left" if goal == 1 else f"nobody has {count_of(goal, 'point')}"


def _who_wins(view: AmberView) -> str:
    """Return who wins with how many points, and by how much."""
    outcome, position = outcome_of(view), view.begun_position
    first, *rest = ranking(position)
    points = count_of(outcome.points[first], "point")
    others = [seat for seat in rest if seat not in outcome.winners]
    told = f"{tell_winners(view, outcome.winners)} with {points}"
    if not others:
        return told
    second = others[0]
    name = view.name_or_you(second)
    lead = outcome.points[first] - outcome.points[second]
    if lead:
        return f"{told}, {lead} ahead of {name}"
    many = " to ".join(str(final_points(position, seat).defenders) for seat in (first, second))
    return f"{told}, as many as {name}, but by markers in the Borderland, {many}"


def _own_losses(view: AmberView, seat: int) -> Iterator[str]:
    """Iterate over what the person lost to the Barbarians; nothing if nothing was lost."""
    final = final_points(view.begun_position, seat)
    if not final.lost:
        return
    lost = sum(VALUES[problem] for problem in final.lost)
    needed = max(VALUES[problem] for problem in final.lost) + 1
    yield (
        f"You lost {lost} of {count_of(lost + final.points, 'point')}: "
        f"to hold all, your wall had to be {needed}, it was {final.wall}."
    )


def tell_scoring(view: AmberView) -> Iterator[str]:
    """Iterate over the sentences that lead from the final position to the winners."""
    position = view.begun_position
    yield f"The last round was round {position.round}."
    yield _COME.format(power=position.power)
    yield _RULE
    for seat in ranking(position):
        yield tell_final(view, position, seat)
    if outcome_of(view).barbarians:
        yield f"The Barbarians win, because {_nobody_reached(view)}. Everybody has lost."
    else:
        yield f"{_who_wins(view)}."


def tell_final(view: AmberView, position: Position, seat: int) -> str:
    """Return what the Barbarians left of a seat's Problems."""
    final = final_points(position, seat)
    who = view.subject(seat)
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


def standings(view: AmberView, width: int, look: Look) -> list[Content]:
    """Return the seats, the best first, with what holds and falls; none of a game ended early."""
    if view.position is None or view.outcome is None:
        return []
    heading = Content.styled("Final standings", "bold underline")
    return [heading, *points_table(view, width, look).split("\n", allow_blank=True)]


_COLUMN = 8


def _round_ends(log: MoveLog, view: AmberView) -> Iterator[tuple[Position, Position]]:
    """Iterate over the rounds: a position of each, and the first one after it."""
    before = view.game.parse(log.start)
    for entry in log.entries:
        after = view.game.parse(entry.position)
        if after.over or view.game.chapter(after) != view.game.chapter(before):
            yield before, after
        before = after


def game_chart(log: MoveLog, view: AmberView, width: int, look: Look) -> list[Content]:
    """Return the chart: the Barbarians' power, and each seat's wall and kept Problems."""
    found = list(_round_ends(log, view)) if log.start else []
    if not found:
        return []
    marks = marks_of(view)
    heads = "".join(pad_start(letter, _COLUMN) for letter in marks.letters)
    lines = [Content.styled(cut_text(f"round  Barbarians{heads}", width, ""), "bold underline")]
    for before, after in found:
        cells = "".join(
            pad_start(f"{after.wall(number)} ({seat.problems})", _COLUMN)
            for number, seat in enumerate(after.seats)
        )
        name = f"{before.period}.{before.round}" if before.period > 1 else str(before.round)
        lines.append(Content(f"{name:>5}{after.power:>12}{cells}").truncate(width))
    told = "For each player: the wall, and (how many Problems are kept)"
    lines += Content.styled(told, look.palette.faint).wrap(max(1, width))
    return lines
