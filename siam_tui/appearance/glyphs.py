"""Signs of the board, for terminals with and without Unicode."""

from __future__ import annotations

import unicodedata
from dataclasses import astuple, dataclass, field
from typing import Final, TypeAlias

Quad: TypeAlias = tuple[int, int, int, int]
"""Weights of the lines that leave a cell up, right, down and left: 0 none, 1 light, 2 heavy."""

_SIDES: Final = {"UP": (0,), "RIGHT": (1,), "DOWN": (2,), "LEFT": (3,)} | {
    "VERTICAL": (0, 2),
    "HORIZONTAL": (1, 3),
}


def _quad(name: str) -> Quad:
    """Read which lines a box-drawing character has from its Unicode name.

    >>> _quad("DOWN HEAVY AND RIGHT UP LIGHT")
    (1, 1, 2, 0)
    """
    weights = [0, 0, 0, 0]
    overall = 0
    for phrase in name.split(" AND "):
        words = phrase.split()
        weight = 2 if "HEAVY" in words else 1 if "LIGHT" in words else overall
        overall = overall or weight
        for word in words:
            for side in _SIDES.get(word, ()):
                weights[side] = weight
    up, right, down, left = weights
    return up, right, down, left


def _box_characters() -> dict[Quad, str]:
    names = {
        chr(code): unicodedata.name(chr(code)).removeprefix("BOX DRAWINGS ")
        for code in (*range(0x2500, 0x2504), *range(0x250C, 0x254C), *range(0x2574, 0x2580))
    }
    return {_quad(name): character for character, name in names.items()}


def _ascii_characters() -> dict[Quad, str]:
    characters = {}
    for quad in BOX:
        up, right, down, left = quad
        straight = "|" if not right and not left else "-" if not up and not down else "+"
        characters[quad] = "#" if 2 in quad else straight
    return characters


BOX: Final = _box_characters()
TERRAIN: Final = {"hills": "^", "fields": '"', "water": "~"}


@dataclass(frozen=True, slots=True)
class Glyphs:
    """Signs of the board and of the panels around it.

    Attributes:
        king: a King marker, or the King.
        flag: who controls a province.
        taker: who would take a province if its struggle ended now.
        home: a faction's home.
        factory: before the letters of factories.
        medal: a medal.
        loan: a medal turned for a loan.
        franc: behind a number of francs.
        free: an empty place on a line of places.
        shift: a seat that will shift in the turn order.
        crown: in place of a number.
        confidant: a marker of nobody.
        suits: one sign for each suit of a deck.
        hidden: before a number of cards that lie face down.
        gauge: a full and an empty cell of a gauge.
        turn: the seat to move.
        contested: the province of the present struggle.
        touched: behind the number of a changed province.
        borders: before a list of neighbours that the drawing cannot show by touching.
        card: one card held.
        dash: for an empty value.
        here: the shown moment on a timeline.
        then: before a consequence.
        short: behind a number that is too small.
        levels: a cell of a graph, from almost empty to full.
        terrain: signs on free ground, by terrain, and on water.
        box: line characters by the weights of their four arms.
    """

    king: str = "♔"
    flag: str = "⚑"
    taker: str = "⚐"
    home: str = "⌂"
    factory: str = "⌂"
    medal: str = "●"
    loan: str = "○"
    franc: str = "ƒ"
    free: str = "·"
    shift: str = "↻"
    crown: str = "♔"
    confidant: str = "☻"
    suits: str = "○☼≈♣§∞"
    hidden: str = "▒"
    gauge: str = "▓░"
    turn: str = "▶"
    contested: str = "▶"
    touched: str = "•"
    borders: str = "⇄"
    card: str = "▮"
    dash: str = "–"
    here: str = "●"
    then: str = "→"
    short: str = "!"
    levels: str = "▁▂▃▄▅▆▇█"
    terrain: dict[str, str] = field(default_factory=lambda: TERRAIN, hash=False)
    box: dict[Quad, str] = field(default_factory=lambda: BOX, hash=False)


UNICODE: Final = Glyphs()
ASCII: Final = Glyphs(
    king="k",
    flag="!",
    taker="/",
    home="@",
    factory="@",
    medal="*",
    loan="o",
    franc="f",
    free=".",
    shift="~",
    crown="^",
    confidant="@",
    suits=")*~%$&",
    hidden="?",
    gauge="X.",
    turn=">",
    contested=">",
    touched="*",
    borders="<>",
    card="|",
    dash="-",
    here="@",
    then="->",
    levels="_.-=+*%#",
    box=_ascii_characters(),
)


def glyphs_for(encoding: str) -> Glyphs:
    """Return the signs that a terminal with this encoding can show.

    >>> glyphs_for("UTF-8").king, glyphs_for("ascii").king
    ('♔', 'k')
    """
    try:
        signs = (value for value in astuple(UNICODE) if isinstance(value, str))
        "".join((*signs, *BOX.values())).encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return UNICODE
