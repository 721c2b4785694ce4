"""The result of a solved game: winner, reigning faction, and number of cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.siam.bots.endgame import best_with_one_card, cards_left, certain
from games.siam.moves import Move
from games.siam.play import play
from games.siam.position import Position
from games.siam.scoring import SiamOutcome, outcome


class Foretold(NamedTuple):
    """The end of a solved game.

    Attributes:
        outcome: the outcome if everybody plays their best; the winner is certain, but not under
            which faction.
        cards: the number of cards played until then.
    """

    outcome: SiamOutcome
    cards: int

    def sentence(self, position: Position) -> str:
        """Return the result in words, such as ``seat 0 wins, whatever the others do: Lao in 3``.

        Args:
            position: a position of the game, whose map names the factions.
        """
        faction = self.outcome.faction
        under = "a colony" if faction is None else position.map.faction_names[faction]
        winners = self.outcome.winners
        seats = " and ".join(map(str, winners))
        won = f"seat {seats} wins" if len(winners) == 1 else f"seats {seats} win"
        return f"{won}, whatever the others do: {under} in {self.cards}"


def foretell(position: Position, line: Sequence[Move]) -> Foretold | None:
    """Return how a solved game ends; None if the line does not lead to where that is known.

    Args:
        position: the one that is solved, all hands known.
        line: the best moves from it, to a position with at most one card left.
    """
    before = cards_left(position)
    for move in line:
        if position.over:
            break
        position = play(position, move)
    if certain(position) is None:
        return None
    while not position.over:
        position = play(position, best_with_one_card(position))
    end = outcome(position)
    assert end is not None
    return Foretold(end, before - cards_left(position))
