"""The rules of a game whose chapters are files and whose examples are worked examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any

from textual.widget import Widget

from games.contract import Game
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.appearance.style import Look
from siam_tui.games.study import RulesChapter
from siam_tui.games.study_files import read_chapters
from siam_tui.games.worked_example import ExampleTeller, WorkedExample, example_lines, read_example


def _no_words(game: Game[Any, Any]) -> Mapping[str, str]:
    """Return nothing: the signs are the same on every map."""
    del game
    return {}


@dataclass(frozen=True)
class FileRules:
    """A game's rules, as `siam_tui.games.study.RulesGuide` asks for them.

    Attributes:
        folder: the chapters, a file each; the one called ``page`` has all rules in short.
        table_keys: the keys that only this game has at a table: items of a Markdown list.
        table_signs: what the signs on a table of this game mean, as Markdown.
        reference: what each card or action does, with its name, for one screen.
        reference_signs: the signs that are hardest to guess, and what each means, for the same.
        words_of_game: returns what keys and signs name of a game, such as letters of its map.
        teller: the game's part of its examples.
        example_widget: returns a widget that steps through an example.
    """

    folder: Traversable
    table_keys: str
    table_signs: str
    reference: tuple[tuple[str, str], ...]
    teller: ExampleTeller
    example_widget: Callable[[WorkedExample, Look], Widget]
    summary: str = "page"
    reference_signs: tuple[tuple[str, str], ...] = ()
    words_of_game: Callable[[Any], Mapping[str, str]] = _no_words

    def reference_words(self, game: Game[Any, Any]) -> Mapping[str, str]:
        """Return what keys and signs name of a game."""
        return self.words_of_game(game)

    def chapters(self) -> tuple[RulesChapter[WorkedExample], ...]:
        """Return the chapters in their order."""
        return self._chapters

    @cached_property
    def _chapters(self) -> tuple[RulesChapter[WorkedExample], ...]:
        return read_chapters(self.folder, read_example)

    def example_lines(
        self, example: WorkedExample, width: int, glyphs: Glyphs | None
    ) -> Iterator[str]:
        """Iterate over the lines of an example as plain text."""
        return example_lines(example, self.teller, width, glyphs)
