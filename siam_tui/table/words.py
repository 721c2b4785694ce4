"""Names for people, as the map of the table has them."""

from __future__ import annotations

from games.siam import CARD_NAMES, Card, Map
from games.siam.constants import FACTION_OF_CARD


def card_name(board: Map, card: Card) -> str:
    """Return what a card is called; a faction's card bears the name the map gives the faction.

    >>> from games.siam import load_map
    >>> card_name(load_map("albion"), "L"), card_name(load_map("albion"), "T")
    ('Scottish', 'Khon Thai')
    """
    faction = FACTION_OF_CARD.get(card)
    return CARD_NAMES[card] if faction is None else board.faction_names[faction]
