"""The search for a move: runs within limits and has an answer at any time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Final, Generic, NamedTuple

from games.search.contract import InformationSearchable, Limits, M, P, Searchable, Thought
from games.search.information_tree import InformationTree
from games.search.tree import ALL, Edge, Node, Share, Tree

GUESSES: Final = 6
"""How many guessed positions are searched side by side if a view hides something.

A game that says what a seat sees is searched by an `InformationTree` instead.
"""
_FIRST_REPORT: Final = 16
_SETTLING: Final = 8
"""After this many positions the search checks whether the move is decided."""


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
    for trees, nodes, seconds in _grown(game, view, limits, random, stop, ALL):
        yield _thought(trees, nodes, seconds)


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
    for trees, nodes, seconds in _grown(game, view, limits, random, stop, share):
        thought = _thought(trees, nodes, seconds)
        worths = [_worth(tree.root, thought.move) for tree in trees]
        last = Findings(thought, sum(worths) / len(worths))
    return last


def _worth(root: Node[P, M], move: M) -> float:
    """Return the value of a move for the side to move, or of the root if it has no such move."""
    for edge in root.edges:
        if edge.choice.move == move:
            return root.worth(edge)
    return root.values[root.side]


def _grown(  # noqa: PLR0913, PLR0917 - as `explore`
    game: Searchable[P, M],
    view: P,
    limits: Limits,
    random: Random,
    stop: Callable[[], bool],
    share: Share,
) -> Iterator[tuple[list[Tree[P, M]], int, float]]:
    """Grow one tree, or one a guess; yield them now and then, with the nodes and seconds so far."""
    start = limits.clock()
    starts = _starts(game, view, random)
    trees: list[Tree[P, M]] = []
    nodes, report = 0, _FIRST_REPORT

    def enough() -> bool:
        spent = limits.clock() - start
        return (
            stop()
            or (limits.seconds is not None and spent >= limits.seconds)
            or (limits.nodes is not None and nodes >= limits.nodes)
        )

    for each in starts:
        if trees and enough():
            break
        trees.append(_plant(game, each, random, share))
        nodes += 1
    growing = _growing(trees)
    while growing and not enough():
        tree = growing[nodes % len(growing)]
        tree.grow()
        nodes += 1
        if tree.root.certain is not None:
            growing = _growing(trees)
        if nodes >= report:
            report *= 2
            yield trees, nodes, limits.clock() - start
        if limits.move_only and not nodes % _SETTLING:
            rest = _rest(limits, nodes, limits.clock() - start)
            if len(trees) == 1 and tree.root.lead() > rest:
                break
    yield trees, nodes, limits.clock() - start


def _starts(game: Searchable[P, M], view: P, random: Random) -> list[P]:
    """Return what the trees start from: guesses, unless one tree makes them or needs none."""
    if game.known(view) or isinstance(game, InformationSearchable):
        return [view]
    return [game.guess(view, random) for _ in range(GUESSES)]


def _plant(game: Searchable[P, M], start: P, random: Random, share: Share) -> Tree[P, M]:
    if isinstance(game, InformationSearchable) and not game.known(start):
        return InformationTree(game, start, random, share)
    return Tree(game, start, share)


def _rest(limits: Limits, nodes: int, spent: float) -> float:
    """Return how many more positions can be visited, at the speed so far."""
    rest = inf
    if limits.nodes is not None:
        rest = float(limits.nodes - nodes)
    if limits.seconds is not None and spent > 0:
        rest = min(rest, nodes * (limits.seconds / spent - 1))
    return rest


def _growing(trees: list[Tree[P, M]]) -> list[Tree[P, M]]:
    return [tree for tree in trees if tree.root.certain is None]


def _thought(trees: list[Tree[P, M]], nodes: int, seconds: float) -> Thought[M]:
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
