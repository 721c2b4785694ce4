"""The dummy's decisions, all of which are fixed (A14 to A20)."""

from __future__ import annotations

from typing import Final

from games.amber.constants import (
    AREAS_WITH,
    BOR,
    CARD_SUITS,
    CAS,
    CAV,
    CHA,
    COIN_CARDS,
    LUN,
    MAR,
    MOST_GOLD,
    MOST_MOVED,
    PEN,
    PROBLEM_SUITS,
    PROBLEMS,
    VALUES,
    Area,
    Card,
    Problem,
    suits_of,
)
from games.amber.moves import (
    DECLINE,
    PASS,
    Attempt,
    Keep,
    Move,
    MoveMarkers,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from games.amber.mutable_position import NONE, MutablePosition
from games.contract import GameError
from texts import say

OF_BORDERLAND: Final = suits_of("WVY")
"""Cards with one of these suits lead to the Borderland."""


def choose(here: MutablePosition) -> Move:  # noqa: PLR0911 - a line for each step
    """Return what the dummy plays; it is on turn.

    Raises:
        GameError: its next card, or a coin it needs, is hidden in this view.
    """
    step = here.step
    if step == "act":
        return _play_card(here)
    if step == "declare":
        return _declare(here)
    if step == "solve":
        return _solve(here, here.row[here.awarded_to(here.turn)])
    if step.endswith("PEN"):
        return _solve(here, _first_problem([p for i, p in enumerate(here.row) if here.is_open(i)]))
    if step.endswith("CAV"):
        return _remove_marker(here)
    origin = _most_markers(here, here.turn, BOR)
    if origin < 0:
        return DECLINE
    return MoveMarkers(min(MOST_MOVED, here.on_area(here.turn, origin)), origin, BOR)


# Markers and areas


def _most_markers(here: MutablePosition, seat: int, target: Area) -> Area:
    """Return the area of places 1 to 6, other than a target, with most markers of a seat (A15).

    Of several, the one on the lowest place; `NONE` if there are no markers.
    """
    best, most = NONE, 0
    for area in here.places:
        markers = here.on_area(seat, area)
        if markers > most and area not in (target, BOR):
            best, most = area, markers
    return best


def _origin(here: MutablePosition, target: Area) -> Area | None:
    """Return the area that the dummy's marker comes from; None if from its supply."""
    return None if here.influence[here.turn] else _most_markers(here, here.turn, target)


def can_act(here: MutablePosition, area: Area) -> bool:
    """Return whether a marker of the dummy can come into an area."""
    return bool(here.influence[here.turn]) or _most_markers(here, here.turn, area) >= 0


def _play_card(here: MutablePosition) -> Move:
    hand = here.hands[here.turn]
    if hand is None:
        raise GameError(say("amber/hidden/next-card"))
    card: Card = hand[0]
    suits = CARD_SUITS[card]
    areas = (BOR,) if suits & OF_BORDERLAND else AREAS_WITH[suits]
    possible = [area for area in areas if can_act(here, area)]
    if not possible:
        return PlayCard(card, None)
    area = _choose_area(here, possible, card, is_confidant=False)
    return PlayCard(card, area, _origin(here, area))


def _choose_area(
    here: MutablePosition, possible: list[Area], card: str, *, is_confidant: bool
) -> Area:
    """Choose between areas (A16)."""
    if len(possible) == 1:
        return possible[0]
    useful = [area for area in possible if is_useful(here, area, is_confidant=is_confidant)]
    if len(useful) == 1:
        return useful[0]
    if here.coins is None:
        raise GameError(say("amber/hidden/coin", card=card))
    lower, higher = sorted(possible, key=here.places.index)
    return lower if here.coins[COIN_CARDS.index(card)] == "0" else higher


def is_useful(here: MutablePosition, area: Area, *, is_confidant: bool) -> bool:
    """Return whether an area would be useful with the dummy's marker, or the Confidant, there."""
    seat = here.turn
    origin = NONE
    if not is_confidant:
        source = _origin(here, area)
        origin = NONE if source is None else source
        here.put_marker(seat, area, origin)
    try:
        return _has_use(here, seat, area)
    finally:
        if not is_confidant:
            here.markers[area * here.count + seat] -= 1
            if origin < 0:
                here.influence[seat] += 1
            else:
                here.markers[origin * here.count + seat] += 1


def _has_use(here: MutablePosition, seat: int, area: Area) -> bool:
    """Return whether an effect would bring or do something (A16)."""
    if area == LUN:
        return here.gold[seat] < MOST_GOLD or here.influence_within_limits(seat, 1) > 0
    if area == MAR:
        return here.gold[seat] < MOST_GOLD
    if area == CAS:
        return here.influence_within_limits(seat, 1) > 0
    if area == PEN:
        return here.gold[seat] > 0 and here.has_open_problem()
    if area == CAV:
        return here.opponents_on_areas(seat)
    assert area == CHA
    return here.on_areas(seat) > here.defenders(seat)


# Problems


def _first_problem(problems: list[Problem]) -> Problem:
    """Return the Problem that comes first for the dummy (A17), from some in the row's order."""
    return max(problems, key=_rank)  # of several, the one revealed first


def _rank(problem: Problem) -> tuple[int, bool]:
    crown_of_borderland = not VALUES[problem] and bool(PROBLEM_SUITS[problem] & OF_BORDERLAND)
    return VALUES[problem], crown_of_borderland


def _declare(here: MutablePosition) -> Move:
    """Attempt a Problem for which the dummy is stronger than the person (A19)."""
    seat, person = here.turn, 1 - here.turn
    if not here.gold[seat]:
        return PASS
    margin = 0 if here.options.dummy_wins_ties else 1
    wanted = [
        problem
        for problem in here.row
        if here.strength(seat, problem) >= here.strength(person, problem) + margin
    ]
    return Attempt(_first_problem(wanted)) if wanted else PASS


def _solve(here: MutablePosition, problem: Problem) -> Move:
    """Keep a number; act in the Borderland or move the Confidant for a Crown (A18)."""
    if VALUES[problem]:
        return Keep(problem)
    suits = PROBLEM_SUITS[problem]
    if suits & OF_BORDERLAND and can_act(here, BOR):
        return SolveBySuit(problem, BOR, _origin(here, BOR))
    possible = [area for area in AREAS_WITH[suits] if area not in (BOR, here.confidant)]
    return SolveByCrown(problem, _choose_for_confidant(here, possible, problem))


def _choose_for_confidant(here: MutablePosition, possible: list[Area], problem: Problem) -> Area:
    """Choose between areas for the Confidant, as after the Problem is paid and has left the row."""
    if len(possible) == 1:
        return possible[0]
    seat, index = here.turn, here.row.index(problem)
    paid = 0 if here.step == "solve" else 1
    winner = here.winners[index]
    here.gold[seat] -= paid
    del here.winners[index]
    try:
        return _choose_area(here, possible, PROBLEMS[problem], is_confidant=True)
    finally:
        here.winners.insert(index, winner)
        here.gold[seat] += paid


def _remove_marker(here: MutablePosition) -> Move:
    """Remove a marker from where the person has most (A20)."""
    person = 1 - here.turn
    best = max(here.places, key=lambda area: here.on_area(person, area))
    return RemoveMarker(person, best)
