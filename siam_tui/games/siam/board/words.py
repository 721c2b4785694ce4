"""A province with room to speak: who stands there, who would take it, what is next to it."""

from __future__ import annotations

from typing import Final

from textual.content import Content

from games.siam import BRITISH, FACTIONS, Trio
from siam_tui.appearance.cells import text_width
from siam_tui.appearance.style import Look, chip
from siam_tui.games.map_board.labels import Room, joined, next_to, with_neighbours_apart
from siam_tui.games.siam.board.labels import BoardView
from siam_tui.games.siam.board.province import (
    home_sign,
    name_and_place,
    taker,
    what_stands,
)
from siam_tui.games.siam.facts import ProvinceFacts, province_facts
from siam_tui.games.siam.names import side_letters

SPACIOUS: Final = 7
"""Lines of room from which each faction has a line of its own."""
BLOCK: Final = 28
"""Characters across that such lines take at most."""


def in_words(view: BoardView, province: int, room: Room, look: Look) -> list[Content]:
    """Return the lines of a province, the most telling first where not all have room."""
    first = name_and_place(view, province, room, look)
    about = _about(view, province, room.width, look)
    known = None if view.is_bare(province) else view.position
    if known is None or known.control(province) is not None:
        there = what_stands(view, province, room.width, look)
        body = [there] if there else []
    else:
        body = _open(view, province, room, look, spare=room.lines - 1 - bool(about))
    found = [first, *body, *([about] if about else [])]
    near = next_to(view, province, room, look, room.lines - len(found))
    found = [*found, *near] if near else with_neighbours_apart(found, view, province, room, look)
    if room.lines - len(found) >= 2:
        found.insert(1, Content(" "))
    return found


def _open(view: BoardView, province: int, room: Room, look: Look, spare: int) -> list[Content]:
    """Return what stands in an open province, and who would take it now."""
    assert view.position is not None
    facts = province_facts(view.position, province)
    would = _would(facts, view, room.width, look)
    if room.lines < SPACIOUS or spare < 4:
        there = what_stands(view, province, room.width, look, signed=False)
        return [there, would]
    width = min(room.width, BLOCK)
    rows = [_row(view, faction, facts.followers, width, look) for faction in FACTIONS]
    return [*rows, would]


def _row(view: BoardView, faction: int, standing: Trio, width: int, look: Look) -> Content:
    """Return a faction's followers one by one, and how many they are."""
    name, count = view.board.faction_names[faction], standing[faction]
    if not count:
        told = Content.styled(f"{look.glyphs.dash} {name}", look.palette.faint)
        return told.pad_left(max(0, width - told.cell_length))
    told = Content.assemble((f"{count} {name}", look.palette.strong))
    letter = side_letters(view.board)[faction]
    pips = joined([chip(faction, look, f" {letter} ")] * count)
    if pips.cell_length + told.cell_length + 1 > width:
        pips = chip(faction, look, f" {letter * count} ")
    gap = width - pips.cell_length - told.cell_length
    return Content.assemble(pips, " " * max(1, gap), told)


def _would(facts: ProvinceFacts, view: BoardView, width: int, look: Look) -> Content:
    """Return who would take a province if its struggle ended now; nothing after the game."""
    if view.is_ended:
        return Content()
    name = view.board.control_name(facts.taker)
    forms = [f"would go to the {name}"]
    if facts.taker == BRITISH:
        why = "tie" if facts.is_tie else "empty"
        forms = [f"{why}: would go to the {name}", f"{why}: {name}"]
    if facts.is_contested:
        forms = [f"contested now, {forms[0]}", *forms]
    style = look.palette.contested if facts.is_contested else ""
    sign = taker(view, facts.province, look)
    room = width - sign.cell_length - 1
    words = next((form for form in forms if text_width(form) <= room), "")
    return joined([sign, Content.styled(words, style)]) if words else sign


def _about(view: BoardView, province: int, width: int, look: Look) -> Content | None:
    """Return in words whose home a province is, and that its tile bears a King marker."""
    home = view.board.provinces[province].home
    king = view.position is not None and province in view.position.markers
    crown = Content.styled(f"{look.glyphs.king} King", look.palette.strong)
    if home is None:
        return crown if king else None
    sign = home_sign(view.board, home, look)
    forms = [f" home of the {view.board.faction_names[home]}", " home", ""]
    for form in forms:
        told = Content.assemble(sign, (form, look.palette.faint))
        line = Content("  ").join((told, crown)) if king else told
        if line.cell_length <= width:
            break
    return line
