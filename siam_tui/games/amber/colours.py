"""Letters and colours of the seats, and signs of suits and numbers. Pure functions.

A ground in a colour says whose something is, a letter in a colour which suit it is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from string import ascii_uppercase
from typing import Final

from textual.content import Content

from games.amber.constants import CAV, MAR, SUITS, VALUES, Card, Problem
from siam_tui.appearance.style import Look, chip, choice_samples
from siam_tui.games.amber.choice_kinds import LETTER_KEYS
from siam_tui.games.amber.facts import AmberView
from siam_tui.games.amber.names import area_noun, card_noun, card_suits
from siam_tui.ui.text import styled
from texts import tell

DUMMY_LETTER: Final = "D"
_DUMMY_CHIP: Final = 3
_FREE: Final = frozenset(ascii_uppercase) - LETTER_KEYS
"""The letters that mean nothing else on the table."""


@dataclass(frozen=True, slots=True)
class SeatMarks:
    """How the seats of a table are told apart.

    Attributes:
        names: what each seat is called, the dummy's included.
        letters: the letter of each seat.
        players: how many seats players have; those behind them are the dummy's.
    """

    names: tuple[str, ...]
    letters: tuple[str, ...]
    players: int

    def chip(self, seat: int, look: Look, text: str = "") -> Content:
        """Return a text on the colour of a seat; without one, the seat's letter."""
        number = seat if seat < self.players else _DUMMY_CHIP
        return chip(number, look, text or self.letters[seat])


def marks_of(view: AmberView) -> SeatMarks:
    """Return how the seats of a table are told apart."""
    names, players = tuple(map(view.name, range(view.seat_count))), len(view.state.seats)
    return SeatMarks(names, _letters(names, players), players)


@lru_cache(maxsize=32)
def _letters(names: tuple[str, ...], players: int) -> tuple[str, ...]:
    """Return the first letter of each name that no other seat and no key of a move has.

    The dummy always has its own.

    >>> _letters(("Ann", "amy", "玩"), 3), _letters(("Dora", "dummy"), 1)
    (('A', 'B', 'C'), ('O', 'D'))
    """
    found = [""] * players + [DUMMY_LETTER] * (len(names) - players)
    for seat in range(players):
        wanted = *names[seat].upper(), *ascii_uppercase
        found[seat] = next(each for each in wanted if each in _FREE and each not in found)
    return tuple(found)


def suits_text(letters: str, look: Look, separator: str = " ") -> Content:
    """Return suits, each as sign and letter."""
    return Content(separator).join(
        Content.styled(
            f"{look.glyphs.suits[SUITS.index(letter)]}{letter}",
            look.palette.suits[SUITS.index(letter)],
        )
        for letter in letters
    )


def pawn_suits(card: Card, look: Look) -> Content:
    """Return the suits of a pawn, each as its letter: its own letter would look like a key."""
    return Content("").join(
        Content.styled(letter, look.palette.suits[SUITS.index(letter)])
        for letter in card_suits(card)
    )


def number_of(problem: Problem, look: Look) -> str:
    """Return the number of a Problem, or the sign of a Crown."""
    return str(VALUES[problem] or look.glyphs.crown)


_PLAYERS = "ABC"


def look_sample(look: Look) -> Content:
    """Return players and the Barbarians, the suits, and how areas and choices look."""
    glyphs, palette = look.glyphs, look.palette
    gauge = Content.assemble((glyphs.gauge[0] * 2 + glyphs.gauge[1] * 4, palette.contested))
    players = [
        styled("amber/sample/markers", chip=chip(number, look, f"{letter}2"))
        for number, letter in enumerate(_PLAYERS)
    ]
    suits = [
        Content.assemble(suits_text(suit, look), f" {tell(card_noun(suit))}") for suit in SUITS
    ]
    places = ((1, CAV), (3, MAR))
    areas = choice_samples(
        look, *(f" {place} {tell(area_noun(area), form='bare')} " for place, area in places)
    )
    rows = ("   ", [*players, gauge]), (" ", suits), ("   ", areas)
    return Content("\n").join(Content(gap).join(parts) for gap, parts in rows)
