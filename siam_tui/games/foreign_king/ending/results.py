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
    PROVINCES_PRIZE,
)
from games.foreign_king.scoring import final_points, province_sums, winners
from games.plural import count_of
from siam_tui.appearance.cells import cut_text, pad_end, pad_start, text_width
from siam_tui.appearance.style import Look
from siam_tui.games.foreign_king.colours import colour_chip, letter_of
from siam_tui.games.foreign_king.ending.points_table import points_table, ranking
from siam_tui.games.foreign_king.facts import ForeignKingView, end_facts
from siam_tui.games.foreign_king.names import colour_name, colour_or_you, listed_subjects
from siam_tui.games.map_board.place_names import names_of
from siam_tui.model.move_log import MoveLog
from siam_tui.ui.text import listed

_SCORES: Final = "Scores: {each}."
_LOANS: Final = "Each loan that was not paid back costs 6 points: {each}."
_ONE: Final = "{prize} points for {what} go to {who}: {each}."
_SHARED: Final = "{prize} points for {what} are shared by {who}, {share} each: {each}."
_NONE: Final = "Nobody gets the {prize} points for {what}: nobody has any."
_DOUBLED: Final = "The virtual player's share of the provinces counts twice: {share}."
_VIRTUAL: Final = (
    "The virtual player gets 1 point for each province it leads and 3 more where there is a "
    "factory: {points}."
)
_TOTALS: Final = "Final points: {each}."
_BY_MEDALS: Final = "{who} are equal at the top, so most medals decide."
_WIN: Final = "{who} wins."
_YOU_WIN: Final = "You win."
_SHARE: Final = "{who} share the win."
_LOST: Final = "{who} have lost."
_TABLE: Final = 50
"""Characters across from which the standings have the points of all."""


def tell_outcome(view: ForeignKingView) -> Iterator[str]:
    """Iterate over who won, the points of the others, and why it ended."""
    position = view.begun_position
    totals, best = [each.total for each in final_points(position)], winning_colours(position)
    others = sorted(set(range(len(totals))) - set(best), key=lambda c: -totals[c])
    beaten = ", ".join(f"{colour_name(view, each)} {totals[each]}" for each in others)
    rest = f" ({beaten})" if beaten else ""
    if best == (view.seat,):
        who = "You win"
    else:
        who = f"{listed_subjects(view, best)} win{'s' * (len(best) == 1)}"
    yield f"{who} with {count_of(totals[best[0]], 'point')}{rest}."
    yield why_ended(position)


def winning_colours(position: Position) -> tuple[int, ...]:
    """Return the colours that win a game that is over, the virtual player's among them."""
    points = [each.total for each in final_points(position)]
    return winners(points, position.medals)


def why_ended(position: Position) -> str:
    """Return what ended a game (F15, F4)."""
    end = end_facts(position)
    if end.marker <= end.second:
        return (
            f"The King's marker, at {end.marker}, has come down to the second-highest score, "
            f"{end.second}."
        )
    if sum(position.factories[1::2]) == sum(position.factories) > 0:
        return "All ten factories are inactive."
    return "No player could use any space."


def standings(view: ForeignKingView, width: int, look: Look) -> list[Content]:
    """Return the colours, the best first; where there is room, below what their points are for."""
    position = view.position
    if position is None or view.outcome is None:
        return []
    heading = Content.styled("Final standings", "bold underline")
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
    yield _SCORES.format(each=_each(view, position.scores))
    if any(position.loans):
        costs = [-LOAN_PENALTY * loans for loans in position.loans]
        yield _LOANS.format(each=_each(view, costs, only_some=True))
    sums = province_sums(position)
    what = "the provinces led and the factories in them"
    yield _prize(view, PROVINCES_PRIZE, what, sums)
    if position.virtual is not None and points[position.virtual].provinces:
        yield _DOUBLED.format(share=points[position.virtual].provinces)
    yield _prize(view, MEDALS_PRIZE, "most medals", position.medals)
    yield _prize(view, CONGRESS_PRIZE, "most congressmen", position.congressmen)
    yield _prize(view, FRANCS_PRIZE, "most francs", position.francs)
    if position.virtual is not None:
        virtual = points[position.virtual]
        yield _VIRTUAL.format(points=count_of(virtual.led + virtual.industry, "point"))
    yield _TOTALS.format(each=_each(view, [each.total for each in points]))


def _prize(view: ForeignKingView, prize: int, what: str, holdings: Sequence[int]) -> str:
    """Return who gets a prize, or shares it, with what everybody has of the thing."""
    most = max(holdings)
    if not most:
        return _NONE.format(prize=prize, what=what)
    first = [colour for colour, held in enumerate(holdings) if held == most]
    who = listed([colour_or_you(view, each) for each in first])
    told = {"prize": prize, "what": what, "who": who, "each": _each(view, holdings)}
    if len(first) == 1:
        return _ONE.format(**told)
    return _SHARED.format(share=prize // len(first), **told)


def _winners(view: ForeignKingView, position: Position) -> Iterator[str]:
    points = [each.total for each in final_points(position)]
    top = [colour for colour, total in enumerate(points) if total == max(points)]
    best = winning_colours(position)
    if len(top) > 1:
        yield _BY_MEDALS.format(who=listed_subjects(view, top))
    if best == (view.seat,):
        yield _YOU_WIN
    else:
        yield (_WIN if len(best) == 1 else _SHARE).format(who=listed_subjects(view, best))
    if best == (position.virtual,):
        yield _LOST.format(who=listed_subjects(view, range(position.seats)))


def _each(view: ForeignKingView, numbers: Sequence[int], *, only_some: bool = False) -> str:
    """Return everybody's number, the highest first; only_some: without those who have none."""
    order = sorted(range(len(numbers)), key=lambda colour: -numbers[colour])
    return ", ".join(
        f"{colour_or_you(view, colour)} ({numbers[colour]})"
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
