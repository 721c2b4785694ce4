"""Positions whose result is certain, whatever anybody does: exact, not judged.

With no card left, everybody passes. With one card left in the game, only its holder decides
anything, and by S15 may play it only to win: so its side wins if, at some turn of the holder before
the game ends, the card has a legal move; otherwise all pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from games.contract import Outcome
from games.siam.bots.evaluation import side_of, sides
from games.siam.constants import HANDS
from games.siam.listing import plays
from games.siam.moves import PASS, Move
from games.siam.play import if_all_pass, play, play_pass
from games.siam.position import Position
from games.siam.scoring import SiamOutcome, outcome


def cards_left(position: Position) -> int:
    """Return how many cards are left in all hands."""
    return sum(seat.cards for seat in position.seats)


def payoff(position: Position, result: Outcome) -> tuple[float, ...]:
    """Return what each side gets of a win: all of it, or its part of a shared one."""
    count = len(position.seats)
    won = {side_of(count, seat) for seat in result.winners}
    return tuple((side in won) / len(won) for side in range(sides(count)))


def certain(position: Position) -> tuple[float, ...] | None:
    """Return what each side gets if at most one card is left; None if more are.

    All hands must be known.
    """
    left = cards_left(position)
    if position.over or not left:
        return payoff(position, _end_if_all_pass(position))
    if left > 1:
        return None
    end = _end_if_all_pass(position)
    holder = next(number for number, seat in enumerate(position.seats) if seat.cards)
    count = len(position.seats)
    side = side_of(count, holder)
    won = {side_of(count, seat) for seat in end.winners}
    if won != {side} and last_card_move(position) is not None:
        return tuple(float(each == side) for each in range(sides(count)))
    return payoff(position, end)


def last_card_move(position: Position) -> Move | None:
    """Return a winning move of the last card, now or later; a pass to wait for it; None if none."""
    holder = next(number for number, seat in enumerate(position.seats) if seat.cards)
    waited = False
    while not position.over:
        if position.turn == holder:
            if (move := _winning(position)) is not None:
                return PASS if waited else move
            waited = True
        position = play_pass(position)
    return None


def best_with_one_card(position: Position) -> Move:
    """Return the best move of the seat to move when only one card is left in the game."""
    turn = position.turn
    if not position.seats[turn].cards or turn in _end_if_all_pass(position).winners:
        return PASS
    return last_card_move(position) or PASS


def _end_if_all_pass(position: Position) -> Outcome:
    end = outcome(if_all_pass(position))
    assert end is not None
    return end


def _winning(position: Position) -> Move | None:
    """Return a legal move of the last card, if it has one now."""
    (card,) = HANDS[position.hand or ""]
    for action, followers in plays(position, card):
        return Move(card, action, followers[0])
    return None


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
