"""The rules of King of Siam: the chapters of its files, their examples, its keys and signs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

from siam_tui.appearance.glyphs import Glyphs
from siam_tui.appearance.style import Look
from siam_tui.games.siam.rules.example_text import example_lines
from siam_tui.games.siam.rules.example_widget import ExampleWidget
from siam_tui.games.siam.rules.table_help import KEYS, SIGNS
from siam_tui.games.siam.rules.worked_example import ExampleStep, WorkedExample
from siam_tui.games.study import RulesChapter
from siam_tui.games.study_files import read_chapters


class SiamRules:
    """King of Siam's rules, as `siam_tui.games.study.RulesGuide` asks for them."""

    table_keys: Final = KEYS
    table_signs: Final = SIGNS
    summary: Final = "page"

    @staticmethod
    @cache
    def chapters() -> tuple[RulesChapter[WorkedExample], ...]:
        """Return the chapters in their order."""
        return read_chapters(files(__package__) / "chapters", _example)

    @staticmethod
    def example_widget(example: WorkedExample, look: Look) -> ExampleWidget:
        """Return a small board that steps through an example."""
        return ExampleWidget(example, look)

    @staticmethod
    def example_lines(example: WorkedExample, width: int, glyphs: Glyphs | None) -> Iterator[str]:
        """Iterate over the lines of an example as plain text."""
        return example_lines(example, width, glyphs)


def _example(data: dict[str, Any]) -> WorkedExample:
    rest = {key: value for key, value in data.items() if key != "step"}
    return WorkedExample(**rest, steps=tuple(map(_step, data.get("step", ()))))


def _step(data: dict[str, Any]) -> ExampleStep:
    controls = tuple(data.pop("controls", {}).items())
    return ExampleStep(**data, controls=controls)
