"""The words and numbers of The Foreign King as typed constants."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

Space: TypeAlias = Literal["build", "place", "move", "congress", "king", "coins", "order", "queen"]
Factory: TypeAlias = Literal["M", "T"]
"""A type of factory: metal or textile."""
Asks: TypeAlias = Literal["act", "congress", "shut", "virtual", "loans", "order", "over"]
"""What a position asks to be decided."""
Colour: TypeAlias = int
"""A set of citizens: that of a seat, by its number, or after the seats the virtual player's."""

PROVINCES: Final = 9
SEATS: Final = range(2, 5)
SPACES: Final[tuple[Space, ...]] = (
    "build",
    "place",
    "move",
    "congress",
    "king",
    "coins",
    "order",
    "queen",
)
SPACES_OF: Final[dict[int, tuple[Space, ...]]] = {2: SPACES[:6], 3: SPACES[:7], 4: SPACES}
"""The spaces by the number of seats (F3)."""
QUEEN_OPENS: Final[tuple[Space, ...]] = SPACES[:7]
"""The spaces whose actions the queen opens (F14)."""

FACTORY_TYPES: Final[tuple[Factory, Factory]] = ("M", "T")
FACTORY_NAMES: Final[dict[Factory, str]] = {"M": "metal", "T": "textile"}
FACTORY_LETTERS: Final = "MmTt"
"""Metal and textile, active and then inactive: the four kinds of factory in a province."""
ACTIVE: Final[dict[Factory, int]] = {"M": 0, "T": 2}
"""The index among the four kinds of an active factory; that of an inactive one is 1 more."""
FACTORIES_OF_TYPE: Final = 5
ALL_FACTORIES: Final = 10
POINTS_OF_METAL: Final = 6
POINTS_OF_TEXTILE: Final = 3
CITIZENS_FOR_POINT: Final = 3

FIRST_MARKER: Final = 30
FIRST_FRANCS: Final = 5
"""Of the first seat in the turn order; each further one has 1 more."""
MOST_CITIZENS: Final = 15
MOST_STEPS_OF_VIRTUAL_PLAYER: Final = 44

LOAN: Final = 3
REPAYMENT: Final = 4
LOAN_PENALTY: Final = 6
COST_OF_FACTORY: Final = 3
COST_OF_QUEEN: Final = 2
INCOME: Final = 3
INCOME_OF_ORDER: Final = 1

PROVINCES_PRIZE: Final = 9
MEDALS_PRIZE: Final = 9
CONGRESS_PRIZE: Final = 3
FRANCS_PRIZE: Final = 3
INDUSTRY_OF_VIRTUAL_PLAYER: Final = 3

COLOUR_LETTERS: Final = "ABCD"
VIRTUAL_LETTER: Final = "V"


def citizens_of_colour(seats: int) -> int:
    """Return how many citizens each colour has beside its markers (F2)."""
    return 15 if seats == 2 else 14


def letters_of_colours(seats: int) -> str:
    """Return the letter of each colour (F17).

    >>> letters_of_colours(2), letters_of_colours(3)
    ('ABV', 'ABC')
    """
    return COLOUR_LETTERS[:seats] + VIRTUAL_LETTER * (seats == 2)
