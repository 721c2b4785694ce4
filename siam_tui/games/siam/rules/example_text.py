"""Worked examples as plain text, with boards or in words."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator
from typing import Final

from games.siam import Position, Siam
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.appearance.style import Look
from siam_tui.games.siam.board.canvas import draw
from siam_tui.games.siam.board.labels import BoardView
from siam_tui.games.siam.panels import queue
from siam_tui.games.siam.rules.worked_example import (
    NAMES,
    ExampleFrame,
    WorkedExample,
    play_example,
)

_BOARD: Final = (58, 16)
"""Characters and lines of a board."""


def example_lines(example: WorkedExample, width: int, glyphs: Glyphs | None) -> Iterator[str]:
    """Iterate over the lines of an example; without glyphs, boards are described in words."""
    yield from textwrap.wrap(f"Example: {example.title}", width)
    for number, frame in enumerate(play_example(example)):
        yield ""
        told = f"{frame.told} {frame.says}".strip()
        yield from textwrap.wrap(f"({number}) {told}" if number else told, width)
        if not number or frame.changed:
            yield from _frame_lines(frame, width, glyphs, whole=not number)


def _frame_lines(
    frame: ExampleFrame, width: int, glyphs: Glyphs | None, *, whole: bool
) -> Iterator[str]:
    if glyphs is None:
        yield from _words(frame, whole=whole)
        return
    look, position = Look(glyphs), frame.position
    across = min(width, _BOARD[0])
    view = BoardView(position.map, position, touched=frame.changed)
    yield queue(position, width, look).plain.rstrip()
    yield from (line.plain.rstrip() for line in draw(view, across, _BOARD[1], look).lines)
    yield from _seats(position)


def _words(frame: ExampleFrame, *, whole: bool) -> Iterator[str]:
    """Iterate over the provinces, all or the changed ones, in the order of the queue."""
    position = frame.position
    for place, province in enumerate(position.queue, start=1):
        if whole or province in frame.changed:
            name = position.map.provinces[province].name
            yield f"  {place} {name}: {_occupants(position, province)}"
    if whole or any(frame.changed):
        yield from _seats(position)


def _occupants(position: Position, province: int) -> str:
    control = position.control(province)
    if control is not None:
        return f"controlled by the {position.map.control_name(control)}"
    return _followers(position, position.followers(province)) or "nobody"


def _followers(position: Position, trio: Iterable[int]) -> str:
    names = position.map.faction_names
    return ", ".join(f"{count} {names[f]}" for f, count in enumerate(trio) if count)


def _seats(position: Position) -> Iterator[str]:
    for name, seat in zip(NAMES, position.seats, strict=False):
        taken = _followers(position, seat.followers) or "nobody"
        yield f"  {name} has {taken}; cards {seat.hand or 'none'}"
    if not position.over:
        turn = NAMES[Siam(position.map).turn(position) or 0]
        yield f"  {turn} is to move. Supply: {_followers(position, position.supply) or 'nobody'}"
