"""Lessons as values, read from their files: what is said, what is asked for, what is answered.

A lesson is a row of steps. A step may set up a position, or play moves on from the one before; it
says something, and either is read or asks for a move of the person, who sits on the first seat.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from siam_tui.learn.match import Match


@dataclass(frozen=True, slots=True)
class Answer:
    """What is answered to a try that is not what was asked for."""

    to: Match
    says: str


@dataclass(frozen=True, slots=True)
class Step:
    """A step of a lesson.

    Attributes:
        says: what the person reads.
        position: the position set up, in the notation; empty to go on from the one before.
        moves: what the others do first.
        want: the move asked for; None where there is only something to read.
        solution: a move that is right, for the hint.
        answers: what is said to tries of these kinds; the first that fits counts.
    """

    says: str
    position: str = ""
    moves: tuple[str, ...] = ()
    want: Match | None = None
    solution: str = ""
    answers: tuple[Answer, ...] = ()


@dataclass(frozen=True, slots=True)
class Lesson:
    """A lesson.

    Attributes:
        id: names it where progress is kept.
        title: what it is called.
        about: what one learns in it.
        steps: what happens.
    """

    id: str
    title: str
    about: str
    steps: tuple[Step, ...]


@cache
def lessons() -> tuple[Lesson, ...]:
    """Return the lessons in their order, which is that of their files' names."""
    folder = files("siam_tui.games.siam.lessons")
    found = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    return tuple(_lesson(file.name, file.read_text("utf-8")) for file in found)


def _lesson(name: str, text: str) -> Lesson:
    data = tomllib.loads(text)
    steps = tuple(map(_step, data["step"]))
    return Lesson(name.removesuffix(".toml").partition("-")[2], data["title"], data["about"], steps)


def _step(data: dict[str, Any]) -> Step:
    answers = tuple(
        Answer(
            _match({key: value for key, value in answer.items() if key != "says"}), answer["says"]
        )
        for answer in data.get("answer", ())
    )
    return Step(
        says=" ".join(data["says"].split()),
        position=data.get("position", ""),
        moves=tuple(data.get("moves", ())),
        want=_match(data["want"]) if "want" in data else None,
        solution=data.get("solution", ""),
        answers=answers,
    )


def _match(data: dict[str, Any]) -> Match:
    rest = {key: value for key, value in data.items() if key not in {"cards", "leads", "says"}}
    cards, leads = tuple(data.get("cards", ())), tuple(data.get("leads", {}).items())
    return Match(cards=cards, leads=leads, **rest)
