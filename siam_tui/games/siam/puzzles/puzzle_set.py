"""The puzzles of King of Siam: those of the file that ``scripts/puzzles.py`` made, and hints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import groupby
from types import MappingProxyType
from typing import Final

from games.siam import Move, Siam, load_map
from games.siam.rules import OPEN_DISCARDS
from siam_tui.games.siam.move_text import try_move
from siam_tui.games.siam.names import card_noun, places
from siam_tui.games.study import Puzzle
from siam_tui.games.study_files import read_puzzles
from texts import Person, tell

STEPS: Final = MappingProxyType({"easy": 0, "medium": 300, "hard": 6_000})
"""For each level how many steps of the solver a proof takes at least (`games.search.effort`)."""


def level_of(steps: int) -> str:
    """Return the level of a puzzle whose proof takes so many steps."""
    return max(STEPS, key=lambda level: (STEPS[level] <= steps, STEPS[level]))


class SiamPuzzles:
    """King of Siam's puzzles, as `siam_tui.games.study.PuzzleSet` asks for them."""

    progress_file: Final = "practice"

    @property
    def levels(self) -> Mapping[str, str]:
        """The levels of difficulty, the easiest first, each with a few words on what it means."""
        return {level: tell("siam/puzzle/level", level=level) for level in STEPS}

    @property
    def assumption(self) -> str:
        """What the person knows in a puzzle."""
        return tell("siam/puzzle/open-hands")

    @staticmethod
    @cache
    def puzzles() -> tuple[Puzzle, ...]:
        """Return all puzzles."""
        return read_puzzles(files(__package__) / "puzzles.toml", _rules_on)

    @staticmethod
    def hints(puzzle: Puzzle) -> tuple[str, ...]:
        """Return hints at the turn that wins: which card it is, and what that does."""
        move: Move = puzzle.winning_move
        if move.card is None:
            return (tell("siam/puzzle/hint-no-card"),)
        assert isinstance(puzzle.game, Siam)
        board = puzzle.game.map
        tried = try_move(board, move, places(board, "short"))
        return (
            tell("siam/puzzle/hint-card", card=card_noun(board, move.card)),
            tell("siam/puzzle/hint-action", tried=tried),
        )

    @staticmethod
    def describe_line(
        line: Sequence[tuple[Person, Move]], describe: Callable[[Move, Person], str]
    ) -> Iterator[str]:
        """Iterate over sentences on a line of moves; passes in a row make one."""
        last = max((place for place, (_, move) in enumerate(line) if move.card), default=0)
        for passed, group in groupby(line[: last + 1], lambda each: each[1].card is None):
            if passed:
                yield _tell_passes(list(dict.fromkeys(who for who, _ in group)))
            else:
                yield from (describe(move, who) for who, move in group)
        if last + 1 < len(line):
            yield tell("siam/puzzle/all-pass")


def _tell_passes(people: Sequence[Person]) -> str:
    if len(people) == 1:
        return tell("siam/told/passes", who=people[0])
    return tell("siam/puzzle/pass", who=tuple(people))


@cache
def _rules_on(map_name: str) -> Siam:
    return Siam(load_map(map_name), frozenset({OPEN_DISCARDS}))
