"""Nim's rules for its players."""

from __future__ import annotations

from collections.abc import Iterator

from textual.widget import Widget

from siam_tui.appearance.glyphs import Glyphs
from siam_tui.appearance.style import Look
from siam_tui.games.study import RulesChapter

table_keys = "- **1** to **3**: a heap, then how many tokens\n"
table_signs = "Each `o` is a token."
reference = (("A move", "Take one, two or three tokens."),)
summary = "all"

_TEXT = "Take tokens. Whoever takes the last one wins."


def chapters() -> tuple[RulesChapter[None], ...]:
    return (RulesChapter("all", "All the rules", (_TEXT,)),)


def example_widget(example: None, look: Look) -> Widget:
    raise AssertionError("there are no examples")


def example_lines(example: None, width: int, glyphs: Glyphs | None) -> Iterator[str]:
    raise AssertionError("there are no examples")
