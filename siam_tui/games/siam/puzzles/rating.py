"""How hard a puzzle of King of Siam is: the work that the proof of all its turns takes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from games.search.proving import SolvingProver, TooLongError
from games.siam import Move, Position, Siam
from games.siam.bots.search_adapter import ThinkingSiam

LEVELS_BY_STEPS: Final[Mapping[str, range]] = MappingProxyType(
    {"easy": range(50, 1_000), "medium": range(1_000, 8_000), "hard": range(8_000, 150_000)}
)
"""For each level the steps that a proof of all turns takes (`games.search.effort`)."""
_MOST_STEPS: Final = 150_000


class Rated(NamedTuple):
    """The only turn that wins, and the steps that its proof and that of all others took."""

    solution: Move
    steps: int


def level_of(steps: int) -> str | None:
    """Return the level of a puzzle whose proof takes so many steps; None if it is of none."""
    return next((name for name, range_ in LEVELS_BY_STEPS.items() if steps in range_), None)


def rate(siam: Siam, position: Position) -> Rated | None:
    """Return how a position is solved, or None if not exactly one turn wins.

    Raises:
        TooLongError: the proof takes too many steps, or the solver does not take the position.
    """
    search = ThinkingSiam()
    side = search.side(position)
    endgame = search.endgame(position, side)
    if endgame is None or endgame.start(position) is None:
        raise TooLongError
    prover = SolvingProver(search, side, _MOST_STEPS)
    if not prover.wins(position):
        return None
    won: list[Move] = []
    for move in siam.moves(position):
        if prover.wins(siam.play(position, move)):
            won.append(move)
            if len(won) > 1:
                return None
    return Rated(won[0], prover.steps)
