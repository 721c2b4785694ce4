"""The line under a replayed game: its chapters side by side, and where one is. Pure functions.

`columns` says which character each moment has, so that anything else that belongs to moments (a
graph of winning chances, say) can stand above the line at the same places.
"""

from __future__ import annotations

from siam_tui.appearance.glyphs import Glyphs
from siam_tui.model.replay import Replay


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
