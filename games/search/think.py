"""Thinking about a move: as long as allowed, at any time with an answer."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import inf
from random import Random
from typing import Final, Generic, NamedTuple

from games.search.contract import Limits, M, P, Searchable, Thought
from games.search.tree import ALL, Edge, Node, Share, Tree

GUESSES: Final = 6
"""How many positions are thought about side by side where a view hides something."""
_FIRST_REPORT: Final = 16
_SETTLING: Final = 8
"""After so many positions each it is asked whether the move is settled."""


class Findings(NamedTuple, Generic[M]):
    """What one of several that think together found.

    Attributes:
        thought: what it would play of its share of the moves.
        worth: what that is worth to the side to move.
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
        game: the game's rules and judgement.
        view: what the seat to move knows; where something is hidden, several guesses are weighed.
        limits: how long to think.
        random: for the guesses; not used where nothing is hidden.
        stop: asked before every position looked at; thinking ends at once when it says so.
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
    """Iterate over what to play, better and better thought through; as `think`."""
    for trees, nodes, seconds in _grown(game, view, limits, random, stop, ALL):
        yield _thought(trees, nodes, seconds)


def explore(  # noqa: PLR0913, PLR0917 - as `think`, and what of it
    game: Searchable[P, M],
    view: P,
    limits: Limits,
    random: Random,
    stop: Callable[[], bool],
    share: Share,
) -> Findings[M]:
    """Return what one of several that think together found; as `think`.

    Args:
        game: the game's rules and judgement.
        view: what the seat to move knows.
        limits: how long to think.
        random: for the guesses; the same for all, so that they think about the same ones.
        stop: asked before every position looked at.
        share: which of the moves it looks at.
    """
    for trees, nodes, seconds in _grown(game, view, limits, random, stop, share):
        thought = _thought(trees, nodes, seconds)
        worths = [_worth(tree.root, thought.move) for tree in trees]
        last = Findings(thought, sum(worths) / len(worths))
    return last


def _worth(root: Node[P, M], move: M) -> float:
    """Return what a move is worth to the side to move, or all it looked at where it is missing."""
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
    """Grow a tree, or one for each guess; tell them now and then, with the nodes and seconds."""
    start = limits.clock()
    guesses = [view] if game.known(view) else [game.guess(view, random) for _ in range(GUESSES)]
    trees: list[Tree[P, M]] = []
    nodes, report = 0, _FIRST_REPORT

    def enough() -> bool:
        spent = limits.clock() - start
        return (
            stop()
            or (limits.seconds is not None and spent >= limits.seconds)
            or (limits.nodes is not None and nodes >= limits.nodes)
        )

    for guess in guesses:
        if trees and enough():
            break
        trees.append(Tree(game, guess, share))
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


def _rest(limits: Limits, nodes: int, spent: float) -> float:
    """Return how many positions may still be looked at, at the speed so far."""
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
    """Add up how strongly each guess speaks for each move of the trees' roots."""
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
