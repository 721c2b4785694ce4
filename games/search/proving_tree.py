"""A search tree that also asks the solver, the more so the more a position was visited."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from games.search.contract import M, P, Searchable, Values
from games.search.proofs import Proofs
from games.search.tree import ALL, Node, Share, Tree

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
