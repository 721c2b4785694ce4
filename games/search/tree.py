"""Search trees that grow where play is likely to go (PUCT) and back up exact results.

Each visit walks from the root to a new position. At every step it chooses the move with the best
balance between its average value and few visits. Then it adds the estimate of the new position to
the averages of all positions on the way, for each side separately. So the search is minimax for two
sides and max^n for more.

Exact results are not averaged. A side that can move to its own certain win has won. A position
whose legal moves are all certain is certain, unless its value depends on which of several equally
bad moves a side chooses. A `ProvingTree` also asks the solver.

An `InformationTree` is for games with hidden parts and chance to come. Each visit plays in a new
guess of what is hidden. Positions that the seat to move cannot tell apart share a node, so a plan
never depends on hidden parts or on one order of a deck. A move counts by its average over what it
may reveal. Nothing is proven.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import exp, sqrt
from random import Random
from typing import Any, Final, Generic, NamedTuple

from games.search.contract import Choice, InformationSearchable, M, P, Searchable, Values
from games.search.proofs import Proofs

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


STEPS_A_VISIT: Final = 64
"""How many steps in Python the solver may take for each visit; a visit costs as much."""
_FIRST_VISITS: Final = 4


class VisitEffort(NamedTuple):
    """How much work the solver may take.

    Attributes:
        steps: for each visit of a position.
        left: returns how many steps are left in all.
        stop: ends a proof that takes too long.
    """

    steps: int
    left: Callable[[], int]
    stop: Callable[[], bool]


class ProvingTree(Tree[P, M]):
    """A tree whose positions may be proven from outside."""

    def __init__(
        self,
        game: Searchable[P, M],
        position: P,
        proofs: Proofs[P, M],
        effort: VisitEffort,
        share: Share = ALL,
    ) -> None:
        """Start at a position that is not over.

        Args:
            game: the rules and the evaluation.
            position: the root.
            proofs: of this root.
            effort: for proofs.
            share: which of the root's moves the tree considers.
        """
        self._proofs = proofs
        self._effort = effort
        super().__init__(game, position, share)

    def _back_up(self, path: list[Node[P, M]], values: Values) -> None:
        super()._back_up(path, values)
        proven = False
        for node in reversed(path[1:]):
            if proven:
                self._prove(node)
            visits = node.visits
            # At 4 visits, 8, 16 and so on; a forced move is not worth a proof of its own.
            if node.certain is None and visits >= _FIRST_VISITS and not visits & visits - 1:
                steps = min(self._effort.steps * visits, self._effort.left())
                node.certain = self._proofs.values(node.position, steps, self._effort.stop)
            proven = proven or node.certain is not None
        if proven:
            self._prove(path[0])


class _Outcomes(Node[P, M]):
    """What a move led to: statistics, and a node for each thing the next seat may see."""

    __slots__ = ("seen",)

    def __init__(self, position: P, side: int) -> None:
        super().__init__(position, side, None)
        self.seen: dict[Hashable, Node[P, M]] = {}


class InformationTree(Tree[P, M]):
    """A tree that grows from a view, by a new guess for every visit."""

    def __init__(
        self, game: InformationSearchable[P, M], view: P, random: Random, share: Share = ALL
    ) -> None:
        """Start at a view of the seat to move, with a share of its moves."""
        self._information = game
        self._view = view
        self._random = random
        super().__init__(game, game.guess(view, random), share)

    def grow(self) -> None:
        """Visit one more position, in a new guess; forced moves are passed through."""
        game = self._information
        position = game.guess(self._view, self._random)
        node = self.root
        path = [node]
        values: Values | None = None
        opened = False
        while not opened:
            outcomes, position = self._play_in_guess(self._choose(node), position)
            path.append(outcomes)
            values = game.certain(position)
            if values is not None:
                break
            seen = game.seen(position)
            known = outcomes.seen.get(seen)
            if known is None:
                node = Node(position, game.side(position), None)
                outcomes.seen[seen] = node
                self.nodes += 1
                values = self._open(node, WIDTH)
                opened = len(node.edges) > 1
            else:
                node = known
            path.append(node)
        assert values is not None
        self._back_up(path, values)

    def _play_in_guess(self, edge: Edge[P, M], position: P) -> tuple[_Outcomes[P, M], P]:
        """Play a move in a guess; return its statistics and the position after it."""
        position = self._information.play(position, edge.choice.move)
        outcomes = edge.node
        if outcomes is None:
            outcomes = edge.node = _Outcomes(position, 0)
        assert isinstance(outcomes, _Outcomes)
        return outcomes, position

    def _prove(self, node: Node[P, M]) -> None:
        """Leave a node unproven: another guess may end otherwise."""
