"""The lessons of The Foreign King: what they want of a move, and hints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from games.foreign_king import ForeignKing, Map, Position
from games.foreign_king.constants import letters_of_colours
from games.foreign_king.moves import Action, Move
from games.foreign_king.scoring import leaders
from games.foreign_king.text.move_table import move_table
from games.plural import count_of
from siam_tui.games.foreign_king.building.move_options import KEY_OF_SPACE, ForeignKingMoveBuilder
from siam_tui.games.foreign_king.move_text import move_words
from siam_tui.games.move_builder import name_keys
from siam_tui.games.study import LEARNER
from siam_tui.games.study_files import LessonSet
from siam_tui.ui.text import listed

NOBODY: Final = "-"


@dataclass(frozen=True, slots=True)
class MoveMatch:
    """What a lesson wants of a move; what is left out may be anything.

    Attributes:
        words: one of these words begins it in the notation, such as ``build`` or ``yes``.
        move: the whole move.
        builds: the type of factory that is built.
        province: where something is built, or where the King goes.
        leads: letters by province ids: who leads there after the move, ``-`` for nobody.
        score: the learner's score after the move.
        francs: the francs that the learner has left, at least.
    """

    words: tuple[str, ...] = ()
    move: str = ""
    builds: str = ""
    province: str = ""
    leads: tuple[tuple[str, str], ...] = ()
    score: int | None = None
    francs: int | None = None

    def lacks(self, move: Move, after: Position) -> Iterator[str]:
        """Iterate over what a move lacks, in the order in which a person thinks of it."""
        board, text = after.map, move_table(after.map).format(move)
        word = text.partition(":")[0]
        if self.words and word not in self.words:
            wanted = listed(self.words, "or")
            yield f"That would be legal. But try it with {wanted} this time."
        factory = text.partition(":")[2][:1] if word == "build" else ""
        if self.builds and factory != self.builds:
            yield f"So far so good. But build a factory of the type {self.builds} this time."
        place = getattr(move, "province", getattr(move, "goal", None))
        if self.province and place != board.ids.index(self.province):
            yield f"So far so good. But choose {_name(board, self.province)} this time."
        yield from self._wrong_leaders(after)
        if self.score is not None and after.scores[LEARNER] != self.score:
            yield f"That would not bring you to {count_of(self.score, 'point')}."
        if self.francs is not None and after.francs[LEARNER] < self.francs:
            yield f"That is too expensive: keep {count_of(self.francs, 'franc')}."
        if self.move and text != self.move:
            yield "That would be legal. But do as the text says this time."

    def _wrong_leaders(self, after: Position) -> Iterator[str]:
        found, letters = leaders(after), letters_of_colours(after.seats)
        for province, letter in self.leads:
            leader = found[after.map.ids.index(province)]
            if (NOBODY if leader is None else letters[leader]) == letter:
                continue
            name = _name(after.map, province)
            if leader is None:
                yield f"Then nobody would lead {name}. Count once more."
            elif leader == LEARNER:
                yield f"Then you would lead {name}. Count once more."
            else:
                yield f"Then {letters[leader]} would lead {name}. Count once more."


def _name(board: Map, province: str) -> str:
    return board.provinces[board.ids.index(province)].name


def move_hints(game: ForeignKing, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: its space, the move in words, all its keys."""
    builder, move = ForeignKingMoveBuilder(game, position), game.parse_move(solution)
    last = f"One way: {move_words(game, move, 'full')}. Keys: {name_keys(builder, move)}."
    if not isinstance(move, Action):
        return (last,)
    return (f"Try {move.space}, key {KEY_OF_SPACE[move.space]}. H tells the rest.", last)


def typed_hints(game: ForeignKing, _: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move for text mode, each telling more: its space, all of it."""
    move = game.parse_move(solution)
    last = f"One way: {move_words(game, move, 'full')}. Type {solution}."
    if not isinstance(move, Action):
        return (last,)
    return (f"Try {move.space}. Type hint again for the rest.", last)


LESSONS: Final = LessonSet(
    files(__package__),
    "foreign_king/lessons",
    "lessons-foreign-king",
    MoveMatch,
    move_hints,
    typed_hints,
)
