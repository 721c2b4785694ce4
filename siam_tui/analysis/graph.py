"""The chances to win over a whole game, drawn as bars: one graph for each side. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size

from siam_tui.analysis.timeline import columns, timeline
from siam_tui.analysis.verdict_text import per_cent
from siam_tui.analysis.verdicts import Verdict
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.model.replay import Replay

_NAME = 10
_PER_CENT = 6
_CHANCE = "{value:>3} %"
_LOST, _WON = " lost", " won"
_HIGHEST = 5
"""Lines that one side's graph has at most."""


def graph(
    replay: Replay,
    found: Sequence[Verdict],
    ply: int,
    room: tuple[Size, Glyphs],
) -> list[Content]:
    """Return each side's chances over the game.

    Args:
        replay: the game.
        found: the verdicts so far, of the first moves.
        ply: the moment shown, as a number of moves played.
        room: the room for all sides and the line of the game below them, and the signs.
    """
    size, glyphs = room
    width = max(8, size.width - _NAME - _PER_CENT)
    places = columns(replay, width)
    high = max(1, min(_HIGHEST, (size.height - 1) // max(1, len(replay.sides))))
    lines = []
    is_solved = any(each.solved for each in found if each.ply == ply - 1)
    for side, name in enumerate(replay.sides):
        values = _values(found, side)
        bars = _bars(values, places, width, high, glyphs)
        now = _chance(values[ply], is_solved=is_solved) if ply < len(values) else ""
        for row, bar in enumerate(bars):
            last = row == high - 1
            label, behind = (name[: _NAME - 1], now) if last else ("", "")
            lines.append(_line(label, bar, behind, places[ply]))
    lines.append(Content(" " * _NAME + timeline(replay, ply, width, glyphs)))
    return lines


def _chance(value: float, *, is_solved: bool) -> str:
    """Return a chance as it stands behind its bar; in words if it is certain."""
    if is_solved and value in (0, 1):
        return _WON if value else _LOST
    return _CHANCE.format(value=per_cent(value))


def _line(label: str, bar: str, behind: str, here: int) -> Content:
    """Return a line of a graph, the moment shown standing out."""
    return Content.assemble(
        f"{label:<{_NAME}}",
        (bar[:here], "$primary"),
        (bar[here], "reverse"),
        (bar[here + 1 :], "$primary 60%"),
        f" {behind}",
    )


def _values(found: Sequence[Verdict], side: int) -> list[float]:
    """Return a side's chance at each moment known; moves that are not rated change nothing."""
    values: list[float] = []
    for each in found:
        last = values[-1] if values else each.before[side]
        values += [last] * (each.ply + 1 - len(values))
        values.append(each.after[side])
    return values


def _bars(
    values: Sequence[float], places: Sequence[int], width: int, high: int, glyphs: Glyphs
) -> list[str]:
    """Return the lines of one graph, the highest first."""
    at: list[float | None] = [None] * width
    for ply, value in enumerate(values):
        until = places[ply + 1] if ply + 1 < len(places) else width
        for x in range(places[ply], max(places[ply] + 1, until)):
            at[x] = value
    steps = len(glyphs.levels)
    return [
        "".join(_cell(value, high - 1 - row, high, glyphs, steps) for value in at)
        for row in range(high)
    ]


def _cell(value: float | None, row: int, high: int, glyphs: Glyphs, steps: int) -> str:
    """Return one cell of a bar; rows count from the bottom."""
    if value is None:
        return " "
    filled = round(value * high * steps) - row * steps
    if filled <= 0:
        return glyphs.levels[0] if row == 0 else " "
    return glyphs.levels[min(filled, steps) - 1]
