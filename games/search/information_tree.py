"""A search tree over what players see, for games with hidden parts and chance to come.

Each visit plays in a new guess of what is hidden. Positions that the seat to move cannot tell apart
share a node, so a plan never depends on hidden parts or on one order of a deck. A move counts by
its average over what it may reveal. Nothing is proven.
"""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

from games.search.contract import InformationSearchable, M, P, Values
from games.search.tree import ALL, WIDTH, Edge, Node, Share, Tree


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
            outcomes, position = self._follow(self._choose(node), position)
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

    def _follow(self, edge: Edge[P, M], position: P) -> tuple[_Outcomes[P, M], P]:
        """Play a move in a guess; return its statistics and the position after it."""
        position = self._information.play(position, edge.choice.move)
        outcomes = edge.node
        if outcomes is None:
            outcomes = edge.node = _Outcomes(position, 0)
        assert isinstance(outcomes, _Outcomes)
        return outcomes, position

    def _prove(self, node: Node[P, M]) -> None:
        """Leave a node unproven: another guess may end otherwise."""
