"""A search tree that grows where play is likely to go (PUCT) and backs up exact results.

Each visit walks from the root to a new position. At every step it chooses the move with the best
balance between its average value and few visits. Then it adds the estimate of the new position to
the averages of all positions on the way, for each side separately. So the search is minimax for two
sides and max^n for more.

Exact results are not averaged. A side that can move to its own certain win has won. A position
whose legal moves are all certain is certain, unless its value depends on which of several equally
bad moves a side chooses.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt
from typing import Any, Final, Generic, NamedTuple

from games.search.contract import Choice, M, P, Searchable, Values

ROOT_WIDTH: Final = 40
WIDTH: Final = 8
_FIRST_MOVES: Final = 3
_SHARPNESS: Final = 20.0
"""How strongly the search prefers a move with a better estimate before it has visited any."""
_CURIOSITY: Final = 0.6
_WON: Final = 1.0
_TWO_SIDES: Final = 2


class Share(NamedTuple):
    """The part of the root's moves that a tree considers: every `of`-th move, from `number` on."""

    number: int
    of: int


ALL: Final = Share(0, 1)


class Edge(Generic[P, M]):
    """A move from a node.

    Attributes:
        choice: the move and its estimate.
        prior: the estimated probability that it is the best move.
        node: the position it leads to, once visited.
    """

    __slots__ = ("choice", "node", "prior")

    def __init__(self, choice: Choice[M], prior: float) -> None:
        """Create an edge that was not visited yet."""
        self.choice = choice
        self.prior = prior
        self.node: Node[P, M] | None = None


class Node(Generic[P, M]):
    """A position in the tree.

    Attributes:
        position: the position.
        side: whose turn it is.
        certain: its values, if they are proven.
        visits: number of visits.
        sums: for each side, the sum of the values of all visits.
        edges: the moves considered, best first; none before the node is opened.
        complete: whether these are all legal moves.
    """

    __slots__ = ("certain", "complete", "edges", "position", "side", "sums", "visits")

    def __init__(self, position: P, side: int, certain: Values | None) -> None:
        """Create a node that was not visited yet."""
        self.position = position
        self.side = side
        self.certain = certain
        self.visits = 0
        self.sums: list[float] = []
        self.edges: tuple[Edge[P, M], ...] = ()
        self.complete = False

    @property
    def values(self) -> Values:
        """The values of the position so far; it was visited at least once."""
        if self.certain is not None:
            return self.certain
        return tuple(total / self.visits for total in self.sums)

    def worth(self, edge: Edge[P, M]) -> float:
        """Return the value of a move for the side to move in this position."""
        node = edge.node
        return edge.choice.worth if node is None else node.values[self.side]

    def best(self) -> Edge[P, M]:
        """Return the move to play: a certain win, else the most visited that is no sure loss."""
        return max(self.edges, key=self._merit)

    def lead(self) -> int:
        """Return how many visits the most visited move is ahead of the next one."""
        visits = [edge.node.visits for edge in self.edges if edge.node]
        visits.sort()
        return visits[-1] - visits[-2] if len(visits) > 1 else sum(visits)

    def _merit(self, edge: Edge[P, M]) -> tuple[float, float, float]:
        node = edge.node
        if node is None:
            return 0.0, 0.0, edge.choice.worth
        worth = node.values[self.side]
        if node.certain is not None and worth in (0.0, _WON):
            return (2.0, 0.0, 0.0) if worth else (-1.0, node.visits, 0.0)
        return 0.0, node.visits, worth


