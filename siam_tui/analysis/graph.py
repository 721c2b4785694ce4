"""The chances over a whole game as bars, one graph a side, and the line of its chapters. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content
from textual.geometry import Size

from siam_tui.analysis.verdict_text import chance_in_per_cent
from siam_tui.analysis.verdicts import Verdict
from siam_tui.appearance.cells import pad_end, text_width, wrap_text
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.model.replay import Replay
from texts import tell


def columns(replay: Replay, width: int) -> tuple[int, ...]:
    """Return the character of each moment on a line so many characters wide."""
    last = max(1, replay.last)
    return tuple(ply * max(0, width - 1) // last for ply in range(replay.last + 1))


def timeline(replay: Replay, ply: int, width: int, glyphs: Glyphs) -> str:
    """Draw the line: heavy up to the moment shown, a digit where each chapter begins."""
    places = columns(replay, width)
    heavy, light = glyphs.box[0, 2, 0, 2], glyphs.box[0, 1, 0, 1]
    here = places[ply]
    signs = [heavy if x < here else light for x in range(width)]
    for number, begun in enumerate(replay.chapters, start=replay.first_chapter):
        signs[places[begun]] = str(number)[-1]
    signs[here] = glyphs.here
    return "".join(signs)


_NAME = 10
"""Characters of the names and the gap behind them, at least."""
_NAMES_SHARE = 4
"""A so-and-so-many-th part of the width that the names take at most, if that is more."""
_PER_CENT = 6
_CHANCE = "{value:>3} %"
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
        room: the room for all sides and the line of the game below them, and the signs. Where
            it is too low for both, that line is left out.
    """
    size, glyphs = room
    longest = max((text_width(name) for name in replay.sides), default=0) + 1
    column = max(_NAME, min(longest, size.width // _NAMES_SHARE))
    width = max(8, size.width - column - _PER_CENT)
    places = columns(replay, width)
    high = max(1, min(_HIGHEST, (size.height - 1) // max(1, len(replay.sides))))
    has_timeline = size.height > high * len(replay.sides)
    lines = []
    is_solved = any(each.solved for each in found if each.ply == ply - 1)
    for side, name in enumerate(replay.sides):
        values = _values(found, side)
        bars = _bars(values, places, width, high, glyphs)
        now = _chance(values[ply], is_solved=is_solved) if ply < len(values) else ""
        for label, bar in zip(_labels(name, column - 1, high), bars, strict=True):
            lines.append(_line(pad_end(label, column), bar, places[ply]))
        lines[-1] = lines[-1].append(f" {now}")
    if has_timeline:
        lines.append(Content(" " * column + timeline(replay, ply, width, glyphs)))
    return lines


def _labels(name: str, width: int, high: int) -> list[str]:
    """Return a name in lines, as many as a graph has; the last stands beside its ground."""
    told = wrap_text(name, width, max_lines=high, placeholder="…") or [""]
    return [*[""] * (high - len(told)), *told]


def _chance(value: float, *, is_solved: bool) -> str:
    """Return a chance as it stands behind its bar; in words if it is certain."""
    if is_solved and value in (0, 1):
        return f" {tell('analysis/graph/won' if value else 'analysis/graph/lost')}"
    return _CHANCE.format(value=chance_in_per_cent(value, is_certain=is_solved))


def _line(label: str, bar: str, here: int) -> Content:
    """Return a line of a graph, the moment shown standing out."""
    return Content.assemble(
        label,
        (bar[:here], "$primary"),
        (bar[here], "reverse"),
        (bar[here + 1 :], "$primary 60%"),
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
    steps = len(glyphs.levels)  # type: ignore[characters]
    return [
        "".join(_bar_cell(value, high - 1 - row, high, glyphs, steps) for value in at)
        for row in range(high)
    ]


def _bar_cell(value: float | None, row: int, high: int, glyphs: Glyphs, steps: int) -> str:
    """Return one cell of a bar; rows count from the bottom."""
    if value is None:
        return " "
    filled = round(value * high * steps) - row * steps
    if filled <= 0:
        return glyphs.levels[0] if row == 0 else " "
    return glyphs.levels[min(filled, steps) - 1]
