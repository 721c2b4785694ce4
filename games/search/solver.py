"""Proves who wins the end of a game, by depth-first proof-number search (df-pn).

The question is whether one side, the *goal*, can force its win. A position has a proof number and a
disproof number: about how much more work it is to prove the win, and to prove that there is none.
The search always goes on where the work is least. See A. Nagai, "Df-pn algorithm for searching
AND/OR trees and its applications", 2002.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Final, Protocol

from games.search.contract import EndgameSearchable, Searchable, SolvableEndgame
from games.search.effort import Effort, OutOfEffortError

INFINITE: Final = 1 << 40
"""The proof number of what cannot be proven."""
UNKNOWN: Final = -1


class Expansion:
    """The moves of a position, those to equal positions only once.

    Attributes:
        moves: the moves, as numbers that the game understands.
        proof: for each move the first proof number of the position after it.
        disproof: for each move the first disproof number of the position after it.
    """

    def __init__(self) -> None:
        """Start without moves."""
        self.moves: list[int] = []
        self.proof: list[int] = []
        self.disproof: list[int] = []

    def add(self, move: int, proof: int, disproof: int) -> None:
        """Add a move."""
        self.moves.append(move)
        self.proof.append(proof)
        self.disproof.append(disproof)

    def add_settled(self, move: int, won: bool) -> None:
        """Add a move after which it is settled whether the goal wins."""
        self.add(move, 0 if won else INFINITE, INFINITE if won else 0)


class Endgame(Protocol):
    """The rules of one ending, as the solver needs them; its positions are what `start` returns.

    Attributes:
        effort: takes a step for every move that is tried out to settle or expand a position.
    """

    effort: Effort

    def start(self, position: object) -> object | None:
        """Return a position of the ending as the solver plays it; None if it is hopelessly long."""

    def move(self, move: int) -> object:
        """Return what the rules call a move."""

    def settled(self, position: object) -> int:
        """Return 1 if the goal has won, 0 if it cannot win any more, `UNKNOWN` if that is open."""

    def goal_to_move(self, position: object) -> bool:
        """Return whether the side to move is the goal."""

    def key(self, position: object) -> Hashable:
        """Return a value that is equal only for positions with the same result."""

    def expand(self, position: object) -> Expansion:
        """Return all moves, those to equal positions only once."""

    def play(self, position: object, move: int) -> object:
        """Return the position after a move."""


class _Entry:
    """What is known of a position, how many positions that took, and a move proven to win."""

    def __init__(self) -> None:
        self.proof = 1
        self.disproof = 1
        self.work = 0
        self.winning = UNKNOWN


class _Open:
    """A position under search, seen by the side to move.

    Attributes:
        own: for each move the number that this side wants at 0.
        other: for each move the number that the others want at 0.
        total: the sum of `other`.
        chosen: the move to look at next.
        least, second: the lowest of `own`, and the next one.
    """

    def __init__(self, expansion: Expansion, mine: bool) -> None:
        self.own = expansion.proof if mine else expansion.disproof
        self.other = expansion.disproof if mine else expansion.proof
        self.total = 0
        self.chosen = 0
        self.least = INFINITE
        self.second = INFINITE

    def add_up(self) -> None:
        """Compute the total."""
        total = 0
        for number in self.other:
            total += number
        self.total = total

    def choose(self) -> None:
        """Choose the move that takes this side the least work."""
        chosen, least, second = 0, INFINITE + 1, INFINITE + 1
        for index, number in enumerate(self.own):
            if number < least:
                chosen, least, second = index, number, least
            elif number < second:
                second = number
        self.chosen, self.least, self.second = chosen, least, second
        if not least:
            self.total = INFINITE

    def note(self, own: int, other: int) -> None:
        """Note the numbers of the position after the chosen move."""
        self.total += other - self.other[self.chosen]
        self.own[self.chosen], self.other[self.chosen] = own, other


class Solver:
    """Proves positions of one ending; what it found out is kept for the next question.

    Attributes:
        endgame: the ending.
        effort: the steps taken so far.
        speed: 1; that of others is counted from it (`games.search.solver`).
    """

    def __init__(self, endgame: Endgame, room: int = 200_000) -> None:
        """Take the ending, and how many positions to remember."""
        self.endgame = endgame
        self.effort: Effort = endgame.effort
        self.speed = 1
        self._room = room
        self._known: dict[Hashable, _Entry] = {}
        self._visited = 0

    def solve(self, position: object, steps: int, stop: Callable[[], bool] | None = None) -> int:
        """Return 1 if the goal can force its win, 0 if not, `UNKNOWN` if that took too long.

        Args:
            position: where to begin.
            steps: how much work is allowed (`games.search.effort`).
            stop: asked now and then; the search ends when it returns True.
        """
        self.effort.allow(steps, stop)
        proof, disproof = self._search_below(position, INFINITE, INFINITE)
        return 1 if not proof else 0 if not disproof else UNKNOWN

    def winning_move(self, position: object) -> int:
        """Return a move by which the goal keeps its proven win, or `UNKNOWN`.

        Args:
            position: one in which the goal is to move, and proven to win.

        Raises:
            OutOfEffortError: the move was forgotten, and to find it again took too long.
        """
        entry = self._known.get(self.endgame.key(position))
        if entry is not None and entry.winning != UNKNOWN:
            return entry.winning
        expansion = self.endgame.expand(position)
        for move, proof in zip(expansion.moves, expansion.proof, strict=True):
            if not proof:
                return move
        for move in expansion.moves:
            proof, _ = self._search_below(self.endgame.play(position, move), INFINITE, INFINITE)
            if not proof:
                return move
        return UNKNOWN

    def hardest_move(self, position: object) -> int:
        """Return the move of the others that took most work to answer.

        Raises:
            OutOfEffortError: no more work is allowed.
        """
        best, most = 0, -1
        for move in self.endgame.expand(position).moves:
            self.effort.spend()
            entry = self._known.get(self.endgame.key(self.endgame.play(position, move)))
            work = 0 if entry is None else entry.work
            if work > most:
                best, most = move, work
        return best

    def _search_below(
        self, position: object, proof_limit: int, disproof_limit: int
    ) -> tuple[int, int]:
        """Search below a position until a number reaches its limit; return its numbers."""
        try:
            settled = self.endgame.settled(position)
            if settled != UNKNOWN:
                return (0, INFINITE) if settled else (INFINITE, 0)
            return self._visit_open(position, proof_limit, disproof_limit)
        except OutOfEffortError:
            return 1, 1

    def _visit_open(
        self, position: object, proof_limit: int, disproof_limit: int
    ) -> tuple[int, int]:
        endgame = self.endgame
        key = endgame.key(position)
        entry = self._known.get(key)
        if entry is not None:
            proof, disproof = entry.proof, entry.disproof
            if proof >= proof_limit or disproof >= disproof_limit or not proof or not disproof:
                return proof, disproof
        self.effort.spend()
        self._visited += 1
        before = self._visited
        mine = endgame.goal_to_move(position)
        expansion = endgame.expand(position)
        node = _Open(expansion, mine)
        if entry is not None:
            self._recall(position, expansion)
        node.add_up()
        if mine:
            self._search(position, expansion, node, proof_limit, disproof_limit)
        else:
            self._search(position, expansion, node, disproof_limit, proof_limit)
        total = min(node.total, INFINITE)
        least = min(node.least, INFINITE) if total else INFINITE
        entry = self._entry(key)
        entry.proof, entry.disproof = (least, total) if mine else (total, least)
        entry.work += self._visited - before + 1
        if mine and not least:
            entry.winning = expansion.moves[node.chosen]
        return entry.proof, entry.disproof

    def _search(
        self,
        position: object,
        expansion: Expansion,
        node: _Open,
        own_limit: int,
        other_limit: int,
    ) -> None:
        """Look at one move after the other until a number reaches its limit."""
        endgame = self.endgame
        mine = node.own is expansion.proof
        while True:
            node.choose()
            if not node.least or node.least >= own_limit or node.total >= other_limit:
                return
            if not node.total or self.effort.used_up:
                return
            chosen = node.chosen
            child = endgame.play(position, expansion.moves[chosen])
            # A quarter more than the next best, so that the search does not jump to and fro.
            least = min(own_limit, node.second + 1 + node.second // 4)
            most = other_limit - node.total + node.other[chosen]
            if mine:
                own, other = self._search_below(child, least, most)
            else:
                other, own = self._search_below(child, most, least)
            if self.effort.used_up and own and other:
                return  # It was broken off, so the first guess is better.
            node.note(own, other)

    def _recall(self, position: object, expansion: Expansion) -> None:
        """Take the numbers of the positions after the moves from what is known."""
        endgame = self.endgame
        for index, move in enumerate(expansion.moves):
            self.effort.spend()
            if not expansion.proof[index] or not expansion.disproof[index]:
                continue
            entry = self._known.get(endgame.key(endgame.play(position, move)))
            if entry is not None:
                expansion.proof[index] = entry.proof
                expansion.disproof[index] = entry.disproof

    def _entry(self, key: Hashable) -> _Entry:
        entry = self._known.get(key)
        if entry is None:
            if len(self._known) >= self._room:
                self._forget_half()
            entry = self._known[key] = _Entry()
        return entry

    def _forget_half(self) -> None:
        """Forget the half that took least work."""
        works = sorted([entry.work for entry in self._known.values()])
        least = works[len(works) // 2]
        self._known = {key: entry for key, entry in self._known.items() if entry.work > least}


class EndgameSolver(Protocol):
    """Proves positions of one ending, as `games.search.solver.Solver` does, which explains it all.

    Attributes:
        endgame: the ending.
        effort: the steps taken so far.
        speed: about how many steps it takes in the time that `Solver` needs for one.
    """

    endgame: Endgame
    effort: Effort
    speed: int

    def solve(self, position: object, steps: int, stop: Callable[[], bool] | None = None) -> int:
        """Return 1 if the goal can force its win, 0 if not, `UNKNOWN` if that took too long."""

    def winning_move(self, position: object) -> int:
        """Return a move by which the goal keeps its proven win, or `UNKNOWN`."""

    def hardest_move(self, position: object) -> int:
        """Return the move of the others that took most work to answer."""


def solver_for(game: Searchable[Any, Any], root: Any, goal: int) -> EndgameSolver | None:  # noqa: ANN401
    """Return the fastest solver of the ending after a position; None if no solver takes it.

    Args:
        game: the rules.
        root: a position from which all others follow.
        goal: the side that is to win.
    """
    if not (isinstance(game, EndgameSearchable) and game.known(root)):
        return None
    endgame = game.endgame(root, goal)
    return None if endgame is None else solver_of(endgame)


def solver_of(endgame: Endgame) -> EndgameSolver:
    """Return the fastest solver of an ending."""
    own = endgame.own_solver() if isinstance(endgame, SolvableEndgame) else None
    return Solver(endgame) if own is None else own
