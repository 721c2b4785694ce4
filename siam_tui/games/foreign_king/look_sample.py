"""What The Foreign King looks like with given signs and colours, for the settings. Pure."""

from __future__ import annotations

from textual.content import Content

from siam_tui.appearance.style import Look, choice_samples
from siam_tui.games.foreign_king.colours import colour_chip, letter_of

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
