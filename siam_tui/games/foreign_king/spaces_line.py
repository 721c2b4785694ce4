"""The line of action spaces: which pawns block, which may be chosen, which are free."""

from __future__ import annotations

from typing import TypeAlias

from textual.content import Content

from games.foreign_king import Position
from games.foreign_king.constants import SPACES
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.building.move_options import KEY_OF_SPACE
from siam_tui.games.foreign_king.choice_kinds import Kind
from siam_tui.games.foreign_king.colours import colour_chip
from siam_tui.games.foreign_king.facts import SpaceFacts, space_facts
from siam_tui.games.move_builder import Choice
from siam_tui.games.table_body import Shown

Places: TypeAlias = list[tuple[range, Choice]]
"""Which characters of a line each space takes."""


def spaces_line(shown: Shown, width: int, look: Look) -> tuple[Content, Places]:
    """Return the spaces in one line, and where in it each is.

    A pawn stands in brackets. A key is shown where a space may be chosen, and a sign before the
    space whose action is being built.
    """
    position: Position | None = shown.view.position
    if position is None:
        return Content(""), []
    found = list(space_facts(position))
    for lead, gap in ((" Spaces  ", 3), (" Spaces ", 2), (" ", 2), ("", 1), ("", 0)):
        text, places = _lay_out(found, shown, (lead, gap), look)
        if text.cell_length <= width:
            break
    return text, places


def _lay_out(
    found: list[SpaceFacts], shown: Shown, spacing: tuple[str, int], look: Look
) -> tuple[Content, Places]:
    lead, gap = spacing
    text, places = Content.styled(lead, look.palette.faint), Places()
    for number, facts in enumerate(found):
        if number:
            text = text.append(" " * gap)
        start, choice = text.cell_length, Choice(Kind.SPACE, SPACES.index(facts.space))
        text = text.append(_space(facts, choice, shown, look))
        places.append((range(start, text.cell_length), choice))
    return text, places


def _space(facts: SpaceFacts, choice: Choice, shown: Shown, look: Look) -> Content:
    """Return a space: three characters for who or what stands on it, and its name."""
    palette, glyphs = look.palette, look.glyphs
    key = KEY_OF_SPACE[facts.space]
    lit = palette.cursor if choice == shown.cursor else ""
    if choice in shown.chosen:
        style = f"{palette.strong} {palette.chosen}".strip()
        return Content.styled(f"{glyphs.turn}{key} {facts.space}", style)
    if choice in shown.choices:
        return Content.assemble((f" {key} ", palette.key), (f" {facts.space}"[1:], lit))
    if facts.pawn is not None:
        seats = len(shown.view.state.seats)
        pawn = colour_chip(facts.pawn, seats, look)
        return Content.assemble(("[", palette.faint), pawn, ("]", palette.faint), facts.space)
    # During one's own choice of a space this one cannot be paid or carried out.
    choosing = any(each.kind is Kind.SPACE for each in shown.choices)
    sign = key if choosing else glyphs.free
    return Content.styled(f" {sign} {facts.space}", palette.faint)
