"""Random turns, and whole random games."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from games.contract import GameError
from games.siam.actions import actions, takes
from games.siam.constants import HANDS
from games.siam.lastcard import is_last_card, wins_with
from games.siam.moves import PASS, Move
from games.siam.play import play
from games.siam.position import Position

PASS_PROBABILITY: Final = 0.35


class Playouts(NamedTuple):
    """How much was played: turns, passes included, and cards."""

    turns: int
    cards: int


def random_move(position: Position, random: Random) -> Move:
    """Draw a random turn."""
    if position.over:
        raise GameError("the game is over")
    hand = position.hand
    if hand is None:
        raise GameError(f"the hand of seat {position.turn} is hidden in this view")
    if not hand or random.random() < PASS_PROBABILITY:
        return PASS
    card = random.choice(HANDS[hand])
    if is_last_card(position):
        legal = [
            Move(card, action, follower)
            for action in actions(position, card)
            for follower in takes(position, action)
            if wins_with(position, action, follower)
        ]
        return random.choice(legal) if legal else PASS
    action = random.choice(actions(position, card))
    return Move(card, action, random.choice(takes(position, action)))


def playouts(position: Position, games: int, random: Random) -> Playouts:
    """Play random games from a position."""
    turns = cards = 0
    for _ in range(games):
        now = position
        while not now.over:
            move = random_move(now, random)
            turns += 1
            cards += move.card is not None
            now = play(now, move)
    return Playouts(turns, cards)
