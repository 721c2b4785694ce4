"""Moves in words: played moves, and the move that is being built. Pure functions.

The caller chooses the names of the provinces: full, short, or ids.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.contract import GameError
from games.siam import FACTIONS, Card, Exchange, Map, Move, Placement, Siam, Swap
from games.siam.constants import FACTION_OF_CARD
from games.siam.moves import Action
from siam_tui.games.map_board.drawing import drawing_of
from siam_tui.games.siam.move_builder import Builder, Draft, Kind
from siam_tui.games.siam.names import card_name, side_letters


def full_names(board: Map) -> tuple[str, ...]:
    """Return the full names of the provinces."""
    return tuple(province.name for province in board.provinces)


def short_names(board: Map) -> tuple[str, ...]:
    """Return the short names of the provinces, as on the map."""
    return drawing_of(board).names


def ids(board: Map) -> tuple[str, ...]:
    """Return the ids of the provinces, as in the notation."""
    return tuple(province.id for province in board.provinces)


def describe_played_move(game: Siam, text: str, names: Sequence[str]) -> str:
    """Return a played move as a predicate, such as ``passes``.

    >>> siam = Siam()
    >>> describe_played_move(siam, "T:R@SUK+L@AYU+M@PATxM@KED", full_names(siam.map))
    'plays Khon Thai: R Sukothai, L Ayutthaya, M Pattani; takes M from Kedah'
    >>> describe_played_move(siam, "L:SUK+SUKxR@AYU", ids(siam.map))
    'plays Lao: SUK, SUK; takes R from AYU'
    """
    try:
        move = game.parse_move(text)
    except GameError:
        return text
    if move.card is None:
        return "passes"
    return f"plays {move_words(game.map, move, names)}"


def move_words(board: Map, move: Move, names: Sequence[str]) -> str:
    """Return a move in words: card, action and follower taken."""
    if move.card is None:
        return "pass"
    action = _action(board, move.card, move.action, names)
    return f"{card_name(board, move.card)}: {action}; {_take(board, move, names)}"


def draft_words(builder: Builder, draft: Draft, names: Sequence[str]) -> str:
    """Return the move in words as far as it is built; empty before the first choice."""
    if draft.start is None:
        return ""
    board, move = builder.position.map, builder.move(draft)
    if move is not None:
        return move_words(board, move, names)
    assert draft.card is not None
    card = card_name(board, draft.card)
    if not builder.action_done(draft):
        begun = _begun(builder, draft, draft.card, names)
        return f"{card}: {begun}..." if begun else f"{card}..."
    where = f" ... from {names[draft.taken[0].value]}" if draft.taken else "..."
    return f"{card}: {_action(board, draft.card, builder.action(draft), names)}; takes{where}"


def _action(board: Map, card: Card, action: Action, names: Sequence[str]) -> str:
    signs = side_letters(board)
    match action:
        case Swap(first, second, marked):
            return f"swaps {names[first]} and {names[second]}, King on {names[marked]}"
        case Placement(followers) if card in FACTION_OF_CARD:
            return ", ".join(names[follower.province] for follower in followers)
        case Placement(followers):
            return ", ".join(f"{signs[f.faction]} {names[f.province]}" for f in followers)
        case Exchange(given, source, taken, target):
            letters = "".join(signs[faction] for faction in given)
            return f"{letters} of {names[source]} for {signs[taken]} of {names[target]}"
    return "without effect"


def _take(board: Map, move: Move, names: Sequence[str]) -> str:
    if move.follower is None:
        return "no follower left to take"
    faction, province = move.follower
    return f"takes {side_letters(board)[faction]} from {names[province]}"


def _begun(builder: Builder, draft: Draft, card: Card, names: Sequence[str]) -> str:
    """Return the chosen part of an action, worded like the whole."""
    if not draft.acted:
        return ""
    signs = side_letters(builder.position.map)
    chosen = [choice.value for choice in draft.acted]
    if card == "K":
        swapped = " and ".join(names[province] for province in chosen)
        return f"swaps {swapped}{', King on ' if len(chosen) > 1 else ' and '}"
    if card in ("1", "2"):
        return _begun_exchange(signs, draft, names)
    if card == "T":
        placed = [faction for faction in FACTIONS if builder.position.supply_of(faction)]
        pairs = zip(placed, chosen, strict=False)
        return ", ".join(f"{signs[faction]} {names[p]}" for faction, p in pairs) + ", "
    return ", ".join(names[province] for province in chosen) + ", "


def _begun_exchange(signs: str, draft: Draft, names: Sequence[str]) -> str:
    sides: list[tuple[str, str]] = []
    for choice in draft.acted:
        if choice.kind is Kind.PROVINCE:
            sides.append(("", names[choice.value]))
        else:
            letters, name = sides.pop()
            sides.append((letters + signs[choice.value], name))
    return " for ".join(f"{letters or '...'} of {name}" for letters, name in sides) + " "
