"""Random turns and whole random games.

A random turn is a pass with probability 0.35, or with an empty hand; else a card uniformly among
the kinds in the hand, then one of its actions uniformly, then one of the followers uniformly. The
last card of the game (S15): uniformly among its legal moves, a pass if there is none.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from games.contract import GameError
from games.siam.constants import FULL_HAND
from games.siam.moves import Move
from games.siam.playouts.random_game import RandomGame
from games.siam.position import Position


class Playouts(NamedTuple):
    """How much was played.

    Attributes:
        turns: all turns, passes included.
        cards: the cards played in them.
    """

    turns: int
    cards: int


def playouts(position: Position, games: int, random: Random) -> Playouts:
    """Play random games from a position.

    Raises:
        GameError: a hand is hidden.
    """
    turns = cards = 0
    game = RandomGame(position, random)
    for _ in range(games):
        game.restart()
        left = game.left
        turns += game.run()
        cards += left - game.left
    return Playouts(turns, cards)


def random_move(position: Position, random: Random) -> Move:
    """Draw a random turn; the hands of the other seats may be hidden.

    Raises:
        GameError: the game is over, or the hand of the seat to move is hidden.
    """
    if position.over:
        raise GameError("the game is over")
    if position.hand is None:
        raise GameError(f"the hand of seat {position.turn} is hidden in this view")
    return RandomGame(_filled(position), random).step()


def _filled(view: Position) -> Position:
    """Give hidden hands any cards: a single turn asks only how many the others have left."""
    seats = (
        seat if seat.hand is not None else seat._replace(hand=FULL_HAND[: seat.cards])
        for seat in view.seats
    )
    return view._replace(seats=tuple(seats))
