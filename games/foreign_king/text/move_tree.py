"""The legal moves of a position as a tree of pieces of text, which is never grown as a whole."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from itertools import groupby

from games.completion_tree import MOVE, Branch, TreeCompletions, words
from games.foreign_king.constants import COST_OF_QUEEN, PROVINCES, Space
from games.foreign_king.listing import (
    count_actions,
    king_routes,
    list_actions,
    list_answers,
    most_borrowed,
    most_repaid,
    origins,
    queen_spaces,
)
from games.foreign_king.moves import Move, PlainAction
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.foreign_king.rules import ForeignKing
from games.foreign_king.text.move_formatter import SUPPLY_WORD, format_move
from games.foreign_king.ways import Ways, ways_from

_Pieces = Iterator[tuple[str, Branch]]
_SKIP = words("skip")


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


class _Grower:
    """Grows the branches of one position."""

    def __init__(self, position: Position, *, any_order: bool) -> None:
        self._here = MutablePosition(position)
        self._ids = position.map.ids
        self._any_order = any_order

    def root(self) -> Branch:
        here = self._here
        if here.asks != "act":
            return Branch(self._answers)
        spaces = here.usable_spaces(here.turn)
        return Branch(partial(self._spaces, spaces, here.means(here.turn))) if spaces else _SKIP

    # Answers

    def _answers(self) -> _Pieces:
        here = self._here
        match here.asks:
            case "congress":
                yield from words("yes", "no").grow()
            case "shut":
                yield "shut:", words(*map(self._behind_colon, list_answers(here)))
            case "virtual":
                yield "virtual:", Branch(self._virtual_steps)
            case "loans":
                yield from self._closings()
            case "order":
                yield "order:", _numbers(here.seats)

    def _behind_colon(self, move: Move) -> str:
        return format_move(self._here.map, move).partition(":")[2]

    def _virtual_steps(self) -> _Pieces:
        here, ids = self._here, self._ids
        movable = origins(here, here.seats)
        for province in range(PROVINCES):
            neighbours = here.map.borders[province] if province in movable else ()
            goals = tuple(f">{ids[goal]}" for goal in neighbours)
            placed = here.supply[here.seats] > 0
            if placed or goals:
                grow = words(*goals).grow
                yield ids[province], Branch(grow, is_move=placed)

    def _closings(self) -> _Pieces:
        yield "done", MOVE
        for word, most in (
            ("loan:", most_borrowed(self._here)),
            ("repay:", most_repaid(self._here)),
        ):
            if most:
                yield word, _numbers(most)

    # Actions

    def _spaces(self, spaces: Iterable[Space], means: int) -> _Pieces:
        for space in spaces:
            if space in ("coins", "order"):
                yield space, MOVE
            else:
                grow = partial(self._actions, space, means)
                yield (
                    f"{space}:",
                    Branch(grow, count=partial(count_actions, self._here, space, means)),
                )

    def _actions(self, space: Space, means: int) -> _Pieces:
        here = self._here
        match space:
            case "build" | "place" | "congress":
                yield from self._by_province(list_actions(here, space, means))
            case "move":
                for origin in origins(here, here.turn):
                    yield f"{self._ids[origin]}>", self._citizens_of(origin, means + 1)
            case "king":
                yield from self._king_moves(means)
            case "queen":
                yield from self._spaces(queen_spaces(here), means - COST_OF_QUEEN)

    def _by_province(self, actions: Iterable[PlainAction]) -> _Pieces:
        """Iterate over the parts of actions that name one province, which is their last part."""
        for start, same in groupby(
            map(self._behind_colon, actions), lambda text: text[: text.find("@") + 1]
        ):
            provinces = words(*(text.removeprefix(start) for text in same))
            yield from [(start, provinces)] if start else provinces.grow()

    def _king_moves(self, means: int) -> _Pieces:
        routes = king_routes(self._here, means)
        for goal, name in enumerate(self._ids):
            if steps := [str(each) for each, goals in routes if goal in goals]:
                yield name, words(*steps)

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
                name = (*self._ids, SUPPLY_WORD)[ways.goals[index]]
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


def _numbers(most: int) -> Branch:
    return words(*map(str, range(1, most + 1)))
