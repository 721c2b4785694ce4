"""How hard a puzzle is: by how many cards are left, for so far one has to look ahead."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

from games.siam import Position
from games.siam.bots.endgame import cards_left

Difficulty: TypeAlias = Literal["easy", "medium", "hard"]

CARDS: Final[dict[Difficulty, range]] = {
    "easy": range(2, 3),
    "medium": range(3, 4),
    "hard": range(4, 5),
}
"""The cards left in all hands together; with at most one, there is nothing to decide (S15)."""


def difficulty(position: Position) -> Difficulty | None:
    """Return how hard it is to find the turn that wins; None where it is no puzzle at all."""
    left = cards_left(position)
    return next((each for each, cards in CARDS.items() if left in cards), None)
