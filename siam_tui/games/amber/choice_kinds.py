"""What can be chosen while a move is built: kinds, keys, typed words, and the choices of a move."""

from __future__ import annotations

from enum import Enum, auto
from typing import Final

from games.amber import Position
from games.amber.constants import ACES, CARDS, PAWNS, SUITS, Area, Card, Problem
from games.amber.moves import (
    Attempt,
    Keep,
    Move,
    MoveMarkers,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from siam_tui.games.amber.names import card_noun
from siam_tui.games.move_builder import Choice, Path
from siam_tui.ui.text import fold, spellings, typed_names
from texts import tell

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


class Kind(Enum):
    """What is chosen.

    A card by its index in CARDS, a Problem by that in PROBLEMS. Five kinds are an area: to act in,
    to take the marker from, to move markers to, for the Confidant, to remove a marker from. A count
    of markers to move, and a seat, are themselves; the others are one choice each, of value 0.
    """

    CARD = auto()
    PROBLEM = auto()
    AREA = auto()
    ORIGIN = auto()
    GOAL = auto()
    CONFIDANT = auto()
    RAID = auto()
    SEAT = auto()
    COUNT = auto()
    TAKE = auto()
    CROWN = auto()
    PASS = auto()


AREA_KINDS: Final = frozenset({Kind.AREA, Kind.ORIGIN, Kind.GOAL, Kind.CONFIDANT, Kind.RAID})
"""The kinds whose value is an area."""
TAKE: Final = Choice(Kind.TAKE, 0)
"""Solve a Problem by its number."""
CROWN: Final = Choice(Kind.CROWN, 0)
"""Solve a Problem by its crown."""
PASS: Final = Choice(Kind.PASS, 0)
"""Attempt no Problem; at the Chance Meeting, move nothing."""


def card_choice(card: Card) -> Choice:
    """Return the choice of an action card."""
    return Choice(Kind.CARD, CARDS.index(card))


def area_choice(area: Area) -> Choice:
    """Return the choice of an area to act in."""
    return Choice(Kind.AREA, area)


def first_choice(text: str) -> Choice | None:
    """Return the choice of a card by its name, or of an ace by its letter.

    ``x`` and ``pawn`` are any pawn: which one a person has, the options of the move tell.

    >>> first_choice("Suns") == first_choice("s") == card_choice("S"), first_choice("h")
    (True, None)
    """
    word = fold(text)
    if word in (PAWN_KEY.lower(), "pawn", *spellings(tell("amber/any-pawn"))):
        return card_choice(PAWNS[0])
    for card in CARDS:
        names = spellings(*typed_names(card_noun(card)))
        if word in names or (card in ACES and word == card.lower()):
            return card_choice(card)
    return None


def choices_of(position: Position, move: Move) -> Path:
    """Return the choices that make up a move."""
    found: Path = (PASS,)
    match move:
        case PlayCard(card, area, origin):
            acted = () if area is None else (area_choice(area), *_origin(origin))
            found = (card_choice(card), *acted)
        case Attempt(problem):
            found = (Choice(Kind.PROBLEM, problem),)
        case Keep(problem):
            found = (*_problem(position, problem), TAKE)
        case SolveBySuit(problem, area, origin):
            found = (*_problem(position, problem), area_choice(area), *_origin(origin))
        case SolveByCrown(problem, area):
            found = (*_problem(position, problem), CROWN, Choice(Kind.CONFIDANT, area))
        case RemoveMarker(seat, area):
            found = (Choice(Kind.RAID, area), Choice(Kind.SEAT, seat))
        case MoveMarkers(count, origin, goal):
            found = (*_origin(origin), Choice(Kind.GOAL, goal), Choice(Kind.COUNT, count))
    return found


def _origin(area: Area | None) -> Path:
    return () if area is None else (Choice(Kind.ORIGIN, area),)


def _problem(position: Position, problem: Problem) -> Path:
    """Return the choice of a Problem; none where it is the one that was awarded."""
    return () if position.step == "solve" else (Choice(Kind.PROBLEM, problem),)
