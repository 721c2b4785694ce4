"""Reads chapters, lessons and puzzles from the TOML files of a game."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator
from hashlib import sha256
from importlib.resources.abc import Traversable
from typing import Any, Final, TypeVar

from games.contract import Game
from siam_tui.games.study import (
    Lesson,
    LessonAnswer,
    LessonStep,
    MoveGoal,
    Puzzle,
    RulesChapter,
)

E = TypeVar("E")
ReadGoal = Callable[[dict[str, Any]], MoveGoal[Any, Any]]
"""Makes what a step wants of a move from the table of a file."""

_ID_LETTERS: Final = 12


def read_chapters(
    folder: Traversable, read_example: Callable[[dict[str, Any]], E]
) -> tuple[RulesChapter[E], ...]:
    """Return the chapters of a folder, a file each, in the order of the files' names.

    Args:
        folder: the folder.
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
        for name, data in _files(folder)
    )


def read_lessons(folder: Traversable, read_goal: ReadGoal) -> tuple[Lesson, ...]:
    """Return the lessons of a folder, a file each, in the order of the files' names."""
    return tuple(
        Lesson(
            name,
            data["title"],
            data["about"],
            tuple(_step(step, read_goal) for step in data["step"]),
        )
        for name, data in _files(folder)
    )


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
        )
        for number, each in enumerate(tomllib.loads(file.read_text("utf-8"))["puzzle"], start=1)
    )


def _files(folder: Traversable) -> Iterator[tuple[str, dict[str, Any]]]:
    """Iterate over the files ``ORDER-ID.toml`` of a folder: the id and the contents."""
    found = {file.name: file for file in folder.iterdir() if file.name.endswith(".toml")}
    for name in sorted(found):
        data = tomllib.loads(found[name].read_text("utf-8"))
        yield name.removesuffix(".toml").partition("-")[2], data


def _step(data: dict[str, Any], read_goal: ReadGoal) -> LessonStep:
    return LessonStep(
        says=" ".join(data["says"].split()),
        position=data.get("position", ""),
        moves=tuple(data.get("moves", ())),
        want=read_goal(data["want"]) if "want" in data else None,
        solution=data.get("solution", ""),
        answers=tuple(
            LessonAnswer(
                read_goal({key: value for key, value in each.items() if key != "says"}),
                each["says"],
            )
            for each in data.get("answer", ())
        ),
    )
