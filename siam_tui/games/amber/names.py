"""Names for people: of suits, cards, areas and Problems."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType
from typing import Final

from games.amber import Position
from games.amber.constants import CARD_SUITS, PROBLEMS, ROUNDS, SUITS, VALUES, Area, Card, Problem
from games.plural import count_of
from siam_tui.games.game_texts import Length, name_winners
from siam_tui.ui.text import listed

SUIT_NAMES: Final = MappingProxyType(
    dict(zip(SUITS, ("Moons", "Suns", "Waves", "Leaves", "Wyrms", "Knots"), strict=True))
)
PAWN_NAMES: Final = MappingProxyType({"H": "Harvest", "T": "Watchman", "L": "Light Keeper"})
CARD_NAMES: Final = MappingProxyType({**SUIT_NAMES, **PAWN_NAMES})
"""The names of the action cards: an ace is called as its suit."""
BARE_AREA_NAMES: Final = (
    *("Lunatic", "Penitent", "Market", "Chance Meeting", "Castle", "Cave", "Borderland"),
)
"""The names of the areas, in the order of `AREAS`."""
AREA_NAMES: Final = tuple(f"The {name}" for name in BARE_AREA_NAMES)
SHORT_AREA_NAMES: Final = tuple(
    "Chance Mtg" if name == "Chance Meeting" else name for name in BARE_AREA_NAMES
)
"""The same in at most ten characters."""
ANOTHER_PLAYER: Final = "another player"
OPPONENTS: Final = 2
"""Seats of a table at which it is known who the other one is."""
PROBLEM_NAMES: Final = (
    *("Author", "Desert", "Origin", "Journey", "Painter", "Savage"),
    *("Mountain", "Sailor", "Battle", "Forest", "Discovery", "Soldier"),
    *("Diplomat", "Mill", "Betrayal", "Pact", "Darkness", "Merchant"),
    *("Huntress", "Bard", "Sea", "End", "Calamity", "Windfall"),
)
"""The names of the Problems, in the order of `PROBLEMS`."""


def area_name(area: Area, length: Length = "full") -> str:
    """Return an area as it stands in a sentence; ids are for typing only.

    >>> area_name(3), area_name(3, "short"), area_name(3, "shortest")
    ('the Chance Meeting', 'Chance Mtg', 'Chance Mtg')
    """
    return f"the {BARE_AREA_NAMES[area]}" if length == "full" else SHORT_AREA_NAMES[area]


def numbered(problem: Problem) -> str:
    """Return a Problem with its number, or as a Crown.

    >>> numbered(12), numbered(19)
    ('8 Diplomat', 'Crown Bard')
    """
    return f"{VALUES[problem] or 'Crown'} {PROBLEM_NAMES[problem]}"


def suits_of_problem(problem: Problem) -> str:
    """Return the suits of a Problem in words.

    >>> suits_of_problem(12), suits_of_problem(19)
    ('Moons and Suns', 'Suns')
    """
    return listed([SUIT_NAMES[letter] for letter in PROBLEMS[problem][1:]])


def suits_of_card(card: Card) -> str:
    """Return the suits of a card in words.

    >>> suits_of_card("S"), suits_of_card("H")
    ('Suns', 'Moons, Suns or Leaves')
    """
    return listed(
        [SUIT_NAMES[suit] for place, suit in enumerate(SUITS) if CARD_SUITS[card] >> place & 1],
        "or",
    )


def other_player(names: Sequence[str], seat: int) -> str:
    """Return who else may be meant by an effect: the only other player, or any.

    >>> other_player(("Ann", "Ben"), 0), other_player(("Ann", "Ben", "Chai"), 0)
    ('Ben', 'another player')
    """
    return names[1 - seat] if len(names) == OPPONENTS else ANOTHER_PLAYER


def name_record_winners(result: str, names: Sequence[str]) -> str:
    """Return who won, by a record's result.

    >>> name_record_winners("seats 0,2 points 12,7,12", ["Ann", "Ben", "Chai"])
    'Ann and Chai win with 12 points'
    >>> name_record_winners("barbarians points 0,0", ["Ann", "dummy"])
    'the Barbarians win'
    """
    if result.startswith("barbarians"):
        return "the Barbarians win"
    _, seats, _, points = result.split()
    winners = [int(seat) for seat in seats.split(",")]
    total = count_of(int(points.split(",")[winners[0]]), "point")
    return f"{name_winners([names[seat] for seat in winners])} with {total}"


def round_name(position: Position) -> str:
    """Return which round it is, and of which period where there are two."""
    where = f"round {position.round} of {ROUNDS}"
    if position.period == 1 and position.later is None:
        return where
    return f"{'1st' if position.period == 1 else '2nd'} period, {where}"
