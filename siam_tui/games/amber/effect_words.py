"""What areas and moves bring, in words: gold, influence, or a wall. Pure functions."""

from __future__ import annotations

from typing import Final

from games.amber import Position
from games.amber.constants import BOR, CAS, CAV, CHA, LUN, MAR, MOST_GOLD, PEN, VALUES, Area
from games.amber.moves import Keep, Move, MoveMarkers, PlayCard, SolveByCrown, SolveBySuit
from siam_tui.games.amber.facts import AreaEffect, Way, effect_at
from texts import Message, Person, say

_GENERAL: Final = {
    LUN: (say("amber/effect/lunatic"), say("amber/effect/lunatic-short")),
    PEN: (say("amber/effect/penitent"), say("amber/effect/penitent-short")),
    MAR: (say("amber/effect/market"), say("amber/effect/market-short")),
    CHA: (say("amber/effect/meeting"), say("amber/effect/meeting-short")),
    CAS: (say("amber/effect/castle"), say("amber/effect/castle-short")),
    BOR: (say("amber/effect/borderland"), say("amber/effect/borderland-short")),
}
"""What each area does that takes nobody's marker, in long and in short."""


def general_forms(area: Area, other: Person | None) -> tuple[Message, ...]:
    """Return what an area does, in long and in short.

    Args:
        area: the area.
        other: who may lose a marker; None for any other player.
    """
    if area == CAV:
        return say("amber/effect/cave", other=other), say("amber/effect/cave-short", other=other)
    return _GENERAL[area]


def effect_forms(
    effect: AreaEffect, position: Position, seat: int, other: Person | None = None
) -> tuple[Message, ...]:
    """Return what an area would bring to a seat, in fewer and fewer characters.

    Args:
        effect: what it would bring.
        position: the position.
        seat: the seat.
        other: who may lose a marker; None for any other player.
    """
    gold, influence, (was, now) = effect.gold, effect.influence, effect.wall
    if effect.asks:
        return general_forms(effect.area, other)
    if gold and influence:
        return (
            say("amber/effect/both", gold=gold, influence=influence),
            say("amber/effect/both-short", gold=gold, influence=influence),
        )
    if gold or influence:
        return (
            say("amber/effect/gold" if gold else "amber/effect/influence", n=gold or influence),
        )
    if was != now:
        return (
            say("amber/effect/wall", was=was, now=now),
            say("amber/effect/wall-short", was=was, now=now),
        )
    return _why_nothing(effect, position, seat), say("amber/effect/nothing")


def _why_nothing(effect: AreaEffect, position: Position, seat: int) -> Message:
    """Return why an area would bring nothing."""
    area, has_gold = effect.area, position.seats[seat].gold
    if area == MAR and has_gold >= MOST_GOLD:
        return say("amber/effect/has-gold", n=MOST_GOLD)
    if area == PEN:
        return say("amber/effect/no-problem" if has_gold else "amber/effect/no-gold")
    reasons = {CAV: say("amber/effect/no-marker"), CAS: say("amber/effect/no-reserve")}
    return reasons.get(area, say("amber/effect/none"))


def way_of(move: Move) -> tuple[Area, Way] | None:
    """Return whose effect a move carries out, and how; None if no area's."""
    match move:
        case PlayCard(_, area, origin) if area is not None:
            return area, Way(origin=origin)
        case SolveBySuit(problem, area, origin):
            return area, Way(origin=origin, problem=problem)
        case SolveByCrown(problem, area):
            return area, Way(confidant=True, problem=problem)
        case MoveMarkers(count, origin, goal):
            return goal, Way(origin=origin, count=count)
    return None


def effect_of(position: Position, move: Move) -> AreaEffect | None:
    """Return what a move of the seat on turn brings; None where it acts in no area."""
    found = way_of(move)
    if found is None or position.turn is None:
        return None
    area, way = found
    return effect_at(position, position.turn, area, way)


def effect_sentence(
    effect: AreaEffect, position: Position, seat: int, other: Person | None = None
) -> Message:
    """Return what an area brings in full, such as ``1 gold and 1 influence`` or ``wall 8``.

    Args:
        effect: what it brings.
        position: the position.
        seat: to whom.
        other: who may lose a marker by it; None for any other player.
    """
    gold, influence = effect.gold, effect.influence
    if effect.asks == "CAV":
        return say("amber/brings/cave", other=other)
    if effect.asks:
        return say("amber/brings/penitent" if effect.asks == "PEN" else "amber/brings/meeting")
    if gold or influence:
        return say("amber/brings/gain", gold=gold, influence=influence)
    if effect.wall[0] != effect.wall[1]:
        return say("amber/brings/wall", wall=effect.wall[1])
    return effect_forms(effect, position, seat)[0]


def gain_of_move(position: Position, move: Move) -> Message | None:
    """Return the gold and influence that a move brings its seat; None if it brings none."""
    effect = effect_of(position, move)
    if effect is None or effect.asks or not (effect.gold or effect.influence):
        return None
    return effect_sentence(effect, position, position.turn or 0)


def news_of_move(position: Position, move: Move) -> Message | None:
    """Return what a move brings its seat, for the log; None if there is nothing to add."""
    if isinstance(move, Keep):
        return say("amber/points", n=VALUES[move.problem])
    effect = effect_of(position, move)
    if effect is None or effect.asks or position.turn is None:
        return None
    return effect_forms(effect, position, position.turn)[0]
