"""Names for people, as the map of the table has them."""

from __future__ import annotations

from collections.abc import Sequence

from games.record import UNFINISHED
from games.siam import CARD_NAMES, Card, Map
from games.siam.constants import FACTION_OF_CARD
from siam_tui.ui.text import listed


def record_result(result: str, names: Sequence[str]) -> str:
    """Return who won, by a record's result.

    >>> record_result("faction L seats 1", ["Ann", "Ben"]), record_result("*", ["Ann", "Ben"])
    ('Ben wins', 'not played to its end')
    >>> record_result("colony seats 0,2", ["Ann", "Ben", "Cat", "Dan"])
    'Ann and Cat win a colony'
    """
    if result == UNFINISHED:
        return "not played to its end"
    kind, *_, seats = result.split()
    winners = [names[int(seat)] for seat in seats.split(",")]
    verb = "wins" if len(winners) == 1 else "win"
    return f"{listed(winners)} {verb}{' a colony' if kind == 'colony' else ''}"


def card_name(board: Map, card: Card) -> str:
    """Return what a card is called; a faction's card bears the name the map gives the faction.

    >>> from games.siam import load_map
    >>> card_name(load_map("albion"), "L"), card_name(load_map("albion"), "T")
    ('Scottish', 'Khon Thai')
    """
    faction = FACTION_OF_CARD.get(card)
    return CARD_NAMES[card] if faction is None else board.faction_names[faction]
