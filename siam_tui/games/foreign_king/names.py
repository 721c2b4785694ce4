"""What sentences of The Foreign King name: colours, provinces, spaces and factories. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from games.foreign_king import Map, Position
from games.foreign_king.constants import ACTIVE, FACTORY_TYPES, VIRTUAL_LETTER, Colour, Space
from games.foreign_king.mutable_position import MutablePosition
from games.map_files import PARSED_MAPS
from siam_tui.games.foreign_king.facts import ForeignKingView
from siam_tui.games.game_texts import Length
from siam_tui.games.map_board.place_names import names_of
from texts import Message, Noun, Person, say, tell

Named: TypeAlias = Person | Noun
"""Who has a colour: a player, or the virtual player."""

VIRTUAL: Final = Noun("foreign_king/colour", VIRTUAL_LETTER)
YOU: Final = Person("", is_you=True)


def name_colour(view: ForeignKingView, colour: Colour) -> Named:
    """Return who has a colour, by name."""
    return VIRTUAL if colour == view.begun_position.virtual else view.named(colour)


def who_has(view: ForeignKingView, colour: Colour) -> Named:
    """Return who has a colour: *you* if it is the reader's own."""
    return VIRTUAL if colour == view.begun_position.virtual else view.who(colour)


def who_have(view: ForeignKingView, colours: Sequence[Colour]) -> tuple[Named, ...]:
    """Return who has some colours; the reader comes first."""
    ordered = sorted(colours, key=lambda colour: colour != view.seat)
    return tuple(who_has(view, each) for each in ordered)


@lru_cache(maxsize=3 * PARSED_MAPS)
def name_places(board: Map, length: Length) -> tuple[Noun, ...]:
    """Return the provinces, and last the supply."""
    supply = Noun("foreign_king/province", "supply" if length == "full" else "short-supply")
    return (*map(name_on_map, names_of(board, length)), supply)


def name_on_map(name: str) -> Noun:
    """Return a name on the map: one of ours is told in the reader's language."""
    return Noun("foreign_king/province", name, name)


def name_place(board: Map, place: int, length: Length = "full") -> Noun:
    """Return a province, or the supply after the last one."""
    return name_places(board, length)[place]


def name_space(space: Space) -> Noun:
    """Return a space."""
    return Noun("foreign_king/space", space)


def count_factories(
    metal: int, textile: int, state: Literal["active", "inactive", "stock"]
) -> tuple[Message, ...]:
    """Return numbers of factories, none of them 0."""
    return tuple(
        say("foreign_king/factories", n=n, state=state, kind=Noun("foreign_king/factory", kind))
        for n, kind in zip((metal, textile), FACTORY_TYPES, strict=True)
        if n
    )


def tell_stock(position: Position) -> str:
    """Return which factories can still be built."""
    here = MutablePosition(position)
    metal, textile = (here.stock(kind) for kind in ACTIVE.values())
    if each := count_factories(metal, textile, "stock"):
        return tell("foreign_king/stock", each=each)
    return tell("foreign_king/no-stock")


def name_record_winners(result: str, names: Sequence[str]) -> str:
    """Return who won, by a record's result.

    >>> name_record_winners("seats 0,2 points 31,20,31", ["Ann", "Ben", "Chai"])
    'Ann and Chai win with 31 points'
    >>> name_record_winners("seats 1,V points 9,12,12", ["Ann", "Ben"])
    'Ben and the virtual player win with 12 points'
    """
    _, seats, _, points = result.split()
    who = tuple(
        VIRTUAL if seat == VIRTUAL_LETTER else Person(names[int(seat)]) for seat in seats.split(",")
    )
    most = max(map(int, points.split(",")))
    return tell("foreign_king/record-winners", who=who, points=most)
