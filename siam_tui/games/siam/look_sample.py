"""What King of Siam looks like with given signs and colours, for the settings. Pure."""

from __future__ import annotations

from textual.content import Content

from siam_tui.appearance.style import Look, chip

_FACTIONS = ("Rama", "Lao", "Malay", "British")


def look_sample(look: Look) -> Content:
    """Return followers, controllers, and how tiles and choices look."""
    glyphs, palette = look.glyphs, look.palette
    followers = [
        Content.assemble(chip(number, look, f" {name[0]} "), f" {name}")
        for number, name in enumerate(_FACTIONS)
    ]
    flags = [
        chip(number, look, f" {glyphs.flag}{name[0]} {name} ")
        for number, name in enumerate(_FACTIONS)
    ]
    tiles = [
        Content.styled(f" {glyphs.contested}1 Ayutthaya{glyphs.king} ", palette.contested_name),
        Content.assemble((" 2 ", palette.key), (" to choose ", palette.target)),
        Content.assemble((" 3 Kedah ", palette.cursor)),
    ]
    return Content("\n").join(Content("   ").join(parts) for parts in (followers, flags, tiles))
