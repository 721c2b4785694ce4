"""The lines above and below the map: the score track and the action spaces. Pure functions."""

from __future__ import annotations

from typing import Final, TypeAlias

from textual.content import Content

from games.foreign_king import Position
from games.foreign_king.constants import FIRST_MARKER, SPACES
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.building.move_options import KEY_OF_SPACE
from siam_tui.games.foreign_king.choice_kinds import Kind
from siam_tui.games.foreign_king.colours import colour_chip, letter_of
from siam_tui.games.foreign_king.facts import (
    EndFacts,
    ForeignKingView,
    SpaceFacts,
    end_facts,
    space_facts,
)
from siam_tui.games.foreign_king.names import name_colour, name_space
from siam_tui.games.move_builder import Choice
from siam_tui.games.table_body import Shown
from siam_tui.ui.fitting import first_fit
from texts import say, tell

_POINTS: Final = FIRST_MARKER + 1
_NUMBERED: Final = 5
"""Each so many points the track shows a number."""
_CELLS: Final = (6, 5, 4, 3, 2, 1)
"""Characters that a point takes at least, the best first; the first leaves no room for words."""


def score_track(
    position: Position | None, width: int, look: Look, *, is_worded: bool = True
) -> Content:
    """Return the track: letters at their scores, the King at his marker, and what is left.

    What lies between the second-highest score and the marker is what the marker has to go.

    Args:
        position: what is shown; None before the start.
        width: characters across.
        look: signs and colours.
        is_worded: whether words behind the track say how far the marker has to go.
    """
    if position is None:
        return Content.styled(f" {tell('foreign_king/track/start')}", look.palette.faint)
    end = end_facts(position)
    forms = [*(_remaining(position, end, look) if is_worded else ()), Content("")]
    tracks = [_track(position, end, cell, look) for cell in _CELLS[is_worded:]]
    track, told = next(
        (
            (track, form)
            for track in tracks
            for form in forms
            if track.cell_length + 1 + form.cell_length <= width
        ),
        (tracks[-1], forms[-1]),
    )
    gap = width - track.cell_length - told.cell_length
    return Content.assemble(track, " " * max(0, gap), told)


def track_legend(view: ForeignKingView, position: Position, width: int, look: Look) -> Content:
    """Return in a sentence what ends the game, and how far it is from that."""
    end, king = end_facts(position), look.glyphs.king
    if not end.to_go:
        return Content.assemble(" ", remaining(position, width - 1, look))
    names = tuple(name_colour(view, colour) for colour in end.holders)
    forms = (
        tell(
            "foreign_king/track/legend",
            form=form,
            king=king,
            left=end.to_go,
            marker=end.marker,
            second=end.second,
            names=names,
        )
        for form in range(2)
    )
    fitting = first_fit((f" {each}" for each in forms), width, "")
    return Content.styled(fitting, look.palette.faint)


def remaining(position: Position, width: int, look: Look) -> Content:
    """Return how far the King's marker is from the end, for where there is no room for a track."""
    forms = _remaining(position, end_facts(position), look)
    return first_fit(forms, width)


def _track(position: Position, end: EndFacts, cell: int, look: Look) -> Content:
    points = [_point(position, end, point, cell, look) for point in range(_POINTS)]
    return Content(" ").append(Content("").join(points))


def _point(position: Position, end: EndFacts, point: int, cell: int, look: Look) -> Content:
    """Return one point of the track: who stands there, the King, or the point itself.

    It is wider than the others where so many stand there.
    """
    palette, glyphs, seats = look.palette, look.glyphs, position.seats
    ahead = end.second < point < end.marker
    ground = palette.chosen if ahead else ""
    parts = [Content.styled(glyphs.king, palette.contested_name)] if point == end.marker else []
    for colour, score in enumerate(position.scores):
        if min(score, FIRST_MARKER) == point:
            exact = str(score) if score > FIRST_MARKER else ""
            parts.append(colour_chip(colour, seats, look, letter_of(colour, seats) + exact))
    if not parts:
        numbered = not point % _NUMBERED
        sign = str(point) if numbered else glyphs.free
        style = palette.strong if numbered and ahead else palette.faint
        parts = [Content.styled(sign, f"{style} {ground}".strip())]
    text = Content("").join(parts)
    return Content.assemble(text, (" " * max(0, cell - text.cell_length), ground))


def _remaining(position: Position, end: EndFacts, look: Look) -> list[Content]:
    """Return who has the second-highest score and how far the marker is from it, ever shorter."""
    letters = "/".join(letter_of(colour, position.seats) for colour in end.holders)
    long, short = (
        say("foreign_king/track/to-go", left=end.to_go, form=form) for form in ("long", "short")
    )
    forms = (
        tell(
            "foreign_king/track/remaining",
            form=form,
            king=look.glyphs.king,
            marker=end.marker,
            letters=letters,
            second=end.second,
            left=long if form < 2 else short,
        )
        for form in range(4)
    )
    style = look.palette.contested if end.to_go <= _NUMBERED else look.palette.strong
    return [Content.styled(f"{each} ", style) for each in (*forms, tell(short))]


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
    name = tell("foreign_king/track/spaces")
    for lead, gap in ((f" {name}  ", 3), (f" {name} ", 2), (" ", 2), ("", 1), ("", 0)):
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
    key, name = KEY_OF_SPACE[facts.space], tell(name_space(facts.space))
    lit = palette.cursor if choice == shown.cursor else ""
    if choice in shown.chosen:
        style = f"{palette.strong} {palette.chosen}".strip()
        return Content.styled(f"{glyphs.turn}{key} {name}", style)
    if choice in shown.choices:
        return Content.assemble((f" {key} ", palette.key), (name, lit))
    if facts.pawn is not None:
        seats = len(shown.view.state.seats)
        pawn = colour_chip(facts.pawn, seats, look)
        return Content.assemble(("[", palette.faint), pawn, ("]", palette.faint), name)
    # During one's own choice of a space this one cannot be paid or carried out.
    choosing = any(each.kind is Kind.SPACE for each in shown.choices)
    sign = key if choosing else glyphs.free
    return Content.styled(f" {sign} {name}", palette.faint)
