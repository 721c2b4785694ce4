"""The rules of a game as plain text, for ``siam rules`` and for ``--plain``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from siam_tui.appearance.cells import text_width, wrap_text
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.games.study import RulesChapter, RulesGuide


def rules_text(
    guide: RulesGuide[Any], width: int, glyphs: Glyphs | None, words: Iterable[str] = ()
) -> str:
    """Return the rules, or the chapters whose titles have these words.

    Args:
        guide: the game's rules.
        width: characters a line may have.
        glyphs: the signs to draw the boards of examples with; None describes them in words.
        words: what to look for, in any case; nothing for all chapters.
    """
    wanted = [word.lower() for word in words]
    found = [c for c in guide.chapters() if all(word in c.title.lower() for word in wanted)]
    return "\n".join(line for each in found for line in _chapter_lines(guide, each, width, glyphs))


def summary_text(guide: RulesGuide[Any], width: int) -> str:
    """Return the chapter that has all the rules in short, without its title."""
    (chapter,) = (each for each in guide.chapters() if each.id == guide.summary)
    return "\n".join(_part_lines(guide, chapter, width, None))


def _chapter_lines(
    guide: RulesGuide[Any], chapter: RulesChapter[Any], width: int, glyphs: Glyphs | None
) -> Iterator[str]:
    yield from (chapter.title, "=" * text_width(chapter.title), "")
    yield from _part_lines(guide, chapter, width, glyphs)


def _part_lines(
    guide: RulesGuide[Any], chapter: RulesChapter[Any], width: int, glyphs: Glyphs | None
) -> Iterator[str]:
    for part in chapter.parts:
        if isinstance(part, str):
            yield from _prose(part, width)
        else:
            yield from guide.example_lines(part, width, glyphs)
        yield ""


def _prose(text: str, width: int) -> Iterator[str]:
    """Wrap Markdown of paragraphs and lists, without its stars."""
    for number, block in enumerate(text.split("\n\n")):
        if number:
            yield ""
        for item in re.split(r"\n(?=- )", block):
            words = re.sub(r"\*+([^*]+)\*+", r"\1", " ".join(item.split()))
            yield from wrap_text(
                words, width, subsequent_indent="  " if item.startswith("- ") else ""
            )
