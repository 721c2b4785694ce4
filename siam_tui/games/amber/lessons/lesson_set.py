"""The lessons of Reino de Ámbar: what they want of a move, and hints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from games.amber import Amber, Position
from games.amber.moves import Move
from games.amber.text.move_table import MOVE_TABLE
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.move_text import move_words
from siam_tui.games.move_builder import name_keys
from siam_tui.games.study import LEARNER
from siam_tui.games.study_files import LessonSet
from texts import Noun, tell


@dataclass(frozen=True, slots=True)
class MoveMatch:
    """What a lesson wants of a move; what is left out may be anything.

    Attributes:
        words: one of these begins it in the notation, such as ``S:`` or ``try:``.
        move: the whole move.
        area: the id of the area where it ends, in the notation.
        gold: the gold that the learner has after it, at least.
        supply: the influence that the learner has after it, at least.
        wall: the learner's wall after it, at least.
    """

    words: tuple[str, ...] = ()
    move: str = ""
    area: str = ""
    gold: int | None = None
    supply: int | None = None
    wall: int | None = None

    def lacks(self, move: Move, after: Position) -> Iterator[str]:
        """Iterate over what a move lacks, in the order in which a person thinks of it."""
        text, own = MOVE_TABLE.format(move), after.seats[LEARNER]
        if self.words and not text.startswith(self.words):
            yield tell("amber/lesson/as-text-says")
        if self.area and not text.endswith(self.area):
            yield tell("amber/lesson/area", area=Noun("amber/area", self.area))
        if self.gold is not None and own.gold < self.gold:
            yield tell("amber/lesson/gold", n=own.gold, most=self.gold)
        if self.supply is not None and own.influence < self.supply:
            yield tell("amber/lesson/supply", n=own.influence, most=self.supply)
        if self.wall is not None and after.wall(LEARNER) < self.wall:
            yield tell("amber/lesson/wall", n=after.wall(LEARNER), most=self.wall)
        if self.move and text != self.move:
            yield tell("amber/lesson/as-text-says")


def move_hints(game: Amber, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: the move in words, then its keys."""
    builder, move = AmberMoveBuilder(game, position), game.parse_move(solution)
    keys = name_keys(builder, move)
    first = tell("amber/lesson/first-key", key=keys.partition(" ")[0])
    return first, tell("amber/lesson/keys", move=move_words(move, "full"), keys=keys)


def typed_hints(game: Amber, _: Position, solution: str) -> tuple[str, ...]:
    """Return the hint at a move for text mode: the move in words, and what to type."""
    move = move_words(game.parse_move(solution), "full")
    return (tell("amber/lesson/typed", move=move, typed=solution),)


LESSONS: Final = LessonSet(
    files(__package__), "amber/lessons", "lessons-amber", MoveMatch, move_hints, typed_hints
)
