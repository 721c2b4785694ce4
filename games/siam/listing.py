"""All legal moves of a position, listed or only counted."""

from __future__ import annotations

from collections.abc import Iterator

from games.contract import GameError
from games.siam.actions import actions, takes
from games.siam.constants import HANDS, Card
from games.siam.last_card import LastCard, is_last_card
from games.siam.moves import FOLLOWERS, PASS, Action, Follower, Move
from games.siam.play import play
from games.siam.position import Position
from games.siam.text.move_formatter import format_action, format_follower


def kinds(position: Position) -> tuple[Card, ...]:
    """Return the kinds of card in the hand of the seat to move; none when the game is over.

    Raises:
        GameError: the hand of the seat to move is hidden.
    """
    if position.over:
        return ()
    if position.hand is None:
        raise GameError(f"the hand of seat {position.turn} is hidden in this view")
    return HANDS[position.hand]


def plays(position: Position, card: Card) -> Iterator[tuple[Action, list[Follower | None]]]:
    """Iterate over the legal actions of a card, each with the followers one may take after it.

    Raises:
        GameError: the hand of the seat to move is hidden.
    """
    if card not in kinds(position):
        return
    if is_last_card(position):
        last = LastCard(position)
        for action in actions(position, card):
            if winning := last.takes(action):
                yield action, winning
        return
    for action in actions(position, card):
        yield action, takes(position, action)


def moves(position: Position) -> Iterator[Move]:
    """Iterate over all legal moves, each once."""
    if position.over:
        return
    yield PASS
    for card in kinds(position):
        for action, followers in plays(position, card):
            for follower in followers:
                yield Move(card, action, follower)


def move_texts(position: Position, card: Card) -> Iterator[str]:
    """Iterate over the legal moves with a card as text, much faster than one by one."""
    board = position.map
    texts = {follower: format_follower(board, follower) for follower in (*FOLLOWERS, None)}
    for action, followers in plays(position, card):
        start = f"{card}:{format_action(board, card, action)}x"
        for follower in followers:
            yield start + texts[follower]


def count(position: Position) -> int:
    """Return the number of legal moves, without listing them."""
    if position.over:
        return 0
    return 1 + sum(
        len(followers) for card in kinds(position) for _, followers in plays(position, card)
    )


def perft(position: Position, depth: int) -> int:
    """Count the lines of exactly that many moves."""
    if depth == 0:
        return 1
    if depth == 1:
        return count(position)
    return sum(perft(play(position, move), depth - 1) for move in moves(position))
