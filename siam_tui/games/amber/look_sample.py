"""What Reino de Ámbar looks like with given signs and colours, for the settings. Pure."""

from __future__ import annotations

from textual.content import Content

from games.amber.constants import SUITS
from siam_tui.appearance.style import Look, chip, choice_samples
from siam_tui.games.amber.colours import suits_text
from siam_tui.games.amber.names import SUIT_NAMES

_PLAYERS = "ABC"


def look_sample(look: Look) -> Content:
    """Return players and the Barbarians, the suits, and how areas and choices look."""
    glyphs, palette = look.glyphs, look.palette
    gauge = Content.assemble((glyphs.gauge[0] * 2 + glyphs.gauge[1] * 4, palette.contested))
    players = [
        Content.assemble(chip(number, look, f"{letter}2"), " markers")
        for number, letter in enumerate(_PLAYERS)
    ]
    suits = [Content.assemble(suits_text(suit, look), f" {SUIT_NAMES[suit]}") for suit in SUITS]
    areas = choice_samples(look, " 1 Cave ", " 3 Market ")
    rows = ("   ", [*players, gauge]), (" ", suits), ("   ", areas)
    return Content("\n").join(Content(gap).join(parts) for gap, parts in rows)
