"""How positions are written: one description, by which they are printed and parsed."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any, Final, get_args

from games.author.nodes import Maybe, Node, Number, TextError, Words
from games.author.position_text import Computed, Counts, Distinct, Text, position_node
from games.author.records import Fields, Many, Record
from games.foreign_king.constants import (
    FACTORIES_OF_TYPE,
    FACTORY_LETTERS,
    MOST_STEPS_OF_VIRTUAL_PLAYER,
    PROVINCES,
    SEATS,
    SPACES_OF,
    Asks,
    letters_of_colours,
)
from games.foreign_king.map import Map
from games.foreign_king.position import Position
from games.map_files import PARSED_MAPS

_NUMBER_SAYS: Final = "{found} must be a number of at most 6 digits, without leading zero"
_NUMBER: Final = Number(0, 999_999, _NUMBER_SAYS)
_STEPS: Final = Number(
    1,
    MOST_STEPS_OF_VIRTUAL_PLAYER,
    f"virtual: there are 1 to {MOST_STEPS_OF_VIRTUAL_PLAYER} steps left, without leading zero",
)
_STEPS.there = "{0}"
_ASKS_SAYS: Final = (
    "{found} must be act, shut, loans, order, over, congress.<seat> or virtual.<seat>.<steps>"
)
_GIVEN: Final = {"congress": {"asked"}, "virtual": {"asked", "steps"}}
"""What stands behind the word for what is asked."""
_OF_SEAT: Final = ("score", "francs", "medals", "loans", "congressmen", "pawn")


@lru_cache(maxsize=len(SEATS) * PARSED_MAPS)
def notation(board: Map, seats: int) -> Fields:
    """Return how positions with so many seats are written on a map."""
    seat = Number(0, seats - 1, f"{{found}} must be a seat from 0 to {seats - 1}")
    several = Distinct(seat, ">", says="a seat stands twice in {found}")

    def position(**found: Any) -> Position:  # noqa: ANN401
        scores = found.pop("score") + found.pop("virtual")
        return Position(map=board, scores=scores, pawns=found.pop("pawn"), **found)

    def order(found: tuple[int, ...]) -> dict[str, Any]:
        if not found:
            raise ValueError(seat.says)
        return {"order": found}

    return position_node(
        position,
        {
            "board": _province_nodes(letters_of_colours(seats)),
            "king": _king(board),
            "seats": _seats(seats),
            "virtual": _virtual(seats),
            "order": Computed("{0}.order", several, order),
            "changes": several,
            "turn": seat,
            "asks": Computed(
                "{0}",
                Record(
                    dict,
                    "{asks}[.{asked}][.{steps}]",
                    {
                        "asks": Words(get_args(Asks), says=_ASKS_SAYS),
                        "asked": seat,
                        "steps": _STEPS,
                    },
                    _ASKS_SAYS,
                ),
                _spread_asks,
            ),
        },
    )


def _spread_asks(found: dict[str, Any]) -> dict[str, Any]:
    if found.keys() - {"asks"} != _GIVEN.get(found["asks"], set()):
        raise ValueError(_ASKS_SAYS)
    return {"asked": None, "steps": 0, **found}


def _province_nodes(letters: str) -> Node:
    """Return how the provinces are written; their parts lie in two tuples of the position."""
    kinds = len(FACTORY_LETTERS)
    citizens = Counts(
        letters,
        f"cannot read citizens in {{found}}: write {', '.join(letters)} in this order, each with "
        "its count, zero left out, '-' for none",
    )
    province = Record(
        tuple,
        "{citizens}[+{factories}]",
        {
            "citizens": Computed(f"value.citizens[{len(letters)} * {{0}} + {{{{}}}}]", citizens),
            "factories": Computed(
                f"value.factories[{kinds} * {{0}}:{kinds} * {{0}} + {kinds}]", _Factories()
            ),
        },
    )

    def spread(found: tuple[Any, ...]) -> dict[str, Any]:
        nothing = (0,) * kinds
        return {
            "citizens": tuple(count for each, _ in found for count in each),
            "factories": tuple(count for _, each in found for count in each or nothing),
        }

    says = f"needs {PROVINCES} provinces with '/' between, not {{count}}"
    return Computed(f"range({PROVINCES})", Many(province, "/", length=PROVINCES, says=says), spread)


class _Factories(Node):
    """A letter for each factory; there is at least one."""

    there = "any({0})"
    says = (
        f"cannot read factories in {{found}}: write a letter for each, in the order "
        f"{FACTORY_LETTERS}, at most {FACTORIES_OF_TYPE} of a type"
    )
    _pattern = re.compile("".join(f"{each}{{0,{FACTORIES_OF_TYPE}}}" for each in FACTORY_LETTERS))

    def source(self, value: str, names: dict[str, Any]) -> str:
        """Return a join of what each kind prints."""
        names["letters"] = FACTORY_LETTERS
        return f"''.join(map(str.__mul__, letters, {value}))"

    def read(self, text: str, at: int) -> tuple[int, ...]:
        """Return the number of each kind."""
        if not text:
            raise TextError(at, text, "no factory stands behind '+'")
        if not self._pattern.fullmatch(text):
            raise self.error(at, text)
        return tuple(map(text.count, FACTORY_LETTERS))


def _king(board: Map) -> Node:
    """Return how the province of the King and his marker are written."""
    says = f"{{found}} must be a province ({' '.join(board.ids)}) or '-', then '.' and the marker"
    king = Maybe(Words(range(PROVINCES), board.ids, says=says), sign="-")
    return Record(dict, "{king}.{marker}", {"king": king, "marker": _NUMBER}, says)


def _seats(seats: int) -> Node:
    """Return how seats are written; the position has a tuple for each of their parts."""
    spaces = SPACES_OF[seats]
    pawn = Words(
        spaces,
        says="seat {number} has its pawn on {found}: "
        f"with {seats} seats there is - {' '.join(spaces)}",
    )
    fields = ("scores", "francs", "medals", "loans", "congressmen", "pawns")
    nodes = (*[_NUMBER] * (len(_OF_SEAT) - 1), Maybe(pawn, sign="-"))
    each = Record(
        tuple,
        ".".join(f"{{{name}}}" for name in _OF_SEAT),
        {
            name: Computed(f"value.{field}[{{0}}]", node)
            for name, field, node in zip(_OF_SEAT, fields, nodes, strict=True)
        },
        f"seat {{number}} needs {'.'.join(_OF_SEAT)}",
    )
    return Computed(
        f"range({seats})",
        Many(each, "|", length=seats),
        lambda found: dict(zip(_OF_SEAT, zip(*found, strict=True), strict=True)),
    )


def _virtual(seats: int) -> Node:
    """Return how the score of the virtual player is written, which only two seats have."""
    if seats == SEATS[0]:
        score = Number(0, 999_999, f"{_NUMBER_SAYS}: with 2 seats the virtual player has a score")
        return Computed("{0}.scores[2]", score, lambda found: {"virtual": (found,)})
    nothing = Text("(?!)", f"{{found}} must be '-' with {seats} seats")
    return Computed("''", nothing, lambda _: {"virtual": ()})
