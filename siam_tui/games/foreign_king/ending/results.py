"""How a game ended and went: sentences, standings and a chart. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from textual.content import Content

from games.foreign_king import Position
from games.foreign_king.constants import (
    CONGRESS_PRIZE,
    FRANCS_PRIZE,
    LOAN_PENALTY,
    MEDALS_PRIZE,
    PROVINCES,
    PROVINCES_PRIZE,
)
from games.foreign_king.scoring import final_points, province_sums, winners
from siam_tui.appearance.cells import cut_text, pad_end, pad_start, text_width
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.colours import colour_chip, letter_of
from siam_tui.games.foreign_king.ending.points_table import points_table, ranking
from siam_tui.games.foreign_king.facts import ForeignKingView, end_facts
from siam_tui.games.foreign_king.names import name_colour, name_place, who_has, who_have
from siam_tui.games.game_texts import Length
from siam_tui.model.move_log import MoveLog
from texts import Message, Noun, say, tell

_TABLE: Final = 50
"""Characters across from which the standings have the points of all."""


def tell_outcome(view: ForeignKingView) -> Iterator[str]:
    """Iterate over who won, the points of the others, and why it ended."""
    position = view.begun_position
    totals, best = [each.total for each in final_points(position)], winning_colours(position)
    others = sorted(set(range(len(totals))) - set(best), key=lambda c: -totals[c])
    who, points = who_have(view, best), totals[best[0]]
    if others:
        beaten = tuple(
            say("foreign_king/forecast/point", who=name_colour(view, each), points=totals[each])
            for each in others
        )
        yield tell("foreign_king/result/won-before", who=who, points=points, others=beaten)
    else:
        yield tell("foreign_king/result/won", who=who, points=points)
    yield why_ended(position)


def winning_colours(position: Position) -> tuple[int, ...]:
    """Return the colours that win a game that is over, the virtual player's among them."""
    points = [each.total for each in final_points(position)]
    return winners(points, position.medals)


def why_ended(position: Position) -> str:
    """Return what ended a game (F15, F4)."""
    end = end_facts(position)
    if end.marker <= end.second:
        return tell("foreign_king/result/marker", marker=end.marker, second=end.second)
    if sum(position.factories[1::2]) == sum(position.factories) > 0:
        return tell("foreign_king/result/factories")
    return tell("foreign_king/result/no-space")


def standings(view: ForeignKingView, width: int, look: Look) -> list[Content]:
    """Return the colours, the best first; where there is room, below what their points are for."""
    position = view.position
    if position is None or view.outcome is None:
        return []
    heading = Content.styled(tell("foreign_king/result/standings"), "bold underline")
    table = points_table(view, width, look) if width >= _TABLE else None
    if table is not None:
        return [heading, *table.split("\n", allow_blank=True)]
    return [heading, *ranking(view, position, width, look)]


# Point by point (F15 to F17)


def tell_scoring(view: ForeignKingView) -> Iterator[str]:
    """Iterate over the sentences that lead from the final position to the winners."""
    position = view.begun_position
    yield why_ended(position)
    yield from _points(view, position)
    yield from _winners(view, position)


def _points(view: ForeignKingView, position: Position) -> Iterator[str]:
    """Iterate over the points, prize by prize (F16)."""
    points = final_points(position)
    yield tell("foreign_king/scoring/scores", each=_each(view, position.scores))
    if any(position.loans):
        costs = [-LOAN_PENALTY * loans for loans in position.loans]
        yield tell("foreign_king/scoring/loans", each=_each(view, costs, only_some=True))
    yield _prize(view, PROVINCES_PRIZE, "led-with-factories", province_sums(position))
    if position.virtual is not None and points[position.virtual].provinces:
        share = points[position.virtual].provinces
        yield tell("foreign_king/scoring/doubled", share=share)
    yield _prize(view, MEDALS_PRIZE, "medals", position.medals)
    yield _prize(view, CONGRESS_PRIZE, "congress", position.congressmen)
    yield _prize(view, FRANCS_PRIZE, "francs", position.francs)
    if position.virtual is not None:
        virtual = points[position.virtual]
        yield tell("foreign_king/scoring/virtual", points=virtual.led + virtual.industry)
    yield tell("foreign_king/scoring/totals", each=_each(view, [each.total for each in points]))


def _prize(view: ForeignKingView, prize: int, name: str, holdings: Sequence[int]) -> str:
    """Return who gets a prize, or shares it, with what everybody has of the thing."""
    most, what = max(holdings), Noun("foreign_king/prize", name)
    if not most:
        return tell("foreign_king/scoring/none", prize=prize, what=what)
    who = tuple(who_has(view, colour) for colour, held in enumerate(holdings) if held == most)
    each = _each(view, holdings)
    if len(who) == 1:
        return tell("foreign_king/scoring/one", prize=prize, what=what, who=who, each=each)
    share = prize // len(who)
    return tell(
        "foreign_king/scoring/shared", prize=prize, what=what, who=who, share=share, each=each
    )


def _winners(view: ForeignKingView, position: Position) -> Iterator[str]:
    points = [each.total for each in final_points(position)]
    top = [colour for colour, total in enumerate(points) if total == max(points)]
    best = winning_colours(position)
    if len(top) > 1:
        yield tell("foreign_king/scoring/by-medals", who=who_have(view, top))
    yield tell("foreign_king/scoring/winners", who=who_have(view, best))
    if best == (position.virtual,):
        yield tell("foreign_king/scoring/lost", who=who_have(view, range(position.seats)))


def _each(
    view: ForeignKingView, numbers: Sequence[int], *, only_some: bool = False
) -> tuple[Message, ...]:
    """Return everybody's number, the highest first; only_some: without those who have none."""
    order = sorted(range(len(numbers)), key=lambda colour: -numbers[colour])
    return tuple(
        say("foreign_king/scoring/of", who=who_has(view, colour), points=numbers[colour])
        for colour in order
        if numbers[colour] or not only_some
    )


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
    length: Length = "full" if width >= _WIDE else "shortest"
    names = [tell(name_place(view.game.map, each, length)) for each in range(PROVINCES)]
    lead = max(text_width(f"{len(found)} {name} ") for name in names)
    head = (
        pad_end(tell("foreign_king/chart/king"), lead)
        + pad_end(tell("foreign_king/chart/scored"), 8)
        + pad_start(tell("foreign_king/chart/marker"), 6)
    )
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
