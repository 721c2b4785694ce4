"""Names for people: of provinces, colours and spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.foreign_king import Map, Position
from games.foreign_king.constants import (
    ACTIVE,
    FACTORY_NAMES,
    FACTORY_TYPES,
    VIRTUAL_LETTER,
    Colour,
)
from games.foreign_king.mutable_position import MutablePosition
from games.plural import count_of
from games.record import UNFINISHED
from siam_tui.games.foreign_king.seen import ForeignKingView
from siam_tui.games.game_ui import Length
from siam_tui.games.map_board.drawing import drawing_of
from siam_tui.ui.text import listed

VIRTUAL_PLAYER: Final = "the virtual player"
_AT_FIRST: Final = "The virtual player"


def full_names(board: Map) -> tuple[str, ...]:
    """Return the full names of the provinces."""
    return tuple(province.name for province in board.provinces)


def short_names(board: Map) -> tuple[str, ...]:
    """Return the short names of the provinces, as on the map."""
    return drawing_of(board).names


def names_of(board: Map, length: Length) -> Sequence[str]:
    """Return the names of the provinces in a length."""
    if length == "shortest":
        return board.ids
    return full_names(board) if length == "full" else short_names(board)


def colour_name(view: ForeignKingView, colour: Colour) -> str:
    """Return who has a colour: a player by name, or the virtual player."""
    assert view.position is not None
    return VIRTUAL_PLAYER if colour == view.position.virtual else view.name(colour)


def subject(view: ForeignKingView, colour: Colour) -> str:
    """Return who has a colour as the beginning of a sentence: ``You`` or a name as it is."""
    name = "You" if colour == view.seat else colour_name(view, colour)
    return _AT_FIRST if name == VIRTUAL_PLAYER else name


def listed_subjects(view: ForeignKingView, colours: Sequence[Colour]) -> str:
    """Return who has some colours as the beginning of a sentence; the person comes first."""
    first, *others = sorted(colours, key=lambda colour: colour != view.seat)
    return listed([subject(view, first), *(colour_name(view, other) for other in others)])


def count_factories(metal: int, textile: int, what: str = "") -> str:
    """Return numbers of factories in words.

    >>> count_factories(2, 1), count_factories(0, 1, "active "), count_factories(0, 0)
    ('2 metal factories and 1 textile factory', '1 active textile factory', 'no factory')
    """
    counts = zip((metal, textile), FACTORY_TYPES, strict=True)
    told = [
        f"{count} {what}{FACTORY_NAMES[factory]} factor{'y' if count == 1 else 'ies'}"
        for count, factory in counts
        if count
    ]
    return listed(told) if told else f"no {what}factory"


def tell_stock(position: Position) -> str:
    """Return which factories can still be built."""
    here = MutablePosition(position)
    metal, textile = (here.stock(kind) for kind in ACTIVE.values())
    return f"In stock: {count_factories(metal, textile)}."


def record_result(result: str, names: Sequence[str]) -> str:
    """Return who won, by a record's result.

    >>> record_result("seats 0,2 points 31,20,31", ["Ann", "Ben", "Chai"])
    'Ann and Chai win with 31 points'
    >>> record_result("seats 1,V points 9,12,12", ["Ann", "Ben"])
    'Ben and the virtual player win with 12 points'
    >>> record_result("*", ["Ann", "Ben"])
    'not played to its end'
    """
    if result == UNFINISHED:
        return "not played to its end"
    _, seats, _, points = result.split()
    winners = seats.split(",")
    named = [VIRTUAL_PLAYER if each == VIRTUAL_LETTER else names[int(each)] for each in winners]
    totals = [int(each) for each in points.split(",")]
    first = len(names) if winners[0] == VIRTUAL_LETTER else int(winners[0])
    verb = "wins" if len(winners) == 1 else "win"
    return f"{listed(named)} {verb} with {count_of(totals[first], 'point')}"


def has(who: str) -> str:
    """Return the form of *have* that follows a subject: ``You`` or a name."""
    return "have" if who == "You" else "has"


def count_congressmen(number: int) -> str:
    """Return a number of citizens in the Congress.

    >>> count_congressmen(1), count_congressmen(3)
    ('1 congressman', '3 congressmen')
    """
    return f"{number} congress{'man' if number == 1 else 'men'}"
