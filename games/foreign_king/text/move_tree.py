"""The legal moves of a position as a tree of pieces of text, which is never grown as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from games.completion_tree import MOVE, Branch, TreeCompletions, tree_of, words
from games.foreign_king.constants import COST_OF_QUEEN, PROVINCES, Space
from games.foreign_king.listing import (
    count_actions,
    list_actions,
    list_answers,
    origins,
    queen_spaces,
)
from games.foreign_king.moves import Close, Move, MoveKing
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.foreign_king.rules import ForeignKing
from games.foreign_king.text.move_table import SUPPLY_WORD, move_table
from games.foreign_king.ways import Ways, ways_from

_Pieces = Iterator[tuple[str, Branch]]


class ForeignKingCompletions(TreeCompletions):
    """How a move may be typed in one position.

    >>> game = ForeignKing()
    >>> ahead = ForeignKingCompletions(game, game.new(players=2, seed=1))
    >>> ahead.after(""), ahead.after("place:2"), ahead.count("place:")
    (('build:', 'place:', 'congress:', 'king:', 'coins'), ('@',), 54)
    """

    def __init__(self, game: ForeignKing, position: Position) -> None:
        """Prepare for one position."""
        del game  # the map is part of the position
        super().__init__(move_tree(position), move_tree(position, any_order=True))


def move_tree(position: Position, *, any_order: bool = False) -> Branch:
    """Return the legal moves as a tree.

    Args:
        position: the position.
        any_order: whether the goals of citizens may be in any order; else each move is there once.
    """
    return _Grower(position, any_order=any_order).root()


def _order_of_typing(move: Move) -> tuple[bool, int]:
    """Return what moves of a kind are sorted by: the King's by their goals, loans by how many."""
    if isinstance(move, Close):
        return move.loans < 0, abs(move.loans)
    return False, move.goal if isinstance(move, MoveKing) else 0


class _Grower:
    """Grows the branches of one position."""

    def __init__(self, position: Position, *, any_order: bool) -> None:
        self._here = MutablePosition(position)
        self._table = move_table(position.map)
        self._any_order = any_order

    def root(self) -> Branch:
        here = self._here
        if here.asks != "act":
            return self._listed(list_answers(here))
        spaces = here.usable_spaces(here.turn)
        if not spaces:
            return words("skip")
        return Branch(partial(self._spaces, spaces, here.means(here.turn)))

    def _listed(self, moves: Iterable[Move], known: int = 0) -> Branch:
        """Return the tree of some moves, without the pieces that are known of them."""
        found = sorted(moves, key=_order_of_typing)
        return tree_of([self._table.pieces(move)[known:] for move in found])

    def _spaces(self, spaces: Iterable[Space], means: int) -> _Pieces:
        for space in spaces:
            if space in ("coins", "order"):
                yield space, MOVE
            else:
                grow = partial(self._actions, space, means)
                count = partial(count_actions, self._here, space, means)
                yield f"{space}:", Branch(grow, count=count)

    def _actions(self, space: Space, means: int) -> _Pieces:
        here = self._here
        match space:
            case "move":
                for origin in origins(here, here.turn):
                    yield f"{here.map.ids[origin]}>", self._citizens_of(origin, means + 1)
            case "queen":
                yield from self._spaces(queen_spaces(here), means - COST_OF_QUEEN)
            case _:
                yield from self._listed(list_actions(here, space, means), known=1).grow()

    def _citizens_of(self, origin: int, steps: int) -> Branch:
        citizens = self._here.citizens[self._here.colours * origin + self._here.turn]
        ways = ways_from(self._here.map, origin)
        return Branch(partial(self._goals, ways, tuple(range(PROVINCES)), citizens, steps, ""))

    def _goals(
        self, ways: Ways, left: tuple[int, ...], citizens: int, steps: int, sign: str
    ) -> _Pieces:
        """Iterate over the goals that a citizen can still go to, out of those that are left."""
        for number, index in enumerate(left):
            if citizens and ways.steps[index] <= steps:
                name = (*self._here.map.ids, SUPPLY_WORD)[ways.goals[index]]
                following = left[number + 1 :]
                if self._any_order:
                    following = left[:number] + following
                yield (
                    sign + name,
                    Branch(partial(self._counts, ways, index, following, citizens, steps)),
                )

    def _counts(
        self, ways: Ways, index: int, left: tuple[int, ...], citizens: int, steps: int
    ) -> _Pieces:
        """Iterate over how many citizens can go to a goal."""
        needed = ways.steps[index]
        for count in range(1, min(citizens, steps // needed) + 1):
            rest = citizens - count, steps - count * needed
            yield (
                str(count),
                Branch(
                    partial(self._goals, ways, left, *rest, "+"),
                    is_move=True,
                    count=partial(ways.count, *rest, index + 1),
                ),
            )
