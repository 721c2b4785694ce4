"""The rules of a game whose chapters are files and whose examples are worked examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources.abc import Traversable
from typing import Any

from games.contract import Game
from siam_tui.appearance.glyphs import Glyphs
from siam_tui.appearance.style import Look
from siam_tui.games.examples import ExampleWidget, GameExamples
from siam_tui.games.study import RulesChapter, RulesGuide
from siam_tui.games.study_files import read_chapters
from siam_tui.games.worked_example import WorkedExample, read_example
from siam_tui.ui.text import Text
from texts.voice import language


@dataclass(frozen=True)
class FileRules(RulesGuide[WorkedExample]):
    """Rules whose chapters are files; those of `RulesGuide` that are left out are empty.

    Attributes:
        context: where their translations stand, such as ``siam/rules``.
        folder: the chapters, a file each; the one called ``page`` has all rules in short.
        words_of_game: returns what keys and signs name of a game.
        examples: plays the worked examples of the chapters.
    """

    folder: Traversable
    context: str
    examples: GameExamples[Any, Any, Any]
    table_keys: Text = ""
    table_signs: Text = ""
    reference: tuple[tuple[Text, Text], ...] = ()
    reference_signs: tuple[tuple[Text, Text], ...] = ()
    summary: str = "page"
    words_of_game: Callable[[Any], Mapping[str, str]] = lambda _: {}

    def reference_words(self, game: Game[Any, Any]) -> Mapping[str, str]:
        """Return what keys and signs name of a game."""
        return self.words_of_game(game)

    def chapters(self) -> tuple[RulesChapter[WorkedExample], ...]:
        """Return the chapters in their order."""
        return _chapters(self, language())

    def example_widget(self, example: WorkedExample, look: Look) -> ExampleWidget:
        """Return a widget that steps through an example."""
        return ExampleWidget(self.examples, example, look)

    def example_lines(
        self, example: WorkedExample, width: int, glyphs: Glyphs | None
    ) -> Iterator[str]:
        """Iterate over the lines of an example as plain text."""
        return self.examples.lines(example, width, glyphs)


@cache
def _chapters(rules: FileRules, _language: str) -> tuple[RulesChapter[WorkedExample], ...]:
    return read_chapters(rules.folder, rules.context, read_example)
