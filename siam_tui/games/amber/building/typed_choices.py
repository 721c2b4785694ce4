"""The words that begin a move step by step."""

from __future__ import annotations

from games.amber.constants import ACES, PAWNS
from siam_tui.games.amber.choice_kinds import card_choice
from siam_tui.games.amber.keys import PAWN_KEY
from siam_tui.games.amber.names import CARD_NAMES
from siam_tui.games.move_builder import Choice


def first_choice(text: str) -> Choice | None:
    """Return the choice of a card by its name, or of an ace by its letter.

    ``x`` and ``pawn`` are any pawn: which one a person has, the options of the move tell.

    >>> first_choice("Suns") == first_choice("s") == card_choice("S"), first_choice("h")
    (True, None)
    """
    word = " ".join(text.lower().split())
    if word in (PAWN_KEY.lower(), "pawn"):
        return card_choice(PAWNS[0])
    for card, name in CARD_NAMES.items():
        if word == name.lower() or (card in ACES and word == card.lower()):
            return card_choice(card)
    return None
