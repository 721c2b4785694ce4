"""The page for looking things up: cards, areas, Problems and walls, all that is open. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

from textual.content import Content

from games.amber import Position
from games.amber.constants import (
    ACES,
    AREA_LETTERS,
    AREAS,
    AREAS_WITH,
    CARD_SUITS,
    PAWNS,
    PROBLEM_SUITS,
    SUITS,
    Area,
    Card,
    Problem,
)
from games.amber.hidden import hidden_problems
from games.plural import count_of
from siam_tui.appearance.style import Look
from siam_tui.games.amber.colours import card_suits, marks_of, number_of, problem_suits, suits_text
from siam_tui.games.amber.facts import AmberView, wall_facts
from siam_tui.games.amber.names import (
    AREA_NAMES,
    BARE_AREA_NAMES,
    CARD_NAMES,
    PROBLEM_NAMES,
    area_name,
)
from siam_tui.games.amber.round_report import wall_rows
from siam_tui.ui.text import listed

_EFFECTS: Final = (
    "take 1 gold and 1 influence from the reserve",
    "pay 1 gold and solve a Problem at once",
    "take 1 gold for each of your markers here, and for the Confidant",
    "you may move 1 or 2 markers to another area, and act there",
    "take 1 influence for each of your markers here, and for the Confidant",
    "put a marker of another player back into the reserve",
    "each of your markers makes your wall 1 higher",
)
"""What each area does, in the order of `AREAS`."""
_PLAYED: Final = "You have played {cards}."
_OTHER: Final = "{who}: {cards} in hand, the last card played is {last}."
_OTHER_NONE: Final = "{who}: {cards} in hand, no card played."
_COVERED: Final = "Earlier cards lie face down. The log has those of this round and the one before."
_NOT_SEEN: Final = "Not seen, in the deck ({deck}) or kept by others:"
_INDENT: Final = 4
_LOST: Final = "A kept number equal to the wall, or above it, is lost."
_SPREAD: Final = "Suits of those not seen: "

_LEAST: Final = 3
"""Lines that a part takes at least: a blank one, its heading, and one more."""

Section: TypeAlias = tuple[str, list[Content]]
_Part: TypeAlias = tuple[str, Callable[[AmberView, int, Look], Iterator[Content]]]
"""A heading, and what iterates over its lines of a game that has begun, by width and look."""


def overview(view: AmberView, width: int, look: Look) -> list[Section]:
    """Return what can be looked up, in parts with a heading each; nothing before the start."""
    return [] if view.position is None else [_section(each, view, width, look) for each in _PARTS]


def in_spare_room(view: AmberView, width: int, height: int, look: Look) -> Content:
    """Return the parts that fit whole into spare lines, those that are needed most often first.

    No part is made without room for its heading and a line.
    """
    told: list[Content] = []
    for part in _NEEDED if view.position is not None else ():
        if len(told) + _LEAST > height:
            break
        title, lines = _section(part, view, width, look)
        if lines and len(told) + 2 + len(lines) <= height:
            told += [Content(""), Content.styled(title, "bold"), *lines]
    return Content("\n").join(told)


def _section(part: _Part, view: AmberView, width: int, look: Look) -> Section:
    title, lines_of = part
    return title, _wrapped(lines_of(view, width, look), width)


def _wrapped(lines: Iterator[Content], width: int) -> list[Content]:
    """Return lines that fit; what goes on below is indented."""
    found: list[Content] = []
    for line in lines:
        first, *rest = line.wrap(max(20, width - _INDENT)) or [Content("")]
        found += [first, *(each.pad_left(_INDENT) for each in rest)]
    return found


# Cards


def _cards(view: AmberView, _width: int, look: Look) -> Iterator[Content]:
    position = view.begun_position
    if view.seat is not None and (hand := position.seats[view.seat].hand) is not None:
        yield from _own_cards(position, hand, position.seats[view.seat].pawn, look)
    for seat, shown in enumerate(position.seats):
        if seat == view.seat:
            continue
        cards = count_of(shown.cards, "card")
        template = _OTHER if shown.last else _OTHER_NONE
        last = CARD_NAMES[shown.last] if shown.last else ""
        yield Content(template.format(who=view.name(seat), cards=cards, last=last))
    yield Content.styled(_COVERED, look.palette.faint)


def _own_cards(position: Position, hand: str, pawn: Card | None, look: Look) -> Iterator[Content]:
    """Iterate over the own cards and their areas, then those that were played."""
    for card in hand:
        suits = suits_text(card_suits(card), look)
        areas = sorted(AREAS_WITH[CARD_SUITS[card]], key=position.place_of)
        places = ", ".join(f"{position.place_of(each)} {BARE_AREA_NAMES[each]}" for each in areas)
        told = _areas_of_pawn(areas) if card in PAWNS else places
        yield Content.assemble(suits, f" {CARD_NAMES[card]}: {told}")
    played = [card for card in ACES + (pawn or "") if card not in hand]
    names = ", ".join(CARD_NAMES[card] for card in played)
    yield Content(_PLAYED.format(cards=names or "no card"))


def _areas_of_pawn(areas: list[Area]) -> str:
    left = [area_name(area) for area in range(len(AREAS)) if area not in areas]
    return f"all areas but {listed(left)}" if left else "all areas"


# Areas


def _areas(view: AmberView, _width: int, look: Look) -> Iterator[Content]:
    position, marks = view.begun_position, marks_of(view)
    for area in position.places:
        counts = [
            Content.assemble(" ", marks.chip(seat, look), str(count))
            for seat, count in enumerate(position.markers_in(area))
            if count
        ]
        sign = f" {look.glyphs.confidant}" if area == position.confidant else ""
        yield Content.assemble(
            f"{position.place_of(area)}  {AREA_NAMES[area]}  ",
            suits_text(AREA_LETTERS[area], look),
            *counts,
            sign,
            (f"  {_EFFECTS[area]}", look.palette.faint),
        )


# Problems


def _problems(view: AmberView, width: int, look: Look) -> Iterator[Content]:
    position = view.begun_position
    row = [each.problem for each in position.row]
    yield from _problem_table("In the row:", row, width, look)
    yield from _problem_table("Discarded:", position.discard, width, look)
    if view.all_open or position.over:
        return
    unseen = hidden_problems(position)
    yield from _problem_table(_NOT_SEEN.format(deck=position.deck_size), unseen, width, look)
    counts = [
        Content.assemble(
            suits_text(letter, look),
            f" {sum(PROBLEM_SUITS[problem] >> place & 1 for problem in unseen)}",
        )
        for place, letter in enumerate(SUITS)
    ]
    yield Content.assemble(_SPREAD, Content("  ").join(counts))


def _problem_table(
    title: str, problems: list[Problem] | tuple[Problem, ...], width: int, look: Look
) -> Iterator[Content]:
    """Iterate over Problems in columns below a title: number, name and suits."""
    if not problems:
        yield Content(f"{title} none")
        return
    yield Content(title)
    told = [
        Content.assemble(
            f"{number_of(problem, look)} {PROBLEM_NAMES[problem]} ",
            suits_text(problem_suits(problem), look),
        )
        for problem in problems
    ]
    column = max(each.cell_length for each in told) + 2
    across = max(1, (width - 2 * _INDENT) // column)
    for first in range(0, len(told), across):
        cells = (each.pad_right(column - each.cell_length) for each in told[first:][:across])
        yield Content.assemble(*cells).rstrip().pad_left(_INDENT)


# Walls


def _walls(view: AmberView, _width: int, look: Look) -> Iterator[Content]:
    position = view.begun_position
    facts = tuple(wall_facts(position, seat) for seat in range(len(position.seats)))
    for line in wall_rows(view, facts, position.power):
        yield Content(line)
    yield Content.styled(_LOST, look.palette.faint)


_CARDS: Final[_Part] = ("Cards", _cards)
_AREAS: Final[_Part] = ("Areas", _areas)
_WALLS: Final[_Part] = ("Kept Problems and walls", _walls)
_PARTS: Final[tuple[_Part, ...]] = (_CARDS, _AREAS, ("Problems", _problems), _WALLS)
_NEEDED: Final = (_AREAS, _WALLS, _CARDS)
"""The parts that are shown where a screen has room to spare."""
