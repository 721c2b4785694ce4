"""Take-backs in what is signed: where moves were taken back, and how the chain goes on from there.

A move that is taken back keeps its signature for ever. So that nobody can count it again, the chain
goes on from a hash of what was dropped, and each later move also states the number of take-backs.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from attrs import field, frozen

from protocol.fairness import GameId, digest, statement
from protocol.fields import COUNT, HASH


@frozen
class Fork:
    """A place of a game from which it went on anew, because the moves after it were taken back.

    Attributes:
        takes: number of take-backs in the game so far, this one included.
        ply: number of moves that stayed.
        dropped: the chain as it was before the take-back, so the hash of all that was dropped.
    """

    takes: int = field(validator=COUNT)
    ply: int = field(validator=COUNT)
    dropped: bytes = field(validator=HASH)

    def next_chain(self, game: GameId, setup: bytes, kept: bytes) -> bytes:
        """Return the link of the chain for the next move.

        Args:
            game: which game.
            setup: the first link of its chain.
            kept: the link after the last move that stayed.
        """
        return digest(
            statement(
                "take back",
                *game.statement_lines(),
                f"setup {setup.hex()}",
                f"takes {self.takes}",
                f"ply {self.ply}",
                f"kept {kept.hex()}",
                f"dropped {self.dropped.hex()}",
            )
        )


def add_fork(forks: Sequence[Fork], fork: Fork) -> tuple[Fork, ...]:
    """Return the forks of a game after a take-back; what it drops includes the later ones."""
    return (*(each for each in forks if each.ply < fork.ply), fork)


def fork_at(forks: Sequence[Fork], ply: int) -> Fork | None:
    """Return the fork after so many moves, if there is one."""
    return next((each for each in forks if each.ply == ply), None)


def takes_at(forks: Sequence[Fork], ply: int) -> int:
    """Return the number of take-backs that the move after so many moves states."""
    return max((each.takes for each in forks if each.ply <= ply), default=0)


def are_ordered(forks: Sequence[Fork], moves: int) -> bool:
    """Return whether forks can be those of one game with so many moves."""
    counts = [0, *(each.takes for each in forks)]
    places = [-1, *(each.ply for each in forks), moves + 1]
    return all(one < next_one for each in (counts, places) for one, next_one in pairwise(each))
