"""Random turns and whole random games.

A random turn is a pass with probability 0.35, or with an empty hand; else a card uniformly among
the kinds in the hand, then one of its actions uniformly, then one of the followers uniformly. The
last card of the game (S15): uniformly among its legal moves, a pass if there is none.
"""

from __future__ import annotations

from random import Random
from typing import Final

from games.contract import GameError
from games.siam import listing
from games.siam.actions import actions, takes
from games.siam.last_card import is_last_card
from games.siam.moves import PASS, Move
from games.siam.play import play
from games.siam.position import Position

_PASS_PROBABILITY: Final = 0.35


def random_move(position: Position, random: Random) -> Move:
    """Draw a random turn; the hands of the other seats may be hidden.

    Raises:
        GameError: the game is over, or the hand of the seat to move is hidden.
    """
    if position.over:
        raise GameError("the game is over")
    kinds = listing.kinds(position)
    if not kinds or random.random() < _PASS_PROBABILITY:
        return PASS
    card = random.choice(kinds)
    if is_last_card(position):
        legal = [
            Move(card, action, follower)
            for action, followers in listing.plays(position, card)
            for follower in followers
        ]
        return random.choice(legal) if legal else PASS
    action = random.choice(actions(position, card))
    return Move(card, action, random.choice(takes(position, action)))


def play_random_games(position: Position, games: int, random: Random) -> dict[str, int]:
    """Play random games; return how many turns were taken and cards played.

    Raises:
        GameError: a hand is hidden.
    """
    turns = cards = 0
    for _ in range(games):
        here = position
        while not here.over:
            move = random_move(here, random)
            here = play(here, move)
            turns += 1
            cards += move.card is not None
    return {"turns": turns, "cards": cards}
