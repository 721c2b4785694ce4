"""The lessons of Reino de Ámbar: what they want of a move, and hints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from games.amber import Amber, Position
from games.amber.constants import AREAS
from games.amber.moves import Move
from games.amber.text.move_table import MOVE_TABLE
from games.plural import count_of
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.move_text import move_words
from siam_tui.games.amber.names import BARE_AREA_NAMES
from siam_tui.games.move_builder import name_keys
from siam_tui.games.study import LEARNER
from siam_tui.games.study_files import LessonSet


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
            yield "That would be legal. But do as the text says this time."
        if self.area and not text.endswith(self.area):
            name = BARE_AREA_NAMES[AREAS.index(self.area)]
            yield f"So far so good. But choose the {name} this time."
        if self.gold is not None and own.gold < self.gold:
            yield f"Then you would have {own.gold} gold. You can have {self.gold}."
        if self.supply is not None and own.influence < self.supply:
            told = count_of(own.influence, "marker")
            yield f"Then you would have {told} in your supply. You can have {self.supply}."
        if self.wall is not None and after.wall(LEARNER) < self.wall:
            yield f"Then your wall would be {after.wall(LEARNER)}. It can be {self.wall}."
        if self.move and text != self.move:
            yield "That would be legal. But do as the text says this time."


def move_hints(game: Amber, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: the move in words, then its keys."""
    builder, move = AmberMoveBuilder(game, position), game.parse_move(solution)
    keys = name_keys(builder, move)
    first = f"Begin with the key {keys.partition(' ')[0]}. H tells the rest."
    return first, f"One way: {move_words(move, 'full')}. Keys: {keys}."


def typed_hints(game: Amber, _: Position, solution: str) -> tuple[str, ...]:
    """Return the hint at a move for text mode: the move in words, and what to type."""
    return (f"One way: {move_words(game.parse_move(solution), 'full')}. Type {solution}.",)


LESSONS: Final = LessonSet(
    files(__package__), "amber/lessons", "lessons-amber", MoveMatch, move_hints, typed_hints
)
