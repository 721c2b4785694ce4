"""Explains the result of a game point by point (F15 to F17). Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import (
    CONGRESS_PRIZE,
    FRANCS_PRIZE,
    LOAN_PENALTY,
    MEDALS_PRIZE,
    PROVINCES_PRIZE,
)
from games.foreign_king.scoring import final_points, province_sums
from games.plural import count_of
from siam_tui.games.foreign_king.ending.results import NOT_PLAYED_OUT, why_ended, winning_colours
from siam_tui.games.foreign_king.names import colour_name, listed_subjects
from siam_tui.games.foreign_king.seen import ForeignKingView
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


def explain_result(view: ForeignKingView) -> list[str]:
    """Return the sentences that lead from the final position to the winners."""
    position = view.position
    if position is None or view.outcome is None:
        return [NOT_PLAYED_OUT]
    return [why_ended(position), *_points(view, position), *_winners(view, position)]


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
    who = listed(["you" if each == view.seat else colour_name(view, each) for each in first])
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
        f"{'you' if colour == view.seat else colour_name(view, colour)} ({numbers[colour]})"
        for colour in order
        if numbers[colour] or not only_some
    )
