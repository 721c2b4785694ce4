"""The lines above and below the map: the score track and the action spaces. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias

from textual.content import Content

from games.foreign_king import Position
from games.foreign_king.constants import FIRST_MARKER, SPACES
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.building.move_options import KEY_OF_SPACE
from siam_tui.games.foreign_king.choice_kinds import Kind
from siam_tui.games.foreign_king.colours import colour_chip, letter_of
from siam_tui.games.foreign_king.facts import EndFacts, SpaceFacts, end_facts, space_facts
from siam_tui.games.move_builder import Choice
from siam_tui.games.table_body import Shown
from siam_tui.ui.fitting import first_fit
from siam_tui.ui.text import listed

_POINTS: Final = FIRST_MARKER + 1
_NUMBERED: Final = 5
"""Each so many points the track shows a number."""
_CELLS: Final = (6, 5, 4, 3, 2, 1)
"""Characters that a point takes at least, the best first; the first leaves no room for words."""


_LEGEND: Final = (
    " {king} {left} to go: the game ends when the marker has come down from {marker} to the "
    "second-highest score, {second} ({names})."
)
_SHORT_LEGEND: Final = (
    " {king} {left} to go: the game ends when marker {marker} meets the second-highest score, "
    "{second}."
)


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
        return Content.styled(" Everybody starts at 0 points.", look.palette.faint)
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


def track_legend(position: Position, names: Sequence[str], width: int, look: Look) -> Content:
    """Return in a sentence what ends the game, and how far it is from that.

    Args:
        position: what is shown.
        names: what the colours are called.
        width: characters across.
        look: signs and colours.
    """
    end = end_facts(position)
    if not end.to_go:
        return Content.assemble(" ", remaining(position, width - 1, look))
    told = {
        "king": look.glyphs.king,
        "marker": end.marker,
        "second": end.second,
        "names": listed([names[colour] for colour in end.holders]),
        "left": end.to_go,
    }
    forms = [form.format(**told) for form in (_LEGEND, _SHORT_LEGEND)]
    fitting = first_fit(forms, width, "")
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
    left, short = (f"{end.to_go} to go",) * 2 if end.to_go else ("the end", "end")
    style = look.palette.contested if end.to_go <= _NUMBERED else look.palette.strong
    king = f"{look.glyphs.king} {end.marker}"
    forms = [
        f"{king}, second score {letters} {end.second}: {left} ",
        f"{king}, 2nd {letters} {end.second}: {left} ",
        f"2nd {letters} {end.second}: {short} ",
        f"2nd {end.second}: {short} ",
        f"{short} ",
    ]
    return [Content.styled(form, style) for form in forms]


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
