"""The rules as plain text: ``siam rules``, and the rules of ``--plain``."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator

from games.siam import Position, Siam
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.appearance.style import Look
from siam_tui.games.siam.board.canvas import draw
from siam_tui.games.siam.board.labels import BoardView
from siam_tui.games.siam.help.example import NAMES, Example, Frame, frames
from siam_tui.games.siam.panels import queue
from siam_tui.rules.book import Chapter, chapters

BOARD = (58, 16)
"""Characters and lines of a board."""


def rules_text(width: int, glyphs: Glyphs | None, words: Iterable[str] = ()) -> str:
    """Return the rules, or the chapters whose titles have these words.

    Args:
        width: characters a line may have.
        glyphs: the signs to draw the boards of examples with, or None to tell them in words, for
            those who have text read to them.
        words: what to look for, in any case; nothing for all chapters.
    """
    wanted = [word.lower() for word in words]
    found = [c for c in chapters() if all(word in c.title.lower() for word in wanted)]
    return "\n".join(line for chapter in found for line in _chapter(chapter, width, glyphs))


def _chapter(chapter: Chapter, width: int, glyphs: Glyphs | None) -> Iterator[str]:
    yield from (chapter.title, "=" * len(chapter.title), "")
    for part in chapter.parts:
        if isinstance(part, Example):
            yield from _example(part, width, glyphs)
        else:
            yield from _prose(part, width)
        yield ""


def _prose(text: str, width: int) -> Iterator[str]:
    """Wrap Markdown of paragraphs and lists, without its stars."""
    for number, block in enumerate(text.split("\n\n")):
        if number:
            yield ""
        for item in re.split(r"\n(?=- )", block):
            words = re.sub(r"\*+([^*]+)\*+", r"\1", " ".join(item.split()))
            yield from textwrap.wrap(
                words, width, subsequent_indent="  " if item.startswith("- ") else ""
            )


def _example(example: Example, width: int, glyphs: Glyphs | None) -> Iterator[str]:
    yield from textwrap.wrap(f"Example: {example.title}", width)
    for number, frame in enumerate(frames(example)):
        yield ""
        told = f"{frame.told} {frame.says}".strip()
        yield from textwrap.wrap(f"({number}) {told}" if number else told, width)
        if not number or frame.changed:
            yield from _shown(frame, width, glyphs, whole=not number)


def _shown(frame: Frame, width: int, glyphs: Glyphs | None, *, whole: bool) -> Iterator[str]:
    if glyphs is None:
        yield from _in_words(frame, whole=whole)
        return
    look, position = Look(glyphs), frame.position
    across = min(width, BOARD[0])
    view = BoardView(position.map, position, touched=frame.changed)
    yield queue(position, width, look).plain.rstrip()
    yield from (line.plain.rstrip() for line in draw(view, across, BOARD[1], look).lines)
    yield from _seats(position)


def _in_words(frame: Frame, *, whole: bool) -> Iterator[str]:
    """Tell the provinces, all or those that changed, in the order of the queue."""
    position = frame.position
    for place, province in enumerate(position.queue, start=1):
        if whole or province in frame.changed:
            name = position.map.provinces[province].name
            yield f"  {place} {name}: {_stands(position, province)}"
    if whole or any(frame.changed):
        yield from _seats(position)


def _stands(position: Position, province: int) -> str:
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
