"""The words of King of Siam as typed constants: factions, cards, hands."""

from __future__ import annotations

from itertools import product
from typing import Final, Literal, TypeAlias

Faction: TypeAlias = int
Control: TypeAlias = int
Card: TypeAlias = Literal["K", "T", "1", "2", "R", "L", "M"]
Trio: TypeAlias = tuple[int, int, int]
"""One number for each faction: Rama, Lao, Malay."""

RAMA: Final[Faction] = 0
LAO: Final[Faction] = 1
MALAY: Final[Faction] = 2
BRITISH: Final[Control] = 3
"""Who controls a province is a faction or the British."""

FACTIONS: Final[tuple[Faction, Faction, Faction]] = (RAMA, LAO, MALAY)
FACTION_LETTERS: Final = "RLMB"
"""The letter of each faction, and the British at the end."""

CARDS: Final[tuple[Card, ...]] = ("K", "T", "1", "2", "R", "L", "M")
FULL_HAND: Final = "KTT12RLM"
CARD_NAMES: Final[dict[Card, str]] = {
    "K": "Maharacha",
    "T": "Khon Thai",
    "1": "1 vs 1",
    "2": "2 vs 1",
    "R": "Rama",
    "L": "Lao",
    "M": "Malay",
}
FACTION_OF_CARD: Final[dict[Card, Faction]] = {"R": RAMA, "L": LAO, "M": MALAY}

PROVINCES: Final = 8
SEATS: Final = range(2, 5)
FIRST_FOLLOWERS: Final = 2
"""How many followers a seat starts with."""
BRITISH_TO_COLONY: Final = 4


def followers_of_each_faction(seats: int) -> int:
    """Return how many followers of each faction are in the game (S2)."""
    return 16 if seats == 2 else 18


def _kinds(hand: str) -> tuple[Card, ...]:
    return tuple(card for card in CARDS if card in hand)


HANDS: Final[dict[str, tuple[Card, ...]]] = {
    hand: _kinds(hand)
    for parts in product(("", "K"), ("", "T", "TT"), *(("", card) for card in "12RLM"))
    for hand in ["".join(parts)]
}
"""Every hand there can be, in order of the cards, with the kinds of card in it."""

HAND_AFTER: Final[dict[tuple[str, Card], str]] = {
    (hand, card): hand.replace(card, "", 1) for hand, kinds in HANDS.items() for card in kinds
}
"""The hand that remains when a card of it is played."""
