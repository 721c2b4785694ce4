"""The puzzles, read from the file that ``scripts/puzzles.py`` made, and the one of each day."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from datetime import date
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from typing import Final

from games.siam import Move, Position, Siam, load_map
from siam_tui.practice.levels import Difficulty, difficulty

_ID_LETTERS: Final = 12


@dataclass(frozen=True)
class Puzzle:
    """A position in which exactly one turn wins, whatever the others do.

    Attributes:
        number: by which people know it, from 1.
        map: the name of its map.
        text: the position, in the notation; no hand is hidden.
        solution: the turn that wins, in the notation.
    """

    number: int
    map: str
    text: str
    solution: str

    @cached_property
    def game(self) -> Siam:
        """The rules; all hands are open."""
        return Siam(load_map(self.map), open_discards=True)

    @cached_property
    def position(self) -> Position:
        """The position."""
        return self.game.parse(self.text)

    @cached_property
    def winning(self) -> Move:
        """The turn that wins."""
        return self.game.parse_move(self.solution)

    @cached_property
    def difficulty(self) -> Difficulty:
        """How hard it is."""
        found = difficulty(self.position)
        assert found is not None, "a test reads them all"
        return found

    @property
    def id(self) -> str:
        """Names it where it is remembered: the same as long as the position is."""
        return sha256(f"{self.map} {self.text}".encode()).hexdigest()[:_ID_LETTERS]


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """Return all puzzles."""
    text = (files("siam_tui.games.siam.puzzles") / "puzzles.toml").read_text("utf-8")
    return tuple(
        Puzzle(number, each["map"], each["position"], each["solution"])
        for number, each in enumerate(tomllib.loads(text)["puzzle"], start=1)
    )


def daily(day: date) -> Puzzle:
    """Return the puzzle of a day, counted in UTC: the same one for everybody."""
    found = puzzles()
    return found[day.toordinal() % len(found)]