class Tree(Generic[P, M]):
    """A tree that grows from one position without hidden parts."""

    def __init__(self, game: Searchable[P, M], position: P, share: Share = ALL) -> None:
        """Start at a position that is not over, with a share of its moves."""
        self._game = game
        self.root = root = self._node(position)
        self.nodes = 1
        if root.certain is not None:
            certain = Choice(max(root.certain), game.certain_move(position))
            root.edges = _edges((certain,))
        values = self._open(root, ROOT_WIDTH)
        mine = root.edges[share.number :: share.of]
        if mine and len(mine) < len(root.edges):
            root.edges, root.complete = mine, False
        self._back_up([root], values)

    def grow(self) -> None:
        """Visit one more position that leaves a choice, unless the root is proven."""
        path = [self.root]
        node = self.root
        values = self._descend(path)
        while node is not path[-1] and len(path[-1].edges) == 1:
            node = path[-1]
            values = self._descend(path)
        self._back_up(path, values)

    def _descend(self, path: list[Node[P, M]]) -> Values:
        """Go on from the last node of a path to a new one; return its estimated values."""
        node = path[-1]
        while node.certain is None and node.edges:
            edge = self._choose(node)
            if edge.node is None:
                edge.node = self._node(self._game.play(node.position, edge.choice.move))
                self.nodes += 1
            node = edge.node
            path.append(node)
        return self._open(node, WIDTH)

    def line(self) -> tuple[M, ...]:
        """Return the best line, as far as its moves were visited more than once or are proven."""
        moves: list[M] = []
        node: Node[P, M] | None = self.root
        while node is not None and node.edges and (node.visits > 1 or node.certain or not moves):
            edge = node.best()
            moves.append(edge.choice.move)
            node = edge.node
        return tuple(moves)

    def _back_up(self, path: list[Node[P, M]], values: Values) -> None:
        for node in reversed(path):
            sums = node.sums or [0.0] * len(values)
            node.sums = [a + b for a, b in zip(sums, values, strict=True)]
            node.visits += 1
            self._prove(node)

    def _node(self, position: P) -> Node[P, M]:
        certain = self._game.certain(position)
        return Node(position, 0 if certain else self._game.side(position), certain)

    def _open(self, node: Node[P, M], width: int) -> Values:
        """List the moves of a node; return its values, estimated there or after the best move."""
        if node.certain is not None:
            return node.certain
        game = self._game
        choices = game.choices(node.position, width)
        node.edges = _edges(choices.best_first)
        node.complete = choices.complete
        if choices.values is not None:
            return choices.values
        after = game.play(node.position, choices.best_first[0].move)
        return game.certain(after) or game.judge(after)

    def _choose(self, node: Node[P, M]) -> Edge[P, M]:
        """Return the move to visit next; more visits give more moves a chance."""
        chosen, most = node.edges[0], float("-inf")
        curiosity = _CURIOSITY * sqrt(node.visits + 1)
        side = node.side
        room = _FIRST_MOVES + int(sqrt(node.visits))
        for edge in node.edges:
            child = edge.node
            if child is None:
                score = edge.choice.worth + curiosity * edge.prior
                room -= 1
            elif child.certain is not None:
                continue  # another visit adds nothing
            else:
                score = child.sums[side] / child.visits
                score += curiosity * edge.prior / (1 + child.visits)
                room -= 1
            if score > most:
                chosen, most = edge, score
            if room <= 0:
                break
        return chosen

    def _prove(self, node: Node[P, M]) -> None:
        """Set a node's certain values, if they follow from its moves."""
        if node.certain is not None:
            return
        known = [edge.node.certain for edge in node.edges if edge.node and edge.node.certain]
        if not known:
            return
        best = max(known, key=lambda values: values[node.side])
        if best[node.side] == _WON:
            node.certain = best
        elif len(known) == len(node.edges):
            if not node.complete:
                self._widen(node)
            elif all(values == best for values in _open_choices(node.side, best, known)):
                node.certain = best

    def _widen(self, node: Node[P, M]) -> None:
        """Add all other legal moves: those considered so far are certain, and none is a win."""
        seen = {edge.choice.move: edge for edge in node.edges}
        choices = self._game.choices(node.position, None)
        edges = _edges(choices.best_first)
        node.edges = tuple(seen.get(edge.choice.move, edge) for edge in edges)
        node.complete = choices.complete


def _open_choices(side: int, best: Values, known: Sequence[Values]) -> Sequence[Values]:
    """Return the results that a side may choose from, if each of its moves has a certain result.

    With two sides, it chooses among its best results. With more, a side that loses anyway may
    choose any result.
    """
    if len(best) > _TWO_SIDES:
        return known
    return [values for values in known if values[side] == best[side]]


def _edges(best_first: Sequence[Choice[M]]) -> tuple[Edge[Any, M], ...]:
    scores = [exp(_SHARPNESS * (choice.worth - best_first[0].worth)) for choice in best_first]
    total = sum(scores)
    return tuple(
        Edge(choice, score / total) for choice, score in zip(best_first, scores, strict=True)
    )
