"""The lessons of The Foreign King: what they want of a move, and hints."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from games.foreign_king import ForeignKing, Position
from games.foreign_king.constants import SPACES, letters_of_colours
from games.foreign_king.moves import Action, Move
from games.foreign_king.scoring import leaders
from games.foreign_king.text.move_table import move_table
from siam_tui.games.foreign_king.building.move_options import KEY_OF_SPACE, ForeignKingMoveBuilder
from siam_tui.games.foreign_king.move_text import name_move
from siam_tui.games.foreign_king.names import YOU, name_place, name_space
from siam_tui.games.move_builder import name_keys
from siam_tui.games.study import LEARNER
from siam_tui.games.study_files import LessonSet
from texts import Noun, Person, tell

NOBODY: Final = "-"


def _typed(word: str) -> Noun:
    """Return a word of the notation, as the reader types it."""
    return name_space(word) if word in SPACES else Noun("typed/word", word)


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
            yield tell("foreign_king/lesson/words", words=tuple(map(_typed, self.words)))
        factory = text.partition(":")[2][:1] if word == "build" else ""
        if self.builds and factory != self.builds:
            yield tell("foreign_king/lesson/builds", type=self.builds)
        place = getattr(move, "province", getattr(move, "goal", None))
        if self.province and place != board.ids.index(self.province):
            wanted = name_place(board, board.ids.index(self.province))
            yield tell("foreign_king/lesson/province", place=wanted)
        yield from self._wrong_leaders(after)
        if self.score is not None and after.scores[LEARNER] != self.score:
            yield tell("foreign_king/lesson/score", n=self.score)
        if self.francs is not None and after.francs[LEARNER] < self.francs:
            yield tell("foreign_king/lesson/francs", n=self.francs)
        if self.move and text != self.move:
            yield tell("foreign_king/lesson/move")

    def _wrong_leaders(self, after: Position) -> Iterator[str]:
        found, letters = leaders(after), letters_of_colours(after.seats)
        for province, letter in self.leads:
            number = after.map.ids.index(province)
            leader, place = found[number], name_place(after.map, number)
            if (NOBODY if leader is None else letters[leader]) == letter:
                continue
            if leader is None:
                yield tell("foreign_king/lesson/nobody-leads", place=place)
            else:
                who = YOU if leader == LEARNER else Person(letters[leader])
                yield tell("foreign_king/lesson/leads", who=who, place=place)


def move_hints(game: ForeignKing, position: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move, each telling more: its space, the move in words, all its keys."""
    builder, move = ForeignKingMoveBuilder(game, position), game.parse_move(solution)
    words, keys = name_move(game, move, "full"), name_keys(builder, move)
    last = tell("foreign_king/lesson/way-by-keys", move=words, keys=keys)
    if not isinstance(move, Action):
        return (last,)
    space, key = name_space(move.space), KEY_OF_SPACE[move.space]
    return tell("foreign_king/lesson/try-key", space=space, key=key), last


def typed_hints(game: ForeignKing, _: Position, solution: str) -> tuple[str, ...]:
    """Return hints at a move for text mode, each telling more: its space, all of it."""
    move = game.parse_move(solution)
    words = name_move(game, move, "full")
    last = tell("foreign_king/lesson/way-by-words", move=words, typed=solution)
    if not isinstance(move, Action):
        return (last,)
    return tell("foreign_king/lesson/try-word", word=move.space), last


LESSONS: Final = LessonSet(
    files(__package__),
    "foreign_king/lessons",
    "lessons-foreign-king",
    MoveMatch,
    move_hints,
    typed_hints,
)
