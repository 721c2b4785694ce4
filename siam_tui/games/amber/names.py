"""Names for people: of suits, cards, areas and Problems."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.amber import Position
from games.amber.constants import (
    AREAS,
    CARD_SUITS,
    PAWNS,
    PROBLEMS,
    ROUNDS,
    SUITS,
    VALUES,
    Area,
    Card,
    Problem,
)
from texts import Message, Noun, Person, say, tell

OPPONENTS: Final = 2
"""Seats of a table at which it is known who the other one is."""


def area_noun(area: Area) -> Noun:
    """Return an area as a noun; ids are for typing only.

    >>> tell(area_noun(3)), tell(area_noun(3), form="bare"), tell(area_noun(3), form="short")
    ('the Chance Meeting', 'Chance Meeting', 'Chance Mtg')
    """
    return Noun("amber/area", AREAS[area])


def problem_noun(problem: Problem) -> Noun:
    """Return a Problem as a noun."""
    return Noun("amber/problem", PROBLEMS[problem])


def card_noun(card: Card) -> Noun:
    """Return an action card as a noun: an ace is called as its suit."""
    return Noun("amber/pawn", card) if card in PAWNS else Noun("amber/suit", card)


def suit_nouns(letters: str) -> tuple[Noun, ...]:
    """Return suits as nouns."""
    return tuple(Noun("amber/suit", letter) for letter in letters)


def numbered(problem: Problem) -> Message:
    """Return a Problem with its number, or as a Crown.

    >>> str(numbered(12)), str(numbered(19))
    ('8 Diplomat', 'Crown Bard')
    """
    return say("amber/numbered", n=VALUES[problem], problem=problem_noun(problem))


def card_suits(card: Card) -> str:
    """Return the letters of a card's suits.

    >>> card_suits("S"), card_suits("H")
    ('S', 'MSV')
    """
    return "".join(suit for place, suit in enumerate(SUITS) if CARD_SUITS[card] >> place & 1)


def problem_suits(problem: Problem) -> str:
    """Return the letters of a Problem's suits."""
    return PROBLEMS[problem][1:]


def other_player(names: Sequence[str], seat: int) -> Person | None:
    """Return who else may be meant by an effect: the only other player; None for any.

    >>> other_player(("Ann", "Ben"), 0), other_player(("Ann", "Ben", "Chai"), 0)
    (Person(name='Ben', is_you=False), None)
    """
    return Person(names[1 - seat]) if len(names) == OPPONENTS else None


def name_record_winners(result: str, names: Sequence[str]) -> str:
    """Return who won, by a record's result.

    >>> name_record_winners("seats 0,2 points 12,7,12", ["Ann", "Ben", "Chai"])
    'Ann and Chai win with 12 points'
    >>> name_record_winners("barbarians points 0,0", ["Ann", "dummy"])
    'the Barbarians win'
    """
    if result.startswith("barbarians"):
        return tell("amber/end/barbarians-win")
    _, seats, _, points = result.split()
    winners = [int(seat) for seat in seats.split(",")]
    return tell(
        "amber/end/winners",
        who=tuple(Person(names[seat]) for seat in winners),
        points=int(points.split(",")[winners[0]]),
    )


def round_name(position: Position) -> Message:
    """Return which round it is, and of which period where there are two."""
    if position.period == 1 and position.later is None:
        return say("amber/round", round=position.round, rounds=ROUNDS)
    return say("amber/round-of-period", period=position.period, round=position.round, rounds=ROUNDS)
