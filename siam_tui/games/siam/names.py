"""Names, letters and keys for people, as the map of the table has them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, TypeAlias

from games.siam import BRITISH, FACTION_LETTERS, FACTIONS, Card, Map
from games.siam.constants import FACTION_OF_CARD
from siam_tui.games.game_texts import Length, name_winners
from siam_tui.games.map_board.place_names import names_of
from texts import Noun, tell

CARD_KEYS: Final[dict[Card, str]] = {"K": "K", "T": "T", "1": "I", "2": "Z"}
"""The keys of the cards that belong to no faction.

Digits are provinces. I and Z look like the digits that the notation has for these cards.
"""
_OTHER_KEYS: Final = frozenset({*CARD_KEYS.values(), *"PCDHOQU"})
"""What keys mean apart from the factions, a pass and the commands of the screen included."""
_ALPHABET: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def name_record_winners(result: str, names: Sequence[str]) -> str:
    """Return who won, by a record's result.

    >>> name_record_winners("faction L seats 1", ["Ann", "Ben"])
    'Ben wins'
    >>> name_record_winners("colony seats 0,2", ["Ann", "Ben", "Cat", "Dan"])
    'Ann and Cat win a colony'
    """
    kind, *_, seats = result.split()
    winners = tuple(names[int(seat)] for seat in seats.split(","))
    return tell("siam/won-colony", who=winners) if kind == "colony" else name_winners(winners)


def card_noun(board: Map, card: Card) -> Noun:
    """Return a card, to be told; a faction's card bears the name the map gives the faction."""
    faction = FACTION_OF_CARD.get(card)
    return Noun("siam/card", card) if faction is None else board.side(faction)


def card_name(board: Map, card: Card) -> str:
    """Return what a card is called.

    >>> from games.siam import load_map
    >>> card_name(load_map("albion"), "L"), card_name(load_map("albion"), "T")
    ('Scottish', 'Khon Thai')
    """
    return tell(card_noun(board, card))


Places: TypeAlias = Sequence[Noun | str]
"""What the provinces of a map are called in a message."""


@lru_cache(maxsize=16)
def places(board: Map, length: Length) -> Places:
    """Return the provinces, to be told in a length."""
    return tuple(Noun("siam/province", name, name) for name in names_of(board, length))


def tell_name(name: str) -> str:
    """Return a name on a map in the reader's language, as far as it is known."""
    return tell(Noun("siam/province", name, name))


@lru_cache(maxsize=16)
def side_letters(board: Map) -> str:
    """Return the letter of each faction on the screen, and of the British at the end.

    It is the first letter of the name that is free: no other side has it, and for a faction it is
    no other key. The notation has the same letters for every map.

    >>> from games.siam import load_map
    >>> side_letters(load_map("siam")), side_letters(load_map("albion"))[:3]
    ('RLMB', 'ESW')
    """
    found = ""
    for side in (*FACTIONS, BRITISH):
        taken = set(found) if side == BRITISH else {*found, *_OTHER_KEYS}
        wishes = (*board.control_name(side).upper(), FACTION_LETTERS[side], *_ALPHABET)
        found += next(letter for letter in wishes if letter in _ALPHABET and letter not in taken)
    return found


def card_key(board: Map, card: Card) -> str:
    """Return the key that plays a card; a faction's card has the letter of the faction."""
    faction = FACTION_OF_CARD.get(card)
    return CARD_KEYS[card] if faction is None else side_letters(board)[faction]


def typed_card(board: Map, card: Card) -> str:
    """Return what a line names a card by: as its key, but a digit is no province there.

    >>> from games.siam import load_map
    >>> [typed_card(load_map("albion"), card) for card in ("K", "1", "L")]
    ['K', '1', 'S']
    """
    return card_key(board, card) if card in FACTION_OF_CARD else card
