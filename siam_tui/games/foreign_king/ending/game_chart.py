"""The course of a game as a small chart, one line for each of the King's journeys. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from textual.content import Content

from siam_tui.appearance.cells import cut_text, pad_end, pad_start, text_width
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.colours import colour_chip, letter_of
from siam_tui.games.foreign_king.facts import ForeignKingView
from siam_tui.games.map_board.place_names import names_of
from siam_tui.model.move_log import MoveLog

_WIDE = 50
"""Characters from which the provinces have their full names."""
_COLUMNS = 5, 3
"""Characters of each colour's score, at most and at least."""


@dataclass(frozen=True, slots=True)
class Journey:
    """A journey of the King.

    Attributes:
        province: where he arrived.
        scorer: the colour that scored there, or None.
        points: how many points.
        marker: where his marker came to.
        scores: the scores after it.
    """

    province: int
    scorer: int | None
    points: int
    marker: int
    scores: tuple[int, ...]


def journeys(log: MoveLog, view: ForeignKingView) -> Iterator[Journey]:
    """Iterate over the King's journeys in a log: each with what was scored before the next."""
    if not log.start:
        return
    positions = [view.game.parse(text) for text in (log.start, *(e.position for e in log.entries))]
    starts = [
        number
        for number in range(1, len(positions))
        if positions[number].marker != positions[number - 1].marker
        or positions[number].king != positions[number - 1].king
    ]
    for start, following in pairwise((*starts, len(positions))):
        before, after = positions[start - 1], positions[following - 1]
        gains = [now - then for now, then in zip(after.scores, before.scores, strict=True)]
        scorer = next((colour for colour, gain in enumerate(gains) if gain), None)
        points = 0 if scorer is None else gains[scorer]
        assert after.king is not None
        yield Journey(after.king, scorer, points, after.marker, after.scores)


def game_chart(log: MoveLog, view: ForeignKingView, width: int, look: Look) -> list[Content]:
    """Return the chart: where the King went, who scored there, and the scores after it."""
    found = list(journeys(log, view))
    if not found:
        return []
    seats = len(view.state.seats)
    names = names_of(view.game.map, "full" if width >= _WIDE else "shortest")
    lead = max(text_width(f"{len(found)} {name} ") for name in names)
    head = f"{pad_end('King', lead)}scored  marker"
    letters = [letter_of(colour, seats) for colour in range(len(found[0].scores))]
    most, least = _COLUMNS
    column = max(least, min(most, (width - text_width(head)) // len(letters)))
    heads = "".join(pad_start(letter, column) for letter in letters)
    lines = [Content.styled(cut_text(f"{head}{heads}", width, ""), "bold underline")]
    for number, journey in enumerate(found, start=1):
        where = pad_end(f"{number} {names[journey.province]}", lead)
        scored = Content(f"{pad_end(look.glyphs.dash, 8)}")
        if journey.scorer is not None:
            points = pad_end(f" {journey.points}", 7)
            scored = Content.assemble(colour_chip(journey.scorer, seats, look), points)
        scores = "".join(pad_start(str(score), column) for score in journey.scores)
        rest = f"{journey.marker:>6}{scores}"
        lines.append(Content.assemble(where, scored, rest).truncate(width))
    return lines
