"""Reads chapters, lessons and puzzles from the TOML files of a game."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Any, Final, Generic, TypeVar

from games.contract import Game
from siam_tui.appearance.cells import on_one_line
from siam_tui.games.study import (
    Lesson,
    LessonAnswer,
    LessonStep,
    MoveGoal,
    Puzzle,
    RulesChapter,
)
from texts.paragraphs import read_files
from texts.voice import language

E = TypeVar("E")
G = TypeVar("G")
P = TypeVar("P")
MakeGoal = Callable[..., MoveGoal[Any, Any]]
"""Makes what a step wants of a move from the entries of a file; lists come as tuples."""

_ID_LETTERS: Final = 12


def read_chapters(
    folder: Traversable, context: str, read_example: Callable[[dict[str, Any]], E]
) -> tuple[RulesChapter[E], ...]:
    """Return the chapters of a folder, a file each, in the order of the files' names.

    Args:
        folder: the folder.
        context: where their translations stand, such as ``siam/rules``.
        read_example: makes a worked example from the table of a file.
    """
    return tuple(
        RulesChapter(
            name,
            data["title"],
            tuple(
                read_example(part["example"]) if "example" in part else str(part["text"]).strip()
                for part in data["part"]
            ),
        )
        for name, data in read_files(folder, context)
    )


def read_lessons(folder: Traversable, context: str, make_goal: MakeGoal) -> tuple[Lesson, ...]:
    """Return the lessons of a folder, a file each, in the order of the files' names."""
    return tuple(
        Lesson(
            name,
            data["title"],
            data["about"],
            tuple(_step(step, make_goal) for step in data["step"]),
            data.get("forecast", True),
        )
        for name, data in read_files(folder, context)
    )


@dataclass(frozen=True)
class LessonSet(Generic[G, P]):
    """The lessons of a game.

    Attributes:
        folder: the lessons, a file each.
        context: where their translations stand, such as ``siam/lessons``.
        progress_file: the file in a profile that keeps which lessons are finished.
        make_goal: makes what a step wants of a move.
        hints: returns hints at a move, each telling more than the one before, by the rules, the
            position and the move in the notation.
        typed_hints: returns the same hints for text mode, with what to type in place of keys.
    """

    folder: Traversable
    context: str
    progress_file: str
    make_goal: MakeGoal
    hints: Callable[[G, P, str], tuple[str, ...]]
    typed_hints: Callable[[G, P, str], tuple[str, ...]]

    def lessons(self) -> tuple[Lesson, ...]:
        """Return the lessons in their order."""
        return _lessons(self, language())


@cache
def _lessons(lessons: LessonSet[Any, Any], _language: str) -> tuple[Lesson, ...]:
    return read_lessons(lessons.folder, lessons.context, lessons.make_goal)


def read_puzzles(
    file: Traversable, rules_on: Callable[[str], Game[Any, Any]]
) -> tuple[Puzzle, ...]:
    """Return the puzzles of a file.

    Args:
        file: the file.
        rules_on: returns the rules on the map of this name.
    """
    return tuple(
        Puzzle(
            number,
            sha256(f"{each['map']} {each['position']}".encode()).hexdigest()[:_ID_LETTERS],
            each["level"],
            rules_on(each["map"]),
            each["position"],
            each["solution"],
            each["players"],
        )
        for number, each in enumerate(tomllib.loads(file.read_text("utf-8"))["puzzle"], start=1)
    )


def _step(data: dict[str, Any], make_goal: MakeGoal) -> LessonStep:
    return LessonStep(
        says=on_one_line(data["says"]),
        on_screen=data.get("on_screen", ""),
        in_text=data.get("in_text", ""),
        position=data.get("position", ""),
        moves=tuple(data.get("moves", ())),
        want=_goal(data["want"], make_goal) if "want" in data else None,
        solution=data.get("solution", ""),
        answers=tuple(
            LessonAnswer(
                _goal({key: value for key, value in each.items() if key != "says"}, make_goal),
                each["says"],
            )
            for each in data.get("answer", ())
        ),
    )


def _goal(entries: dict[str, Any], make_goal: MakeGoal) -> MoveGoal[Any, Any]:
    return make_goal(**{key: _frozen(value) for key, value in entries.items()})


def _frozen(value: object) -> object:
    """Return a value that never changes: a list as a tuple, a table as a tuple of pairs."""
    if isinstance(value, dict):
        return tuple(value.items())
    return tuple(value) if isinstance(value, list) else value
