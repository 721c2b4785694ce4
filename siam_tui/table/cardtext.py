"""What each card does, in a few words, and when the supply is too short for it. Pure functions."""

from __future__ import annotations

from typing import Final

from games.siam import FACTIONS, Card, Position
from games.siam.constants import FACTION_OF_CARD
from siam_tui.table.words import listed

CARD_TEXTS: Final[dict[Card, str]] = {
    "K": "swap two tiles, crown one",
    "T": "one follower of each faction from the supply",
    "1": "exchange one follower for one, anywhere",
    "2": "exchange two followers for one of a neighbour",
    "R": "two followers next to its provinces or home",
    "L": "two followers next to its provinces or home",
    "M": "two followers next to its provinces or home",
}


def card_text(position: Position, card: Card) -> str:
    """Return what a card does now; with what the supply has too few of (S9)."""
    names, faction = position.map.faction_names, FACTION_OF_CARD.get(card)
    if card == "T":
        gone = [names[each] for each in FACTIONS if not position.supply_of(each)]
        if len(gone) == len(FACTIONS):
            return "no effect: nobody is left in the supply"
        return f"one of each, but no {listed(gone)}: none left" if gone else CARD_TEXTS[card]
    if faction is not None and position.supply_of(faction) < 2:
        if not position.supply_of(faction):
            return f"no effect: no {names[faction]} left in the supply"
        return f"only one: the last {names[faction]} in the supply"
    return CARD_TEXTS[card]
