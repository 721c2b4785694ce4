"""What the page draws of The Foreign King: spaces, map, score track, turn order, seats. Pure."""

from __future__ import annotations

from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import Colour
from siam_tui.games.foreign_king.colours import chip_of, letter_of
from siam_tui.games.foreign_king.facts import (
    ForeignKingView,
    SpaceFacts,
    end_facts,
    holdings,
    province_facts,
    space_facts,
)
from siam_tui.games.foreign_king.facts_text import tell_spaces
from siam_tui.games.foreign_king.names import name_on_map, name_space
from siam_tui.games.map_names import name_of_map
from siam_tui.games.page_drawing import (
    CROWN,
    Card,
    PageDrawing,
    Part,
    Province,
    Sign,
    cards,
    chip,
    fact,
    map_of,
)
from texts import tell

_FACTORIES: Final = (("M", "work"), ("M", "work faint"), ("T", "work"), ("T", "work faint"))
"""The sign and the look of active and inactive metal, then textile factories."""
_LEAST_TRACK: Final = 30


def draw_page(view: ForeignKingView) -> PageDrawing:
    """Return a position as the page draws it."""
    position, board = view.begun_position, view.game.map
    spaces = zip(space_facts(position), tell_spaces(view), strict=True)
    order = (_colour_chip(view, seat) for seat in position.order)
    provinces = [_province(position, each) for each in range(len(board.provinces))]
    return PageDrawing(
        (
            cards(
                "strip", tell("foreign_king/page/spaces"), [_space(view, *each) for each in spaces]
            ),
            map_of(
                board,
                tell(name_of_map(board.title)),
                provinces,
                lambda name: tell(name_on_map(name)),
            ),
            _track(position),
            ("signs", (Sign(tell("foreign_king/page/order")), *order)),
        ),
        tuple(_seat(view, seat) for seat in range(position.seats)),
    )


def _sign(position: Position, colour: Colour, number: object = "") -> Sign:
    letter = letter_of(colour, position.seats)
    return Sign(f"{letter}{number}", f"side-{chip_of(colour, position.seats)}")


def _colour_chip(view: ForeignKingView, colour: Colour, text: str = "") -> Sign:
    seats = view.begun_position.seats
    return chip(chip_of(colour, seats), f"{letter_of(colour, seats)}{text}", view.name(colour))


def _space(view: ForeignKingView, facts: SpaceFacts, sentence: str) -> Card:
    pawn = () if facts.pawn is None else (_colour_chip(view, facts.pawn),)
    return Card(
        ((Sign(tell(name_space(facts.space))), *pawn),), "tile off" if pawn else "tile", sentence
    )


def _province(position: Position, index: int) -> Province:
    facts = province_facts(position, index)
    people = tuple(
        _sign(position, colour, count) for colour, count in enumerate(facts.citizens) if count
    )
    works = tuple(
        Sign(letter, style)
        for count, (letter, style) in zip(facts.factories, _FACTORIES, strict=True)
        for _ in range(count)
    )
    leader = facts.leader
    held = "" if leader is None else f"held side-{chip_of(leader, position.seats)}"
    return Province(
        f"king {held}" if facts.has_king else held,
        tuple(row for row in (people, works) if row),
        f"{CROWN} " if facts.has_king else "",
    )


def _track(position: Position) -> Part:
    end, scores = end_facts(position), position.scores
    signs = [(points, *_sign(position, colour)) for colour, points in enumerate(scores)]
    highest = max(_LEAST_TRACK, *scores)
    marked = {"from": end.second, "to": end.marker, "mark": CROWN}
    return "track", {"highest": highest, "signs": signs, **marked}


def _seat(view: ForeignKingView, seat: int) -> tuple[Sign, ...]:
    position = view.begun_position
    own = holdings(position, seat)
    score = (
        tell("foreign_king/page/final")
        if position.asks == "over"
        else tell("foreign_king/page/points", n=own.score)
    )
    facts = (
        (own.medals, tell("foreign_king/page/medals", n=own.medals)),
        (own.loans, tell("foreign_king/page/loans", n=own.loans)),
    )
    return (
        _colour_chip(view, seat, f" {own.score}"),
        fact(own.score, score),
        fact(own.francs, tell("foreign_king/page/francs", n=own.francs)),
        *(fact(number, words) for number, words in facts if number),
        fact(own.supply, tell("foreign_king/page/supply")),
        *([fact(own.congressmen, tell("foreign_king/page/congress"))] * bool(own.congressmen)),
    )
