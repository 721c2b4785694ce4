"""The colours of the seats and of the virtual player, always shown with their letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from games.foreign_king.constants import VIRTUAL_LETTER, Colour, letters_of_colours
from siam_tui.appearance.style import Look, chip, choice_samples
from siam_tui.games.foreign_king.facts import ForeignKingView
from siam_tui.games.foreign_king.names import VIRTUAL_PLAYER
from siam_tui.games.map_board.canvas import joined

_CHIPS: Final = {"A": 0, "B": 1, "C": 2, VIRTUAL_LETTER: 3, "D": 4}
"""The number of the palette's chip and wash for each letter."""


def letter_of(colour: Colour, seats: int) -> str:
    """Return the letter of a colour at a table with so many seats."""
    return letters_of_colours(seats)[colour]


def call_colours(seats: int, names: Sequence[str] = ()) -> tuple[str, ...]:
    """Return what sentences call the colours; without the seats' names, by their letters.

    >>> call_colours(2), call_colours(2, ["Ann", "Ben"])
    (('A', 'B', 'V'), ('Ann', 'Ben', 'the virtual player'))
    """
    letters = letters_of_colours(seats)
    return (*names, VIRTUAL_PLAYER)[: len(letters)] if names else tuple(letters)  # type: ignore[characters]


def chip_of(colour: Colour, seats: int) -> int:
    """Return the number of the palette's chip, and of its wash, for a colour.

    >>> chip_of(2, seats=2), chip_of(2, seats=3)
    (3, 2)
    """
    return _CHIPS[letter_of(colour, seats)]


def colour_chip(colour: Colour, seats: int, look: Look, text: str = "") -> Content:
    """Return a text on a colour; without one, the colour's letter."""
    return chip(chip_of(colour, seats), look, text or letter_of(colour, seats))


def names_of_colours(view: ForeignKingView, virtual: str = VIRTUAL_PLAYER) -> tuple[str, ...]:
    """Return what the colours are called: the seats by name, and the virtual player."""
    seats = len(view.state.seats)
    others = len(letters_of_colours(seats)) - seats  # type: ignore[characters]
    return (*map(view.name, range(seats)), *(virtual,) * others)


def numbered(
    numbers: Sequence[tuple[Colour, int]], seats: int, look: Look, separator: str = " "
) -> Content:
    """Return numbers of colours as ``A3 B2``."""
    return joined(
        [
            colour_chip(colour, seats, look, f"{letter_of(colour, seats)}{number}")
            for colour, number in numbers
        ],
        separator,
    )


_SEATS = 4


def look_sample(look: Look) -> Content:
    """Return citizens, who leads with which factories, and how provinces and choices look."""
    glyphs, palette = look.glyphs, look.palette
    citizens = [
        Content.assemble(
            colour_chip(seat, _SEATS, look, f" {letter_of(seat, _SEATS)} "), " citizen"
        )
        for seat in range(_SEATS)
    ]
    signs = [
        Content.styled(f"{glyphs.flag}A+6", palette.strong),
        Content.assemble(
            (glyphs.factory, palette.faint), ("MT", palette.strong), ("mt", palette.faint)
        ),
        Content(f"{glyphs.medal} {glyphs.loan} medals"),
        Content(f"5{glyphs.franc}"),
    ]
    provinces = choice_samples(look, f" {glyphs.king}1 Antwerp ", " 3 Namur ")
    return Content("\n").join(Content("   ").join(parts) for parts in (citizens, signs, provinces))
