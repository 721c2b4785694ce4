"""The search for a move: runs within limits and has an answer at any time."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Final, Generic, NamedTuple

from games.search.budget import Budget
from games.search.contract import (
    InformationSearchable,
    Limits,
    M,
    P,
    Searchable,
    Thought,
    Values,
)
from games.search.proofs import Proofs
from games.search.tree import (
    ALL,
    STEPS_A_VISIT,
    Edge,
    InformationTree,
    Node,
    ProvingTree,
    Share,
    Tree,
    VisitEffort,
)


@contextmanager
def collector_paused() -> Iterator[None]:
    """Pause the collector.

    A growing tree has no garbage, but the collector would look through it again and again, which
    took a quarter to a half of the time.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


GUESSES: Final = 6
"""How many guessed positions are searched side by side if a view hides something.

A game that says what a seat sees is searched by an `InformationTree` instead.
"""
_FIRST_REPORT: Final = 16
_FIRST_PART: Final = 0.6
"""The part of the limits that the solver has before a tree grows."""
_LOST_NODES: Final = 64
"""How many positions are searched for the best resistance, once a loss is proven."""
_WON: Final = 1.0
_SETTLING: Final = 8
"""After this many positions the search checks whether the move is decided."""


class _Growth(NamedTuple, Generic[P, M]):
    """How far a search is.

    Attributes:
        trees: what has grown so far; none if the solver found all.
        nodes: number of positions visited.
        seconds: time spent.
        proven: the values of the position, if the solver proved them.
        line: the best moves, if the solver found them.
    """

    trees: list[Tree[P, M]]
    nodes: int
    seconds: float
    proven: Values | None
    line: tuple[M, ...]


class Findings(NamedTuple, Generic[M]):
    """The result of one helper of a team.

    Attributes:
        thought: the best move in the helper's share of the moves.
        worth: its value for the side to move.
    """

    thought: Thought[M]
    worth: float


def think(
    game: Searchable[P, M],
    view: P,
    limits: Limits,
    random: Random,
    *,
    stop: Callable[[], bool] = lambda: False,
) -> Thought[M]:
    """Return what to play in a position, or a view, that is not over.

    Args:
        game: the game's rules and evaluation.
        view: what the seat to move knows. If it hides something, several guesses are searched.
        limits: when to stop.
        random: for the guesses; not used if nothing is hidden.
        stop: called before every visit; the search ends at once when it returns True.
    """
    for thought in thoughts(game, view, limits, random, stop=stop):
        last = thought
    return last


def thoughts(
    game: Searchable[P, M],
    view: P,
    limits: Limits,
    random: Random,
    *,
    stop: Callable[[], bool] = lambda: False,
) -> Iterator[Thought[M]]:
    """Iterate over better and better answers; otherwise as `think`."""
    with collector_paused():
        for growth in _Search(game, view, limits, stop, ALL).run(random):
            yield _thought(growth)


def explore(  # noqa: PLR0913, PLR0917 - as `think`, and a share
    game: Searchable[P, M],
    view: P,
    limits: Limits,
    random: Random,
    stop: Callable[[], bool],
    share: Share,
) -> Findings[M]:
    """Return the result of one helper of a team; otherwise as `think`.

    Args:
        game: the game's rules and evaluation.
        view: what the seat to move knows.
        limits: when to stop.
        random: for the guesses; the same for all helpers, so that they guess the same positions.
        stop: called before every visit.
        share: which of the moves this helper considers.
    """
    with collector_paused():
        for growth in _Search(game, view, limits, stop, share).run(random):
            thought = _thought(growth)
            worths = [_worth(tree.root, thought.move) for tree in growth.trees]
            last = Findings(thought, sum(worths) / len(worths) if worths else _WON)
    return last


def _worth(root: Node[P, M], move: M) -> float:
    """Return the value of a move for the side to move, or of the root if it has no such move."""
    for edge in root.edges:
        if edge.choice.move == move:
            return root.worth(edge)
    return root.values[root.side]


