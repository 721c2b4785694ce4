"""The colours of the seats and of the virtual player, always shown with their letters."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from textual.content import Content

from games.foreign_king.constants import VIRTUAL_LETTER, Colour, letters_of_colours
from siam_tui.appearance.style import Look, chip, choice_samples
from siam_tui.games.foreign_king.facts import ForeignKingView
from siam_tui.games.foreign_king.names import VIRTUAL, Named, name_on_map
from siam_tui.games.map_board.canvas import joined
from texts import Person, tell

_CHIPS: Final = {"A": 0, "B": 1, "C": 2, VIRTUAL_LETTER: 3, "D": 4}
"""The number of the palette's chip and wash for each letter."""


def letter_of(colour: Colour, seats: int) -> str:
    """Return the letter of a colour at a table with so many seats."""
    return letters_of_colours(seats)[colour]


def call_colours(seats: int, names: Sequence[str] = ()) -> tuple[Named, ...]:
    """Return what sentences call the colours; without the seats' names, by their letters.

    >>> [str(each.name) for each in call_colours(2)]
    ['A', 'B', 'V']
    """
    letters = letters_of_colours(seats)
    found: tuple[Named, ...] = tuple(map(Person, names or letters))
    return (*found, VIRTUAL) if len(found) < len(letters) else found  # type: ignore[characters]


def chip_of(colour: Colour, seats: int) -> int:
    """Return the number of the palette's chip, and of its wash, for a colour.

    >>> chip_of(2, seats=2), chip_of(2, seats=3)
    (3, 2)
    """
    return _CHIPS[letter_of(colour, seats)]


def colour_chip(colour: Colour, seats: int, look: Look, text: str = "") -> Content:
    """Return a text on a colour; without one, the colour's letter."""
    return chip(chip_of(colour, seats), look, text or letter_of(colour, seats))


def names_of_colours(view: ForeignKingView, virtual: str = "") -> tuple[str, ...]:
    """Return what the colours are called: the seats by name, and the virtual player."""
    seats = len(view.state.seats)
    names = *map(view.name, range(seats)), virtual or tell(VIRTUAL)
    return names[: len(letters_of_colours(seats))]  # type: ignore[characters]


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
            colour_chip(seat, _SEATS, look, f" {letter_of(seat, _SEATS)} "),
            f" {tell('foreign_king/sample/citizen')}",
        )
        for seat in range(_SEATS)
    ]
    signs = [
        Content.styled(f"{glyphs.flag}A+6", palette.strong),
        Content.assemble(
            (glyphs.factory, palette.faint), ("MT", palette.strong), ("mt", palette.faint)
        ),
        Content(f"{glyphs.medal} {glyphs.loan} {tell('foreign_king/sample/medals')}"),
        Content(f"5{glyphs.franc}"),
    ]
    antwerp, namur = (tell(name_on_map(each)) for each in ("Antwerp", "Namur"))
    provinces = choice_samples(look, f" {glyphs.king}1 {antwerp} ", f" 3 {namur} ")
    return Content("\n").join(Content("   ").join(parts) for parts in (citizens, signs, provinces))
