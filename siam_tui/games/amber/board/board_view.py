"""What the board shows: effects of areas, what has changed, and how far the deal has come."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from games.amber import Position
from games.amber.constants import AREAS, MOST_MOVED, Area
from games.amber.moves import MoveMarkers, PlayCard, SolveByCrown, SolveBySuit
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.choice_kinds import AREA_KINDS, Kind
from siam_tui.games.amber.colours import SeatMarks, marks_of
from siam_tui.games.amber.facts import AreaEffect, Way, effect_at
from siam_tui.games.map_board.view import MarkedPlaces
from siam_tui.games.move_builder import Choice, Draft
from siam_tui.games.table_body import Shown


def changed_areas(then: Position, now: Position) -> frozenset[Area]:
    """Return the areas whose markers differ, and that which the Confidant has entered."""
    return frozenset(
        area
        for area in range(len(AREAS))
        if then.markers_in(area) != now.markers_in(area)
        or (now.confidant == area != then.confidant)
    )


_PROBLEMS: Final = 3
"""The most Problems of a row."""
STEPS: Final = len(AREAS) + _PROBLEMS + 1


def has_area(step: int | None, place: int) -> bool:
    """Return whether the area on a place, from 1, is laid out; without a scene it is."""
    return step is None or place <= step


def has_problem(step: int | None, place: int) -> bool:
    """Return whether the Problem on a place of the row, from 1, has turned over."""
    return step is None or place <= step - len(AREAS)


_ACTS = frozenset({Kind.AREA, Kind.GOAL, Kind.CONFIDANT})
"""The kinds of choices by which an area's effect is carried out."""
_MOVES = (PlayCard, SolveBySuit, SolveByCrown, MoveMarkers)
"""The moves that end with such a choice."""


@dataclass(frozen=True)
class AmberBoard(MarkedPlaces):
    """What the board shows.

    Attributes:
        marks: how the seats are told apart.
        before: the position as it is.
        position: the same with the move being built.
        effects: what areas would bring to the seat that decides, where that is in question.
        raided: the areas from which the Cave may remove a marker.
        choosing: whether an area is chosen, or asked for; then no other effects are shown.
        deal_step: how far the deal has come, while it is shown.
        seat: the person's own; None for a spectator.
    """

    marks: SeatMarks
    before: Position
    position: Position
    effects: tuple[AreaEffect, ...] = ()
    raided: frozenset[Area] = frozenset()
    choosing: bool = False
    deal_step: int | None = None
    seat: int | None = None

    def effect(self, area: Area) -> AreaEffect | None:
        """Return what an area would bring, where that is in question."""
        return next((each for each in self.effects if each.area == area), None)


def areas_of(choices: tuple[Choice, ...]) -> frozenset[Area]:
    """Return the areas among some choices."""
    return frozenset(choice.value for choice in choices if choice.kind in AREA_KINDS)


def board_view(shown: Shown, touched: frozenset[Area]) -> AmberBoard | None:
    """Return what the board shows; None before the start."""
    view, position, cursor = shown.view, shown.position, shown.cursor
    if position is None:
        return None
    shown, targets = _with_card_under_cursor(shown), areas_of(shown.choices)
    acted = [each.value for each in shown.chosen if each.kind in _ACTS | {Kind.RAID}]
    return AmberBoard(
        marks=marks_of(view),
        before=view.position or position,
        position=position,
        targets=targets,
        chosen=frozenset(acted[-1:]),
        cursor=cursor.value if cursor is not None and cursor.kind in AREA_KINDS else None,
        touched=touched,
        effects=effects_in_question(shown),
        raided=frozenset(each.value for each in shown.choices if each.kind is Kind.RAID),
        choosing=bool(areas_of(shown.choices) or acted),
        deal_step=shown.deal_step,
        seat=view.seat,
    )


def _with_card_under_cursor(shown: Shown) -> Shown:
    """Return what is shown as if the card under the cursor were chosen: so its areas tell theirs.

    It is not: none of its areas is a target yet.
    """
    cursor, now = shown.cursor, shown.view.position
    if now is None or cursor is None or cursor.kind is not Kind.CARD or shown.chosen:
        return shown
    builder = AmberMoveBuilder(shown.view.game, now)
    if cursor not in builder.choices(builder.empty):
        return shown
    ways = builder.next_choices(Draft((cursor,)))
    return replace(shown, chosen=(cursor,), choices=ways)


def effects_in_question(shown: Shown) -> tuple[AreaEffect, ...]:
    """Return what the areas that may be chosen, or are, would bring to the seat that decides."""
    now: Position | None = shown.view.position
    if now is None or now.turn is None or not (shown.choices or shown.chosen):
        return ()
    progress = AmberMoveBuilder(shown.view.game, now).progress(Draft(shown.chosen))
    base = progress.before if progress.is_done else progress.here.freeze()
    acts = [each for each in shown.choices if each.kind in _ACTS]
    begun = shown.chosen if progress.is_done else progress.rest
    last = next((each for each in reversed(begun) if each.kind in _ACTS), None)
    is_of_last_move = not progress.is_done or isinstance(progress.moves[-1], _MOVES)
    if last is not None and is_of_last_move:
        acts = [last, *(each for each in acts if each != last)]
    return tuple(_effect(base, now.turn, each, shown.chosen, last) for each in acts)


def _effect(
    base: Position, seat: int, act: Choice, chosen: tuple[Choice, ...], last: Choice | None
) -> AreaEffect:
    """Return what an act would bring, by the choices before and behind it."""
    area, origin = act.value, _last(chosen, Kind.ORIGIN)
    if act.kind is Kind.GOAL:
        assert origin is not None
        count = min(base.markers_in(origin)[seat], _count(chosen))
        return effect_at(base, seat, area, Way(origin=origin, count=count))
    awarded = (each.problem for each in base.row if each.winner == seat)
    problem = next(awarded, None) if base.step == "solve" else _last(chosen, Kind.PROBLEM)
    if problem not in {each.problem for each in base.row}:
        problem = None
    if act.kind is Kind.CONFIDANT:
        return effect_at(base, seat, area, Way(confidant=True, problem=problem))
    is_chosen = act == last and chosen[-1].kind is Kind.ORIGIN
    return effect_at(base, seat, area, Way(origin=origin if is_chosen else None, problem=problem))


def _last(choices: tuple[Choice, ...], kind: Kind) -> int | None:
    return next((each.value for each in reversed(choices) if each.kind is kind), None)


def _count(chosen: tuple[Choice, ...]) -> int:
    """Return how many markers the Chance Meeting moves: as many as are chosen, else the most."""
    return chosen[-1].value if chosen[-1].kind is Kind.COUNT else MOST_MOVED
