"""All provinces as a table, for a large screen: who leads by how much, and what the King brings."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from games.foreign_king import Map, Position
from games.foreign_king.constants import PROVINCES
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.board import factories
from siam_tui.games.foreign_king.colours import colour_chip, letter_of, numbered
from siam_tui.games.foreign_king.facts import ProvinceFacts, province_facts
from siam_tui.games.foreign_king.names import name_place, tell_stock
from texts import Noun, tell

_COLUMNS: Final = (
    ("province", 19),
    ("citizens", 17),
    ("lead", 10),
    ("factories", 11),
    ("king-brings", 13),
    ("kings-way", 10),
)
"""Headings, and characters across; the last ones are left out where there is no room."""
_LASTING: Final = 4
"""Columns that still mean something when the game is over."""


def province_table(board: Map, position: Position, width: int, look: Look) -> Content:
    """Return a line for each province, below headings, and one on what can still be built."""
    rows = [_headings(look), *(_row(board, position, each, look) for each in range(PROVINCES))]
    room, shown = width - 1, 0
    for _, across in _COLUMNS[: _LASTING if position.asks == "over" else None]:
        if across > room:
            break
        room, shown = room - across, shown + 1
    lines = [_line(row[:shown]) for row in rows]
    if position.asks != "over":
        lines.append(Content.styled(f"  {tell_stock(position)}", look.palette.faint))
    return Content("\n").join(line.truncate(width, ellipsis=True) for line in lines)


def _headings(look: Look) -> list[Content]:
    first, *others = (tell(Noun("foreign_king/heading", name)) for name, _ in _COLUMNS)
    return [Content.styled(heading, look.palette.faint) for heading in (f"  {first}", *others)]


def _line(cells: list[Content]) -> Content:
    widths = (across for _, across in _COLUMNS)
    padded = [
        cell.pad_right(max(1, across - cell.cell_length))
        for cell, across in zip(cells, widths, strict=False)
    ]
    return Content.assemble(" ", *padded)


def _row(board: Map, position: Position, province: int, look: Look) -> list[Content]:
    facts, palette, seats = province_facts(position, province), look.palette, position.seats
    name = f"{province + 1} {tell(name_place(board, province))}"
    there = [(colour, count) for colour, count in enumerate(facts.citizens) if count]
    empty, nothing = Content.styled(tell("foreign_king/table/empty"), palette.faint), Content("")
    return [
        Content.styled(f"{look.glyphs.king}{name}", palette.contested_name)
        if facts.has_king
        else Content(f" {name}"),
        numbered(there, seats, look) if there else empty,
        _lead(facts, seats, look),
        factories(facts, look) if any(facts.factories) else nothing,
        _points(facts, position, look),
        Content.styled(_steps_from_king(board, position, province), palette.faint),
    ]


def _lead(facts: ProvinceFacts, seats: int, look: Look) -> Content:
    """Return who leads and by how many citizens."""
    if facts.leader is None:
        tie = tell("foreign_king/table/tie") if facts.is_tie else ""
        return Content.styled(tie, look.palette.faint)
    leader = colour_chip(facts.leader, seats, look)
    return Content.assemble(
        look.glyphs.flag, leader, f" {tell('foreign_king/table/by', n=facts.margin)}"
    )


def _points(facts: ProvinceFacts, position: Position, look: Look) -> Content:
    """Return whom the King would bring points if he came now, and how many."""
    if facts.leader is None:
        return Content("")
    style = look.palette.strong if facts.points else look.palette.faint
    leader = letter_of(facts.leader, position.seats)
    return Content.styled(f"{leader} {facts.points:>2}", style)


def _steps_from_king(board: Map, position: Position, province: int) -> str:
    """Return how far the King is from a province."""
    if position.king is None or position.king == province:
        return ""
    return tell("foreign_king/table/steps", n=board.steps[position.king][province])
