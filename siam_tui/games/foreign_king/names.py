"""Names for people: of provinces, colours and spaces."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import (
    ACTIVE,
    FACTORY_NAMES,
    FACTORY_TYPES,
    VIRTUAL_LETTER,
    Colour,
)
from games.foreign_king.mutable_position import MutablePosition
from games.plural import count_of
from siam_tui.games.foreign_king.facts import ForeignKingView
from siam_tui.games.game_texts import name_winners
from siam_tui.ui.text import listed

VIRTUAL_PLAYER: Final = "the virtual player"
_AT_FIRST: Final = "The virtual player"


def colour_name(view: ForeignKingView, colour: Colour) -> str:
    """Return who has a colour: a player by name, or the virtual player."""
    return VIRTUAL_PLAYER if colour == view.begun_position.virtual else view.name(colour)


def subject(view: ForeignKingView, colour: Colour) -> str:
    """Return who has a colour as the beginning of a sentence: ``You`` or a name as it is."""
    return _AT_FIRST if colour == view.begun_position.virtual else view.subject(colour)


def colour_or_you(view: ForeignKingView, colour: Colour) -> str:
    """Return who has a colour inside a sentence: ``you``, or what the colour is called."""
    return "you" if colour == view.seat else colour_name(view, colour)


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


def name_record_winners(result: str, names: Sequence[str]) -> str:
    """Return who won, by a record's result.

    >>> name_record_winners("seats 0,2 points 31,20,31", ["Ann", "Ben", "Chai"])
    'Ann and Chai win with 31 points'
    >>> name_record_winners("seats 1,V points 9,12,12", ["Ann", "Ben"])
    'Ben and the virtual player win with 12 points'
    """
    _, seats, _, points = result.split()
    all_names = {VIRTUAL_LETTER: VIRTUAL_PLAYER} | {
        str(seat): name for seat, name in enumerate(names)
    }
    winners = [all_names[seat] for seat in seats.split(",")]
    most = max(map(int, points.split(",")))
    return f"{name_winners(winners)} with {count_of(most, 'point')}"


def count_congressmen(number: int) -> str:
    """Return a number of citizens in the Congress.

    >>> count_congressmen(1), count_congressmen(3)
    ('1 congressman', '3 congressmen')
    """
    return f"{number} congress{'man' if number == 1 else 'men'}"
