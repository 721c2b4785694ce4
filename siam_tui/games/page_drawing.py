"""What the page draws of a position, as plain values for JSON: each kind of part has a drawing.

The other half is `siam_tui/browser/static/drawing.js`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

from siam_tui.games.map_board.drawing import SEA, WATER, drawing_of
from siam_tui.games.map_board.view import DrawnMap
from texts import tell

CROWN: Final = "♛"
_FIRST_LETTER: Final = ord("A")
_BORDERS: Final = "⇄"

Part: TypeAlias = tuple[str, Any]
"""A kind of part, and what is drawn."""


class Sign(NamedTuple):
    """A short text.

    Attributes:
        text: the text.
        style: how it looks: classes of `style.css`.
        name: what it is called; of a fact, the words around the text, such as ``{} cards``.
    """

    text: str
    style: str = ""
    name: str = ""


class Card(NamedTuple):
    """A card, a tile or an area.

    Attributes:
        lines: what stands on it.
        style: how it looks.
        sentence: what those hear who do not see it.
    """

    lines: tuple[tuple[Sign, ...], ...]
    style: str
    sentence: str


class Province(NamedTuple):
    """What stands in a province of a map.

    Attributes:
        style: how it looks.
        rows: signs below its name.
        mark: what stands before its name.
    """

    style: str
    rows: tuple[tuple[Sign, ...], ...]
    mark: str = ""


@dataclass(frozen=True, slots=True)
class PageDrawing:
    """A position as it is drawn.

    Attributes:
        parts: the board and what lies around it, from top to bottom.
        seats: what lies before each seat.
        sentences: what is to be told of the parts beside the sentences on the board.
    """

    parts: tuple[Part, ...]
    seats: tuple[tuple[Sign, ...], ...]
    sentences: tuple[str, ...] = ()


def chip(side: int, text: object, name: str) -> Sign:
    """Return a text on the colour of a side."""
    return Sign(str(text), f"chip side-{side}", name)


def fact(value: object, words: str) -> Sign:
    """Return a fact.

    Args:
        value: the number or name in it.
        words: the words around it, such as ``{} cards``.
    """
    return Sign(str(value), "fact", words)


def told_fact(value: object, told: str) -> Sign:
    """Return a fact by its words with the value in them.

    >>> told_fact(2, "2 cards").name
    '{} cards'
    """
    before, _, after = told.partition(str(value))
    return fact(value, f"{before}{{}}{after}")


def cards(style: str, label: str, found: Sequence[Card]) -> Part:
    """Return cards in a row or in several."""
    return "cards", {"style": style, "label": label, "cards": tuple(found)}


def map_of(
    board: DrawnMap,
    title: str,
    provinces: Sequence[Province],
    tell_name: Callable[[str], str] = str,
) -> Part:
    """Return a map with what stands in its provinces, which are those of the map.

    Args:
        board: the map.
        title: what it is called.
        provinces: what stands there.
        tell_name: returns a name on the map in the reader's language.
    """
    drawing, named = drawing_of(board), board.provinces
    shown = []
    for index, (province, each) in enumerate(zip(named, provinces, strict=True)):
        apart, name = [named[other] for other in drawing.listed[index]], tell_name(province.name)
        others = tuple(tell_name(other.name) for other in apart)
        told = tell("games/borders-too", place=name, each=others)
        ids = " ".join(other.id for other in apart)
        shown.append(
            (
                chr(_FIRST_LETTER + index),
                name,
                tell_name(drawing.names[index]),
                told if apart else name,
                f"{_BORDERS} {ids}" if ids else "",
                each.style,
                each.mark,
                each.rows,
            )
        )
    rows = [
        "".join(
            chr(_FIRST_LETTER + cell)
            if cell != SEA
            else (WATER if (x, y) in drawing.water else ".")
            for x, cell in enumerate(row)
        )
        for y, row in enumerate(drawing.cells)
    ]
    labels = [(tell_name(label.text), label.column, label.row) for label in drawing.labels]
    return "map", {"title": f"{title}.", "rows": rows, "labels": labels, "provinces": shown}
