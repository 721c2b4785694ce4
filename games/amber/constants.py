"""The cards, areas and numbers of Reino de Ámbar as typed constants (A1 to A3)."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

Area: TypeAlias = int
"""An area, by its index in `AREAS`."""
Problem: TypeAlias = int
"""A Problem, by its index in `PROBLEMS`."""
Card: TypeAlias = str
"""An action card: the letter of an ace's suit, or of a pawn."""
Suits: TypeAlias = int
"""A set of suits: the sum of 1 << index over their indexes in `SUITS`."""
Step: TypeAlias = Literal[
    "act",
    "act+PEN",
    "act+CAV",
    "act+CHA",
    "declare",
    "solve",
    "solve+PEN",
    "solve+CAV",
    "solve+CHA",
    "over",
]
"""What a position asks to be decided."""

PLAYERS: Final = range(1, 4)
DUMMY: Final = 1
"""The seat of the dummy, for somebody who plays alone (A13)."""

STEPS: Final[tuple[Step, ...]] = get_args(Step)

SUITS: Final = "MSWVYK"
ACES: Final = SUITS
PAWNS: Final = "HTL"
CARDS: Final = ACES + PAWNS
FULL_HAND: Final = 7


def suits_of(letters: str) -> Suits:
    """Return the set of some suits.

    >>> suits_of("MW")
    5
    """
    return sum(1 << SUITS.index(letter) for letter in letters)


AREAS: Final = ("LUN", "PEN", "MAR", "CHA", "CAS", "CAV", "BOR")
LUN: Final = 0
PEN: Final = 1
MAR: Final = 2
CHA: Final = 3
CAS: Final = 4
CAV: Final = 5
BOR: Final = 6
AREA_LETTERS: Final = ("MW", "SY", "VK", "MV", "SK", "WY", "WVY")
"""The suits of each area."""
AREA_SUITS: Final[tuple[Suits, ...]] = tuple(map(suits_of, AREA_LETTERS))

PROBLEMS: Final = (
    *("2MK", "2SY", "2WV", "3MW", "3SK", "3VY", "4MS", "4WV", "4YK", "5MV", "5SW", "5YK"),
    *("8MS", "8WV", "8YK", "9MS", "9WY", "9VK", "CM", "CS", "CW", "CV", "CY", "CK"),
)
CROWN: Final = "C"
VALUES: Final[tuple[int, ...]] = tuple(
    0 if problem[0] == CROWN else int(problem[0]) for problem in PROBLEMS
)
"""The number of each Problem; 0 for a Crown."""
PROBLEM_SUITS: Final[tuple[Suits, ...]] = tuple(suits_of(problem[1:]) for problem in PROBLEMS)

PAWN_LETTERS: Final = {"H": "MSV", "T": "MYK", "L": "SWK"}
"""The suits of each pawn."""
CARD_SUITS: Final[dict[Card, Suits]] = {
    card: suits_of(PAWN_LETTERS.get(card, card)) for card in CARDS
}
AREAS_WITH: Final[tuple[tuple[Area, ...], ...]] = tuple(
    tuple(area for area in range(len(AREAS)) if AREA_SUITS[area] & suits)
    for suits in range(1 << len(SUITS))
)
"""The areas that bear at least one suit of a set, by the set."""

COIN_CARDS: Final = ("M", "S", "K", "CM", "CS", "CW", "CV", "CY", "CK")
"""The cards for which the dummy has a coin, in the order of the coins (A21)."""

ROUNDS: Final = 7
MARKERS_OF_PERIOD: Final = (0, 10, 14)
"""How many markers of a colour there are, by the period."""
MOST_INFLUENCE: Final = 10
MOST_GOLD: Final = 4
FIRST_INFLUENCE: Final = 4
FIRST_GOLD: Final = 3
MOST_MOVED: Final = 2
"""How many markers the Chance Meeting moves at most."""
FEWEST_REVEALED: Final = 2
"""With fewer Problems in the deck, no round begins."""
MOST_POWER: Final = 6
MOST_POWER_OF_OPTION: Final = 8
WALL: Final = 6

TWO_PERIODS: Final = "two_periods"
NO_DOUBLES: Final = "no_doubles"
BARBARIANS_8: Final = "barbarians_8"
DUMMY_WINS_TIES: Final = "dummy_wins_ties"
GOALS: Final = {"goal_10": 10, "goal_15": 15, "goal_20": 20}
"""The points that somebody must have, by option."""
