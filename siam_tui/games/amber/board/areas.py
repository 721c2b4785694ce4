"""The board as text: seven boxes side by side. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from textual.content import Content

from games.amber.constants import AREA_LETTERS, Area
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.glyphs import Quad
from siam_tui.appearance.style import Look
from siam_tui.games.amber.board.board_view import AmberBoard, has_area
from siam_tui.games.amber.colours import suits_text
from siam_tui.games.amber.effect_words import effect_forms, general_forms
from siam_tui.games.amber.names import area_noun, other_player
from siam_tui.games.map_board.canvas import BRACKETS
from siam_tui.ui.fitting import at_left, first_fit
from texts import Person, language, tell

_DRAWN: Final = 6
"""Markers of a colour that are drawn one by one; more are counted."""
_ROOMY: Final = 14
"""Characters of an area from which markers are drawn one by one, and effects told in words."""
_BECOMES: Final = ">"
_COLUMN: Final = 2
"""Characters of a seat's markers where all stand in columns."""


@dataclass(frozen=True, slots=True)
class Shelf:
    """The drawn board.

    Attributes:
        lines: the text, line by line.
        left: characters left of it.
        step: characters from one box to the next.
        areas: the areas of the boxes.
    """

    lines: tuple[Content, ...]
    left: int
    step: int
    areas: tuple[Area, ...]

    def province_at(self, x: int, y: int) -> int | None:
        """Return the area at a character, or None beside the boxes."""
        del y
        place, inside = divmod(x - self.left, self.step)
        return self.areas[place] if inside and 0 <= place < len(self.areas) else None


def draw(board: AmberBoard, width: int, height: int, look: Look) -> Shelf:
    """Draw the board into so many characters and lines."""
    return _draw(board, width, height, look, language())


@lru_cache(maxsize=8)
def _draw(board: AmberBoard, width: int, height: int, look: Look, spoken: str) -> Shelf:
    del spoken  # what is drawn depends on it
    areas = board.position.places
    room = (width - len(areas) - 1) // len(areas)
    left = (width - (room + 1) * len(areas) - 1) // 2
    boxes = [
        _box(board, area, room, height - 2, look)
        if has_area(board.deal_step, place)
        else [Content.styled(look.glyphs.hidden * room, look.palette.faint)] * (height - 2)
        for place, area in enumerate(areas, start=1)
    ]
    side = Content.styled(_line((1, 0, 1, 0), look), look.palette.outline)
    rows = [_edge(board, room, look, (0, 1, 1, 1))]
    rows += [
        Content.assemble(side, *(part for cell in line for part in (cell, side)))
        for line in zip(*boxes, strict=True)
    ]
    rows.append(_edge(board, room, look, (1, 1, 0, 1)))
    return Shelf(tuple(row.pad_left(left) for row in rows), left, room + 1, areas)


def _line(quad: Quad, look: Look) -> str:
    return look.glyphs.box[quad]


def _edge(board: AmberBoard, room: int, look: Look, joint: Quad) -> Content:
    """Return the upper or the lower edge of all boxes; the upper one bears their numbers."""
    up, _, down, _ = joint
    flat, outline = _line((0, 1, 0, 1), look), look.palette.outline
    areas = board.position.places
    parts = [Content.styled(_line((up, 1, down, 0), look), outline)]
    for place, area in enumerate(areas, start=1):
        end = _line(joint if place < len(areas) else (up, 0, down, 1), look)
        is_numbered = down and has_area(board.deal_step, place)
        mark = _number(board, area, place, room, look) if is_numbered else Content("")
        parts += [mark, Content.styled(flat * (room - mark.cell_length) + end, outline)]
    return Content("").join(parts)


def _number(board: AmberBoard, area: Area, place: int, room: int, look: Look) -> Content:
    """Return the number of a place, as a key where it is one; with a sign if something changed.

    What marks the name stands here where the longest name leaves no room for it.
    """
    is_key = area in board.targets
    sign = look.glyphs.touched if area in board.touched else ""
    before, after = _marks(board, area, look)
    if _has_room(area, room, before + after):
        before = after = " "
    text = f"{before or ' '}{place}{after or ' '}"
    key = Content.styled(text, look.palette.key if is_key else look.palette.strong)
    return Content.assemble(key, (sign, look.palette.strong))


def _marks(board: AmberBoard, area: Area, look: Look) -> tuple[str, str]:
    """Return what stands before and behind the name of an area: a sign, brackets or nothing."""
    if area in board.chosen:
        return look.glyphs.turn, ""
    return BRACKETS if area == board.cursor else ("", "")


def _has_room(area: Area, room: int, marks: str) -> bool:
    return text_width(tell(area_noun(area), form="short") + marks) <= room


def _box(board: AmberBoard, area: Area, room: int, height: int, look: Look) -> list[Content]:
    """Return the lines in a box: name, suits, markers, and the effect in the last one."""
    ground = board.ground(area, look.palette)
    # Coloured letters cannot be read on the ground of the cursor: only the name has it.
    other = ground if area != board.cursor else board.wash(area, look.palette)
    top = [_name(board, area, room, look), _suits(board, area, room, look)]
    seats = len(board.position.seats)
    rows = height - len(top) - 1
    markers = (
        [_marker_row(board, area, seat, room, look) for seat in range(seats)]
        if rows >= seats and room >= _ROOMY
        else [_marker_line(board, area, room, look)]
    )
    gap = [Content("")] * (rows - len(markers))
    lines = [*top, *markers, *gap, _effect(board, area, room, look)]
    return [_filled(line, room, other if number else ground) for number, line in enumerate(lines)]


