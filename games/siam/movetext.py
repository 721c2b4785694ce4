"""Moves as text: one canonical form out, a forgiving reader in."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, TypeGuard

from games.contract import InvalidMoveError
from games.siam.constants import CARDS, FACTION_LETTERS, FACTION_OF_CARD, FACTIONS, Card, Faction
from games.siam.map import Map
from games.siam.moves import (
    PASS,
    Action,
    Exchange,
    Follower,
    Move,
    Placement,
    Swap,
    canonical,
    one_for_one,
)

_SHOWN_LENGTH: Final = 40
_MOVE: Final = re.compile(r"([KT12RLM]):(.+)X(-|[RLM]@[A-Z]{3})")


def shown(text: str) -> str:
    """Return a stranger's text, quoted and cut short, for an error's sentence."""
    return repr(text if len(text) <= _SHOWN_LENGTH else text[:_SHOWN_LENGTH] + "…")


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
    """Print a move in its one canonical form."""
    if move.card is None:
        return "pass"
    action = format_action(board, move.card, move.action)
    return f"{move.card}:{action}x{format_follower(board, move.follower)}"


# Reading


def parse_move(board: Map, text: str) -> Move:
    """Read a move, forgiving case and the order of its parts.

    Raises:
        InvalidMoveError: saying what cannot be read.
    """
    stripped = text.strip()
    if not stripped.isascii():
        raise InvalidMoveError(f"{shown(text)} has letters that no move has")
    upper = stripped.upper()
    if upper == "PASS":
        return PASS
    match = _MOVE.fullmatch(upper)
    if not match or not is_card(card := match[1]):
        raise InvalidMoveError(
            f"cannot read {shown(text)}: a move is 'pass' or <card>:<action>x<faction>@<province>"
        )
    action = parse_action(board, card, match[2])
    follower = None if match[3] == "-" else _follower(board, match[3])
    return Move(card, action, follower)


def parse_action(board: Map, card: Card, text: str) -> Action:
    """Read what a card does, in capital letters.

    Raises:
        InvalidMoveError: saying what cannot be read.
    """
    if text == "-":
        return None
    if card == "K":
        return _swap(board, text)
    if card in ("1", "2"):
        return _exchange(board, card, text)
    if card == "T":
        return _khon_thai(board, text)
    faction = FACTION_OF_CARD[card]
    provinces = [_province(board, part) for part in text.split("+")]
    if len(provinces) > 2:
        raise InvalidMoveError(f"card {card} places two followers at most, not {len(provinces)}")
    return canonical(Placement(tuple(Follower(faction, province) for province in provinces)))


def _swap(board: Map, text: str) -> Action:
    tiles = text.split("~")
    marked = [tile for tile in tiles if tile.endswith("*")]
    if len(tiles) != 2 or len(marked) != 1:
        raise InvalidMoveError(
            f"cannot read {shown(text)}: Maharacha swaps two tiles, '~' between, "
            "and '*' stands behind the one that gets the marker"
        )
    first, second = (_province(board, tile.removesuffix("*")) for tile in tiles)
    if first == second:
        raise InvalidMoveError(f"Maharacha swaps two different tiles, not {tiles[0]} with itself")
    return canonical(Swap(first, second, _province(board, marked[0].removesuffix("*"))))


def _khon_thai(board: Map, text: str) -> Action:
    followers = [_follower(board, part) for part in text.split("+")]
    factions = [follower.faction for follower in followers]
    if len(set(factions)) != len(factions):
        raise InvalidMoveError("Khon Thai places one follower of each faction, no second one")
    return canonical(Placement(tuple(followers)))


def _exchange(board: Map, card: Card, text: str) -> Action:
    sides = [_side(board, card, side) for side in text.split("~")]
    if len(sides) != 2:
        raise InvalidMoveError(f"cannot read {shown(text)}: an exchange has two sides, '~' between")
    # The side that gives two comes first.
    (given, source), (taken, target) = sorted(sides, key=lambda side: -len(side[0]))
    if len(taken) > 1:
        raise InvalidMoveError(f"cannot read {shown(text)}: only one side gives two followers")
    if source == target:
        raise InvalidMoveError("an exchange is between two different provinces")
    if len(given) == 1:
        return one_for_one(Follower(given[0], source), Follower(taken[0], target))
    return Exchange(given, source, taken[0], target)


def _side(board: Map, card: Card, text: str) -> tuple[tuple[Faction, ...], int]:
    letters, at, province = text.partition("@")
    factions = [_faction(letter) for letter in letters]
    if not at or not 1 <= len(factions) <= int(card):
        raise InvalidMoveError(
            f"cannot read {shown(text)}: a side of card {card} is such as "
            f"{'RL@' if card == '2' else 'R@'}{board.provinces[0].id}"
        )
    return tuple(sorted(factions)), _province(board, province)


def _follower(board: Map, text: str) -> Follower:
    letter, at, province = text.partition("@")
    if not at:
        raise InvalidMoveError(
            f"cannot read {shown(text)}: a follower is such as R@{board.provinces[0].id}"
        )
    return Follower(_faction(letter), _province(board, province))


def _faction(letter: str) -> Faction:
    for faction in FACTIONS:
        if letter == FACTION_LETTERS[faction]:
            return faction
    raise InvalidMoveError(f"{shown(letter)} is no faction: write R, L or M")


def _province(board: Map, province_id: str) -> int:
    try:
        return board.index(province_id)
    except KeyError:
        known = " ".join(ids(board))
        raise InvalidMoveError(f"{shown(province_id)} is no province: write {known}") from None


def ids(board: Map) -> Sequence[str]:
    """Return the ids of a map's provinces, in its order."""
    return [province.id for province in board.provinces]
