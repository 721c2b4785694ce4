"""The letters that choose on the table, each with one meaning.

Digits are areas, and 0 is the other way.
"""

from __future__ import annotations

from typing import Final

from games.amber.constants import PAWNS, SUITS, Card

PAWN_KEY: Final = "X"
"""The key of an own pawn: any of its three suits."""
PROBLEM_KEYS: Final = "EFG"
"""The keys of the Problems of the row; digits are areas."""
TAKE_KEY: Final = "T"
CROWN_KEY: Final = "R"
DECLINE_KEY: Final = "P"
LETTER_KEYS: Final = frozenset((*SUITS, PAWN_KEY, *PROBLEM_KEYS, TAKE_KEY, CROWN_KEY, DECLINE_KEY))
"""All of them: no player has one of these as their letter."""


def key_of_card(card: Card) -> str:
    """Return the key that plays a card: the letter of its suit.

    >>> key_of_card("S"), key_of_card("T")
    ('S', 'X')
    """
    return PAWN_KEY if card in PAWNS else card