def _filled(line: Content, room: int, ground: str) -> Content:
    """Return a line on a ground, as long as there is room."""
    padded = at_left(line, room)
    return Content.assemble(padded).stylize_before(ground) if ground else padded


def _name(board: AmberBoard, area: Area, room: int, look: Look) -> Content:
    """Return the name, behind a sign if the area is chosen, in brackets under the cursor."""
    before, after = _marks(board, area, look)
    if not _has_room(area, room, before + after):
        before = after = ""
    forms = ("start", "bare", "short") if room >= _ROOMY else ("bare", "short")
    left = room - text_width(after) - 1
    name = first_fit((tell(area_noun(area), form=form) for form in forms), left)
    if text_width(name) <= left:
        before = before or " "
    strong = look.palette.strong
    style = f"{strong} underline" if area in board.chosen else strong
    return Content.assemble((before, strong), (name, style), after)


def _suits(board: AmberBoard, area: Area, room: int, look: Look) -> Content:
    """Return the suits, and the Confidant at the end of their line."""
    suits = suits_text(AREA_LETTERS[area], look)
    if suits.cell_length + 2 < room:
        suits = suits.pad_left(1)
    if board.position.confidant != area:
        return suits
    gap = " " * (room - suits.cell_length - 1)
    return Content.assemble(suits, gap, (look.glyphs.confidant, look.palette.strong))


# Markers


def _counts(board: AmberBoard, area: Area) -> Iterator[tuple[int, int, int]]:
    """Iterate over the seats: which, its markers before the move being built, and with it."""
    before = board.before.markers_in(area)
    yield from zip(range(len(before)), before, board.position.markers_in(area), strict=True)


def _marker_line(board: AmberBoard, area: Area, room: int, look: Look) -> Content:
    """Return all markers in one line, each seat's in a column of its own, as ``A2>3 B1``."""
    parts = [_counted(board, *counts, look) for counts in _counts(board, area)]
    new = [_counted(board, seat, now, now, look) for seat, _, now in _counts(board, area)]
    columns = [part.pad_right(max(0, _COLUMN - part.cell_length)) for part in parts]
    # Two-digit numbers and a preview have no room beside each other: then only the new numbers.
    for shown, lead in ((columns, " "), (parts, " "), (parts, ""), (new, "")):
        told = Content.assemble(lead, Content(" ").join(shown))
        if told.cell_length <= room:
            return told
    return Content("").join(new)


def _counted(board: AmberBoard, seat: int, before: int, now: int, look: Look) -> Content:
    if not before and not now:
        return Content.styled(look.glyphs.free, look.palette.faint)
    becomes = f"{_BECOMES}{now}" if before != now else ""
    text = f"{board.marks.letters[seat]}{before}{becomes}"
    return board.marks.chip(seat, look, text)


def _marker_row(board: AmberBoard, area: Area, seat: int, room: int, look: Look) -> Content:
    """Return the markers of a seat, drawn one by one and counted, as ``AA 2 > 3``."""
    before, now = next((b, n) for each, b, n in _counts(board, area) if each == seat)
    if not before and not now:
        return Content.styled(f" {look.glyphs.free}", look.palette.faint)
    becomes = f" {_BECOMES} {now}" if before != now else ""
    letters = board.marks.letters[seat] * (before if 0 < before <= _DRAWN else 1)
    number = f" {before}{becomes}"
    if text_width(letters + number) + 1 > room:
        letters = letters[:1]
    return Content.assemble(" ", board.marks.chip(seat, look, letters), number)


# Effects


def _effect(board: AmberBoard, area: Area, room: int, look: Look) -> Content:
    """Return what the area would bring; what it does in general while nothing is chosen."""
    turn, effect = board.position.turn, board.effect(area)
    other = _other(board)
    style, forms = look.palette.faint, general_forms(area, other)
    if area in board.raided and turn is not None:
        return _raid(board, area, turn, room, look)
    if effect is not None and turn is not None:
        style, forms = "", effect_forms(effect, board.position, turn, other)
    elif board.choosing:
        return Content("")
    return Content.styled(f" {first_fit(map(tell, forms), room - 1)}", style)


def _other(board: AmberBoard) -> Person | None:
    """Return who may lose a marker: the only one there is, by the letter; None for any player."""
    return None if board.seat is None else other_player(board.marks.letters, board.seat)


def _raid(board: AmberBoard, area: Area, turn: int, room: int, look: Look) -> Content:
    """Return what the Cave may remove: ``D2>1`` for each other player there."""
    there = board.position.markers_in(area)
    others = [seat for seat, markers in enumerate(there) if markers and seat != turn]
    chips = []
    for seat in others:
        text = f"{board.marks.letters[seat]}{there[seat]}{_BECOMES}{there[seat] - 1}"
        chips.append(board.marks.chip(seat, look, text))
    told = Content(" ").join((Content(""), *chips))
    return told if told.cell_length <= room else Content(" ").join(chips)
