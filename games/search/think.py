"""The search for a move: runs within limits and has an answer at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Final, Generic, NamedTuple

from games.search.contract import (
    InformationSearchable,
    Limits,
    M,
    P,
    Searchable,
    Thought,
    Values,
)
from games.search.information_tree import InformationTree
from games.search.proofs import Proofs
from games.search.proving_tree import STEPS_A_VISIT, ProvingTree, VisitEffort
from games.search.tree import ALL, Edge, Node, Share, Tree

GUESSES: Final = 6
"""How many guessed positions are searched side by side if a view hides something.

A game that says what a seat sees is searched by an `InformationTree` instead.
"""
_FIRST_REPORT: Final = 16
_FIRST_PART: Final = 0.6
"""The part of the limits that the solver has before a tree grows."""
_MOST_STEPS: Final = 1 << 40
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
        self._limits = limits
        self._stop = stop
        self._share = share
        self._start = limits.clock()
        self._nodes = 0
        self._planted = 0.0
        self._trees: list[Tree[P, M]] = []
        self._proven: Values | None = None
        self._line: tuple[M, ...] = ()
        able = limits.proofs and not share.number and game.known(view)
        self._proofs = Proofs(game, view) if able else None

    def run(self, random: Random) -> Iterator[_Growth[P, M]]:
        """Search until a limit is reached or all is proven; yield the result now and then."""
        self._prove()
        if self._line:
            yield self._growth()
            return
        self._plant(random)
        growing, report = _growing(self._trees), _FIRST_REPORT
        while growing and not self._is_over():
            tree = growing[self._nodes % len(growing)]
            tree.grow()
            self._nodes += 1
            if tree.root.certain is not None:
                growing = _growing(self._trees)
            if self._nodes >= report:
                report *= 2
                yield self._growth()
            if self._is_settled():
                break
        yield self._growth()

    def _prove(self) -> None:
        """Let the solver try; keep its line if the side to move wins."""
        game, view, proofs = self._game, self._view, self._proofs
        if proofs is None or game.certain(view) is not None:
            return
        steps = self._steps_left(_FIRST_PART)
        self._proven = proofs.values(view, steps, lambda: self._is_late(_FIRST_PART))
        if self._proven is not None and self._proven[game.side(view)] == _WON:
            self._line = proofs.line(view, lambda: self._is_late(1))
            if not self._line:
                self._proven = None  # Nobody knows any more by which move.

    def _plant(self, random: Random) -> None:
        self._planted = self._seconds()
        for each in _starts(self._game, self._view, random):
            if self._trees and self._has_spent(1):
                break
            self._trees.append(self._tree(each, random))
            self._nodes += 1

    def _tree(self, start: P, random: Random) -> Tree[P, M]:
        game, proofs, share = self._game, self._proofs, self._share
        if isinstance(game, InformationSearchable) and not game.known(start):
            return InformationTree(game, start, random, share)
        if proofs is not None and proofs.able:
            # With a limit of positions, a faster solver must not change the move.
            speed = 1 if self._limits.nodes is not None else proofs.speed
            effort = VisitEffort(
                STEPS_A_VISIT * speed, lambda: self._steps_left(1), lambda: self._is_late(1)
            )
            return ProvingTree(game, start, proofs, effort, share)
        return Tree(game, start, share)

    def _counted(self) -> int:
        """Return the positions visited, those of the solver at a lower price."""
        proofs = self._proofs
        return self._nodes + (0 if proofs is None else proofs.steps // STEPS_A_VISIT)

    def _seconds(self) -> float:
        return self._limits.clock() - self._start

    def _has_spent(self, part: float) -> bool:
        """Return whether this part of the limits is used up, or the search was stopped."""
        nodes = self._limits.nodes
        return self._is_late(part) or (nodes is not None and self._counted() >= part * nodes)

    def _is_late(self, part: float) -> bool:
        """Return whether this part of the time is used up, or the search was stopped."""
        seconds = self._limits.seconds
        return self._stop() or (seconds is not None and self._seconds() >= part * seconds)

    def _steps_left(self, part: float) -> int:
        """Return the steps that the solver may still take of this part of the positions."""
        nodes, proofs = self._limits.nodes, self._proofs
        if nodes is None or proofs is None:
            return _MOST_STEPS
        return max(0, int(STEPS_A_VISIT * (part * nodes - self._nodes)) - proofs.steps)

    def _is_over(self) -> bool:
        return self._has_spent(1) or (self._proven is not None and self._nodes >= _LOST_NODES)

    def _is_settled(self) -> bool:
        """Return whether only the move is needed, and no other can overtake the best one."""
        if not self._limits.move_only or self._nodes % _SETTLING or len(self._trees) > 1:
            return False
        return self._trees[0].root.lead() > self._visits_left()

    def _visits_left(self) -> float:
        """Return how many more positions can be visited, at the speed so far."""
        left, limits = inf, self._limits
        if limits.nodes is not None:
            left = float(limits.nodes - self._counted())
        spent = self._seconds()
        if limits.seconds is not None and spent > self._planted:
            speed = self._nodes / (spent - self._planted)
            left = min(left, speed * (limits.seconds - spent))
        return left

    def _growth(self) -> _Growth[P, M]:
        return _Growth(self._trees, self._counted(), self._seconds(), self._proven, self._line)


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
