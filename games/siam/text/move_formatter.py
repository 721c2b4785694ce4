"""Formats moves as canonical text; `move_parser` parses them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeGuard

from games.siam.constants import CARDS, FACTION_LETTERS, FACTION_OF_CARD, Card
from games.siam.map import Map
from games.siam.moves import Action, Exchange, Follower, Move, Placement, Swap


def is_card(text: str) -> TypeGuard[Card]:
    """Return whether a text is the letter of a card."""
    return text in CARDS


# Printing


def format_follower(board: Map, follower: Follower | None) -> str:
    """Print a follower, such as ``L@LAN``; ``-`` for none."""
    if follower is None:
        return "-"
    return f"{FACTION_LETTERS[follower.faction]}@{board.provinces[follower.province].id}"


def format_exchange(board: Map, exchange: Exchange) -> str:
    """Print an exchange, such as ``RL@SUK~M@AYU``."""
    given = "".join(FACTION_LETTERS[faction] for faction in exchange.given)
    source = board.provinces[exchange.source].id
    taken = format_follower(board, Follower(exchange.taken, exchange.target))
    return f"{given}@{source}~{taken}"


def format_action(board: Map, card: Card, action: Action) -> str:
    """Print what a card does, without the card."""
    match action:
        case None:
            return "-"
        case Swap():
            return "~".join(
                board.provinces[province].id + "*" * (province == action.marked)
                for province in (action.first, action.second)
            )
        case Exchange():
            return format_exchange(board, action)
        case Placement(followers) if card in FACTION_OF_CARD:
            return "+".join(board.provinces[follower.province].id for follower in followers)
        case Placement(followers):
            return "+".join(format_follower(board, follower) for follower in followers)


def format_move(board: Map, move: Move) -> str:
    """Return a move in its canonical form."""
    if move.card is None:
        return "pass"
    action = format_action(board, move.card, move.action)
    return f"{move.card}:{action}x{format_follower(board, move.follower)}"


def ids(board: Map) -> Sequence[str]:
    """Return the ids of a map's provinces, in its order."""
    return [province.id for province in board.provinces]
