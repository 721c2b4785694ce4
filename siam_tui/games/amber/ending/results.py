"""How a game ended and went: sentences, standings and a chart. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from games.amber import Position
from games.amber.constants import VALUES, WALL
from games.amber.scoring import final_points
from siam_tui.appearance.cells import cut_text, pad_start
from siam_tui.appearance.style import Look
from siam_tui.games.amber.colours import marks_of
from siam_tui.games.amber.ending.points_table import points_table, ranking
from siam_tui.games.amber.facts import AmberView, outcome_of
from siam_tui.games.amber.names import numbered
from siam_tui.model.move_log import MoveLog
from texts import say, tell


def tell_outcome(view: AmberView) -> Iterator[str]:
    """Iterate over the Barbarians' power, who won, and what you lost."""
    yield tell("amber/end/power", power=view.begun_position.power)
    if outcome_of(view).barbarians:
        yield tell("amber/end/they-win", goal=view.game.chosen.goal)
    else:
        yield _who_wins(view)
    if view.seat is not None:
        yield from _own_losses(view, view.seat)


def _who_wins(view: AmberView) -> str:
    """Return who wins with how many points, and by how much."""
    outcome, position = outcome_of(view), view.begun_position
    first, *rest = ranking(position)
    points, won = outcome.points, outcome.winners
    is_mine = tuple(won) == (view.seat,)
    winners = say(
        "amber/end/winners",
        who=tuple(map(view.who if is_mine else view.named, won)),
        points=points[first],
    )
    second = next((seat for seat in rest if seat not in won), None)
    if second is None:
        return tell("amber/end/win", winners=winners)
    who, lead = view.who(second), points[first] - points[second]
    if lead:
        return tell("amber/end/win-ahead", winners=winners, lead=lead, who=who)
    own, other = (final_points(position, seat).defenders for seat in (first, second))
    return tell("amber/end/win-by-markers", winners=winners, who=who, own=own, other=other)


def _own_losses(view: AmberView, seat: int) -> Iterator[str]:
    """Iterate over what the person lost to the Barbarians; nothing if nothing was lost."""
    final = final_points(view.begun_position, seat)
    if final.lost:
        lost = [VALUES[problem] for problem in final.lost]
        yield tell(
            "amber/end/own-losses",
            lost=sum(lost),
            n=sum(lost) + final.points,
            needed=max(lost) + 1,
            wall=final.wall,
        )


def tell_scoring(view: AmberView) -> Iterator[str]:
    """Iterate over the sentences that lead from the final position to the winners."""
    position = view.begun_position
    yield tell("amber/end/last-round", round=position.round)
    yield tell("amber/end/power", power=position.power)
    yield tell("amber/end/rule", wall=WALL)
    for seat in ranking(position):
        yield tell_final(view, position, seat)
    if outcome_of(view).barbarians:
        yield tell("amber/end/all-lost", goal=view.game.chosen.goal)
    else:
        yield _who_wins(view)


def tell_final(view: AmberView, position: Position, seat: int) -> str:
    """Return what the Barbarians left of a seat's Problems."""
    final = final_points(position, seat)
    return tell(
        "amber/end/final",
        who=view.who(seat),
        wall=final.wall,
        markers=final.defenders,
        held=tuple(map(numbered, final.held)),
        lost=tuple(map(numbered, final.lost)),
        kept=len(final.held) + len(final.lost),
        points=final.points,
    )


def standings(view: AmberView, width: int, look: Look) -> list[Content]:
    """Return the seats, the best first, with what holds and falls; none of a game ended early."""
    if view.position is None or view.outcome is None:
        return []
    heading = Content.styled(tell("amber/end/standings"), "bold underline")
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
    heads = f"{tell('amber/chart/round')}  {tell('amber/chart/barbarians')}{heads}"
    lines = [Content.styled(cut_text(heads, width, ""), "bold underline")]
    for before, after in found:
        cells = "".join(
            pad_start(f"{after.wall(number)} ({seat.problems})", _COLUMN)
            for number, seat in enumerate(after.seats)
        )
        name = f"{before.period}.{before.round}" if before.period > 1 else str(before.round)
        lines.append(Content(f"{name:>5}{after.power:>12}{cells}").truncate(width))
    legend = Content.styled(tell("amber/chart/legend"), look.palette.faint)
    return [*lines, *legend.wrap(max(1, width))]
