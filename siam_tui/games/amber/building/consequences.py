"""What a move brings before it is sent: its effect, what one has then, and Problems. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.amber import Position
from games.amber.constants import BOR, VALUES, Problem
from games.amber.effects import make_move
from games.amber.moves import Attempt, Decline, Keep, Move, Pass, RemoveMarker
from games.amber.mutable_position import MutablePosition
from games.plural import count_of
from siam_tui.games.amber.building.move_builder import Builder
from siam_tui.games.amber.building.prompts import attempt_label, wall_ahead
from siam_tui.games.amber.effect_words import effect_of, effect_sentence, gain_of_move, way_of
from siam_tui.games.amber.facts import strengths
from siam_tui.games.amber.names import BARE_AREA_NAMES, PROBLEM_NAMES, area_name
from siam_tui.games.move_builder import Draft
from siam_tui.ui.text import listed

_ATTEMPT: Final = "{problem} for 1 gold: {verdict}."
_NO_ATTEMPT: Final = "You attempt no Problem and keep your gold."
_HOLDS: Final = "{value} points for you: your wall of {wall} holds it."
_LOST: Final = "{value} points for you, but lost unless your wall rises from {wall} to {needed}."
_LOST_LATER: Final = "{value} points for you, lost when your wall falls to {later} this round."
_REMOVED: Final = "A marker of {other} goes back from {area}."
_DECLINED: Final = "You move no marker, so no area has an effect."
_EFFECT: Final = "The {area}: {effect}."
_STRONGEST: Final = "You are the strongest on the {problem}, {own} to {others}."
_SAFE: Final = "Its {points} are safe behind your wall of {wall}."
_KEEPS_GOLD: Final = "You keep your gold."
_LEAD: Final = "the {problem}, {own} to {others}"
_WOULD_LEAD: Final = "You would lead {problems}."
_GAIN: Final = "It brings you {gain}."
_WALL: Final = "It raises your wall to {wall}."
_MEANS: Final = "Then: {means}."
_SUMS: Final = "You would stand {sums}."
_SUM: Final = "{own} to {others} on the {problem}"


def tell_draft(builder: Builder, draft: Draft) -> tuple[str, ...]:
    """Return what the moves of a draft bring, in fewer and fewer words; nothing before the first.

    A chain is told move by move, also while its next move is being chosen.
    """
    progress = builder.progress(draft)
    if not (draft.choices and progress.moves):
        return ()
    return tuple(_forms(builder, progress.before, builder.preview(draft), progress.moves[-1]))


def tell_advantage(builder: Builder, move: Move) -> str:
    """Return what speaks for one move of the seat that decides; empty if nothing does at once."""
    before = builder.position
    seat = before.turn
    assert seat is not None
    match move:
        case Attempt(problem):
            own, others = _own_and_best(before, problem, seat)
            name = PROBLEM_NAMES[problem]
            told = _STRONGEST.format(problem=name, own=own, others=others)
            return told if own > others else ""
        case Pass():
            return _KEEPS_GOLD
        case Keep(problem):
            wall = min(before.wall(seat), wall_ahead(before, builder.game.chosen))
            points = count_of(VALUES[problem], "point")
            return _SAFE.format(points=points, wall=wall) if VALUES[problem] < wall else ""
    here = MutablePosition(before, builder.game.chosen)
    make_move(here, move)
    return _tell_leads(before, here.freeze(), seat) or _tell_gain(before, move)


def _tell_leads(before: Position, after: Position, seat: int) -> str:
    """Return on which Problems of the row a seat would newly lead; empty if on none."""
    told = []
    for each in after.row:
        was = _own_and_best(before, each.problem, seat)
        own, others = _own_and_best(after, each.problem, seat)
        if own > others and was[0] <= was[1]:
            told.append(_LEAD.format(problem=PROBLEM_NAMES[each.problem], own=own, others=others))
    return _WOULD_LEAD.format(problems=listed(told)) if told else ""


def _tell_gain(position: Position, move: Move) -> str:
    """Return what a move brings its seat; empty if it brings nothing at once."""
    if gain := gain_of_move(position, move):
        return _GAIN.format(gain=gain)
    effect = effect_of(position, move)
    if effect is None or effect.asks or effect.wall[1] <= effect.wall[0]:
        return ""
    return _WALL.format(wall=effect.wall[1])


def _own_and_best(position: Position, problem: Problem, seat: int) -> tuple[int, int]:
    """Return how strong a seat is on a Problem, and the strongest other one."""
    sums = strengths(position, problem)
    return sums[seat], max(each for other, each in enumerate(sums) if other != seat)


def _forms(builder: Builder, at: Position, after: Position, move: Move) -> Iterator[str]:
    """Iterate over what moves bring together: all of it, without what one has then, the least.

    Args:
        builder: of the position before all of them.
        at: the position in which the last of them is made.
        after: the position after that.
        move: the last of them.
    """
    told = list(_tell_last(builder, at, move))
    means, sums = _tell_means(builder.position, after, move), _tell_sums(builder.position, after)
    yield " ".join((*told, *means, *sums))
    if means:
        yield " ".join((*told, *sums))
    if told and sums:
        yield " ".join(sums)


def _tell_last(builder: Builder, at: Position, move: Move) -> Iterator[str]:
    """Iterate over what the last of some moves does."""
    seat = at.turn
    assert seat is not None
    match move:
        case Attempt(problem):
            verdict = attempt_label(builder, problem)
            yield _ATTEMPT.format(problem=PROBLEM_NAMES[problem], verdict=verdict)
        case Pass():
            yield _NO_ATTEMPT
        case Keep(problem):
            yield _tell_kept(VALUES[problem], at.wall(seat), wall_ahead(at, builder.game.chosen))
        case RemoveMarker(other, area):
            yield _REMOVED.format(other=builder.name_seat(other), area=area_name(area))
        case Decline():
            yield _DECLINED
    effect = effect_of(at, move)
    if effect is not None:
        told = effect_sentence(effect, at, seat, builder.other_player)
        yield _EFFECT.format(area=BARE_AREA_NAMES[effect.area], effect=told)


def _tell_kept(value: int, wall: int, later: int) -> str:
    """Return whether a kept Problem of some value holds, at the wall of now and of the round."""
    if later <= value < wall:
        return _LOST_LATER.format(value=value, later=later)
    if value < wall:
        return _HOLDS.format(value=value, wall=min(wall, later))
    return _LOST.format(value=value, wall=wall, needed=value + 1)


def _tell_means(before: Position, after: Position, move: Move) -> list[str]:
    """Return what the seat has then, as far as it has changed and the move has not told it."""
    seat = before.turn
    assert seat is not None
    changes = {
        "supply": (before.seats[seat].influence, after.seats[seat].influence),
        "reserve": (before.reserve(seat), after.reserve(seat)),
        "gold": (before.seats[seat].gold, after.seats[seat].gold),
        "wall": (before.wall(seat), after.wall(seat)),
    }
    if (way := way_of(move)) is not None and way[0] == BOR:
        del changes["wall"]
    means = [f"{name} {now}" for name, (was, now) in changes.items() if was != now]
    return [_MEANS.format(means=", ".join(means))] if means else []


def _tell_sums(before: Position, after: Position) -> list[str]:
    """Return how one would stand on Problems of the row whose sums change.

    When attempts are settled, nobody can attempt one of them any more.
    """
    seat = before.turn
    assert seat is not None
    if before.step.startswith("solve"):
        return []
    told = []
    for each in after.row:
        if strengths(after, each.problem) != strengths(before, each.problem):
            own, others = _own_and_best(after, each.problem, seat)
            told.append(_SUM.format(own=own, others=others, problem=PROBLEM_NAMES[each.problem]))
    return [_SUMS.format(sums=listed(told))] if told else []
