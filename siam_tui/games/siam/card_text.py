"""What each card does, and why it does less or nothing now. Pure functions."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from games.siam import FACTIONS, Action, Card, Exchange, Position
from games.siam.constants import FACTION_OF_CARD
from siam_tui.ui.text import listed

CARD_TEXTS: Final[dict[Card, str]] = {
    "K": "swap two tiles, King marker on one",
    "T": "a follower of each faction from the supply",
    "1": "exchange one follower for one, anywhere",
    "2": "exchange two followers for one of a neighbour",
    **dict.fromkeys(FACTION_OF_CARD, "two followers next to its provinces or home"),
}
_IDLE: Final[dict[Card, str]] = {
    "K": "no two tiles can be swapped",
    "T": "nobody is left in the supply",
    "1": "no two provinces have followers to exchange",
    "2": "no two neighbours have followers to exchange",
    **dict.fromkeys(FACTION_OF_CARD, "no province next to theirs is open"),
}


def has_no_effect(actions: Collection[Action]) -> bool:
    """Return whether a card with these legal actions has no effect (S10)."""
    return all(action is None for action in actions)


def card_text(position: Position, card: Card, actions: Collection[Action]) -> str:
    """Return what a card does now; if that is less than usual, why (S9, S10).

    Args:
        position: the board.
        card: the card.
        actions: its legal actions.
    """
    names, faction = position.map.faction_names, FACTION_OF_CARD.get(card)
    left = [position.supply_of(each) for each in FACTIONS]
    if faction is not None and not left[faction]:
        return f"no effect: no {names[faction]} left in the supply"
    if has_no_effect(actions):
        return f"no effect: {_IDLE[card]}"
    if faction is not None and left[faction] == 1:
        return f"only one: the last {names[faction]} in the supply"
    if card == "T" and not all(left):
        gone = [names[each] for each in FACTIONS if not left[each]]
        return f"one of each, but no {listed(gone)}: none left"
    if card == "2" and not any(_full(action) for action in actions):
        return "one for one of a neighbour: two for one is not possible"
    return CARD_TEXTS[card]


def _full(action: Action) -> bool:
    return isinstance(action, Exchange) and len(action.given) > 1
