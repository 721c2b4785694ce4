"""What King of Siam looks like with given signs and colours, for the settings. Pure."""

from __future__ import annotations

from textual.content import Content

from siam_tui.appearance.style import Look, chip, choice_samples

_FACTIONS = ("Rama", "Lao", "Malay", "British")


def look_sample(look: Look) -> Content:
    """Return followers, controllers, and how tiles and choices look."""
    glyphs = look.glyphs
    followers = [
        Content.assemble(chip(number, look, f" {name[0]} "), f" {name}")
        for number, name in enumerate(_FACTIONS)
    ]
    flags = [
        chip(number, look, f" {glyphs.flag}{name[0]} {name} ")
        for number, name in enumerate(_FACTIONS)
    ]
    tiles = choice_samples(look, f" {glyphs.contested}1 Ayutthaya{glyphs.king} ", " 3 Kedah ")
    return Content("\n").join(Content("   ").join(parts) for parts in (followers, flags, tiles))