class _Search(Generic[P, M]):
    """A search for one move: a proof if it can be had, else one tree, or one a guess."""

    def __init__(
        self,
        game: Searchable[P, M],
        view: P,
        limits: Limits,
        stop: Callable[[], bool],
        share: Share,
    ) -> None:
        self._game = game
        self._view = view
        self._move_only = limits.move_only
        self._share = share
        self._trees: list[Tree[P, M]] = []
        self._proven: Values | None = None
        self._line: tuple[M, ...] = ()
        able = limits.proofs and not share.number and game.known(view)
        self._proofs = Proofs(game, view) if able else None
        self._budget = Budget(limits, stop, self._proofs)
        # With a limit of positions, a faster solver must not change the move.
        self._speed = 1 if self._proofs is None or limits.nodes is not None else self._proofs.speed

    def run(self, random: Random) -> Iterator[_Growth[P, M]]:
        """Search until a limit is reached or all is proven; yield the result now and then."""
        self._prove()
        if self._line:
            yield self._growth()
            return
        self._plant(random)
        budget = self._budget
        growing, report = _growing(self._trees), _FIRST_REPORT
        while growing and not self._is_over():
            tree = growing[budget.visits % len(growing)]
            tree.grow()
            budget.visits += 1
            if tree.root.certain is not None:
                growing = _growing(self._trees)
            if budget.visits >= report:
                report *= 2
                yield self._growth()
            if self._is_settled():
                break
        yield self._growth()

    def _prove(self) -> None:
        """Let the solver try; keep its line if the side to move wins."""
        game, view, proofs, budget = self._game, self._view, self._proofs, self._budget
        if proofs is None or game.certain(view) is not None:
            return
        steps = budget.steps_left(_FIRST_PART)
        self._proven = proofs.values(view, steps, lambda: budget.is_late(_FIRST_PART))
        if self._proven is not None and self._proven[game.side(view)] == _WON:
            self._line = proofs.line(view, budget.is_late)
            if not self._line:
                self._proven = None  # Nobody knows any more by which move.

    def _plant(self, random: Random) -> None:
        self._budget.plant()
        for each in _starts(self._game, self._view, random):
            if self._trees and self._budget.has_spent(1):
                break
            self._trees.append(self._tree(each, random))
            self._budget.visits += 1

    def _tree(self, start: P, random: Random) -> Tree[P, M]:
        game, proofs, share = self._game, self._proofs, self._share
        if isinstance(game, InformationSearchable) and not game.known(start):
            return InformationTree(game, start, random, share)
        if proofs is not None and proofs.able:
            budget = self._budget
            effort = VisitEffort(STEPS_A_VISIT * self._speed, budget.steps_left, budget.is_late)
            return ProvingTree(game, start, proofs, effort, share)
        return Tree(game, start, share)

    def _is_over(self) -> bool:
        budget = self._budget
        return budget.has_spent(1) or (self._proven is not None and budget.visits >= _LOST_NODES)

    def _is_settled(self) -> bool:
        """Return whether only the move is needed, and no other can overtake the best one."""
        if not self._move_only or self._budget.visits % _SETTLING or len(self._trees) > 1:
            return False
        return self._trees[0].root.lead() > self._budget.visits_left()

    def _growth(self) -> _Growth[P, M]:
        budget = self._budget
        seconds = budget.seconds()
        return _Growth(self._trees, budget.counted(), seconds, self._proven, self._line)


def _starts(game: Searchable[P, M], view: P, random: Random) -> list[P]:
    """Return what the trees start from: guesses, unless one tree makes them or needs none."""
    if game.known(view) or isinstance(game, InformationSearchable):
        return [view]
    return [game.guess(view, random) for _ in range(GUESSES)]


def _growing(trees: list[Tree[P, M]]) -> list[Tree[P, M]]:
    return [tree for tree in trees if tree.root.certain is None]


def _thought(growth: _Growth[P, M]) -> Thought[M]:
    trees, nodes, seconds, proven, line = growth
    if proven is not None:
        line = line or trees[0].line()
        return Thought(line[0], proven, line, nodes, seconds, solved=True)
    if len(trees) == 1:
        (tree,) = trees
        root = tree.root
        line = tree.line()
        solved = root.certain is not None
        return Thought(line[0], root.values, line, nodes, seconds, solved)
    best = max(_votes(trees).items(), key=lambda item: item[1])[0]
    columns = zip(*(tree.root.values for tree in trees), strict=True)
    values = tuple(sum(column) / len(trees) for column in columns)
    return Thought(best, values, (best,), nodes, seconds, solved=False)


def _votes(trees: list[Tree[P, M]]) -> dict[M, float]:
    """Return for each move of the roots the sum of its votes: one vote a guess."""
    votes: dict[M, float] = {}
    for tree in trees:
        root = tree.root
        best = root.best()
        for edge in root.edges:
            votes[edge.choice.move] = votes.get(edge.choice.move, 0.0) + _vote(root, edge, best)
    return votes


def _vote(root: Node[P, M], edge: Edge[P, M], best: Edge[P, M]) -> float:
    if root.certain is not None:
        return float(edge is best)
    visits = edge.node.visits if edge.node else 0
    return visits / max(1, root.visits)
