"""The course of a game as a small chart, one line for each round. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator

from textual.content import Content

from games.amber import Position
from siam_tui.appearance.cells import cut_text, pad_start
from siam_tui.appearance.style import Look
from siam_tui.games.amber.colours import marks_of
from siam_tui.games.amber.facts import AmberView
from siam_tui.model.move_log import MoveLog

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
