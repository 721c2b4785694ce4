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
    Card,
    Problem,
)
from games.amber.hidden import hidden_problems
from siam_tui.appearance.style import Look
from siam_tui.games.amber.colours import marks_of, number_of, suits_text
from siam_tui.games.amber.facts import AmberView, wall_facts
from siam_tui.games.amber.names import (
    area_noun,
    card_noun,
    card_suits,
    problem_noun,
    problem_suits,
)
from siam_tui.games.amber.round_report import wall_rows
from siam_tui.ui.text import styled
from texts import Message, Noun, say, tell

_INDENT: Final = 4
_LEAST: Final = 3
"""Lines that a part takes at least: a blank one, its heading, and one more."""

Section: TypeAlias = tuple[str, list[Content]]
_Part: TypeAlias = tuple[Message, Callable[[AmberView, int, Look], Iterator[Content]]]
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
    return tell(title), _wrapped(lines_of(view, width, look), width)


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
        last = card_noun(shown.last) if shown.last else None
        yield Content(tell("amber/overview/other", who=view.named(seat), n=shown.cards, last=last))
    yield Content.styled(tell("amber/overview/face-down"), look.palette.faint)


def _own_cards(position: Position, hand: str, pawn: Card | None, look: Look) -> Iterator[Content]:
    """Iterate over the own cards and their areas, then those that were played."""
    for card in hand:
        suits = suits_text(card_suits(card), look)
        areas = sorted(AREAS_WITH[CARD_SUITS[card]], key=position.place_of)
        if card in PAWNS:
            others = tuple(area_noun(each) for each in range(len(AREAS)) if each not in areas)
            told = styled("amber/overview/pawn", suits=suits, card=card_noun(card), others=others)
        else:
            places = tuple(
                say("amber/overview/area", place=position.place_of(each), area=area_noun(each))
                for each in areas
            )
            told = styled("amber/overview/ace", suits=suits, card=card_noun(card), areas=places)
        yield told
    played = tuple(card_noun(card) for card in ACES + (pawn or "") if card not in hand)
    yield Content(tell("amber/overview/played", cards=played))


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
            f"{position.place_of(area)}  {tell(area_noun(area), form='start')}  ",
            suits_text(AREA_LETTERS[area], look),
            *counts,
            sign,
            (f"  {tell(Noun('amber/area-effect', AREAS[area]))}", look.palette.faint),
        )


# Problems


def _problems(view: AmberView, width: int, look: Look) -> Iterator[Content]:
    position = view.begun_position
    row = [each.problem for each in position.row]
    yield from _problem_table(say("amber/overview/row"), row, width, look)
    yield from _problem_table(say("amber/overview/discarded"), position.discard, width, look)
    if view.all_open or position.over:
        return
    unseen = hidden_problems(position)
    title = say("amber/overview/not-seen", deck=position.deck_size)
    yield from _problem_table(title, unseen, width, look)
    counts = [
        Content.assemble(
            suits_text(letter, look),
            f" {sum(PROBLEM_SUITS[problem] >> place & 1 for problem in unseen)}",
        )
        for place, letter in enumerate(SUITS)
    ]
    yield styled("amber/overview/spread", suits=Content("  ").join(counts))


def _problem_table(
    title: Message, problems: list[Problem] | tuple[Problem, ...], width: int, look: Look
) -> Iterator[Content]:
    """Iterate over Problems in columns below a title: number, name and suits."""
    if not problems:
        yield Content(tell("amber/overview/none", title=title))
        return
    yield Content(tell(title))
    told = [
        Content.assemble(
            f"{number_of(problem, look)} {tell(problem_noun(problem))} ",
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
    yield Content.styled(tell("amber/overview/lost"), look.palette.faint)


_CARDS: Final[_Part] = (say("amber/overview/cards"), _cards)
_AREAS: Final[_Part] = (say("amber/overview/areas"), _areas)
_WALLS: Final[_Part] = (say("amber/overview/walls"), _walls)
_PROBLEMS: Final[_Part] = (say("amber/overview/problems"), _problems)
_PARTS: Final = (_CARDS, _AREAS, _PROBLEMS, _WALLS)
_NEEDED: Final = (_AREAS, _WALLS, _CARDS)
"""The parts that are shown where a screen has room to spare."""
