"""The last action card of the game (S15)."""

from __future__ import annotations

from games.siam.constants import HANDS
from games.siam.moves import Action, Follower
from games.siam.play import if_all_pass, play_card
from games.siam.position import Position
from games.siam.scoring import outcome


def is_last_card(position: Position) -> bool:
    """Return whether the seat to move holds the only card left in the game."""
    return position.seats[position.turn].cards == 1 == sum(seat.cards for seat in position.seats)


def wins_with(position: Position, action: Action, follower: Follower | None) -> bool:
    """Return whether the seat to move wins (or its team) by its last card, if all then pass."""
    (card,) = HANDS[position.hand or ""]
    after = if_all_pass(play_card(position, card, action, follower))
    result = outcome(after)
    return result is not None and position.turn in result.winners
