"""What a move brings before it is sent: its effect, what one has then, and Problems. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from games.amber import Position
from games.amber.constants import BOR, VALUES, Problem
from games.amber.effects import make_move
from games.amber.moves import Attempt, Decline, Keep, Move, Pass, RemoveMarker
from games.amber.mutable_position import MutablePosition
from siam_tui.games.amber.building.move_builder import Builder
from siam_tui.games.amber.building.prompts import attempt_label, wall_ahead
from siam_tui.games.amber.effect_words import effect_of, effect_sentence, gain_of_move, way_of
from siam_tui.games.amber.facts import strengths
from siam_tui.games.amber.names import area_noun, problem_noun
from siam_tui.games.move_builder import Draft
from texts import Person, say, tell
from texts.sentences import join_sentences


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
            name = problem_noun(problem)
            told = tell("amber/advice/strongest", problem=name, own=own, others=others)
            return told if own > others else ""
        case Pass():
            return tell("amber/advice/keeps-gold")
        case Keep(problem):
            wall = min(before.wall(seat), wall_ahead(before, builder.game.chosen))
            told = tell("amber/advice/safe", n=VALUES[problem], wall=wall)
            return told if VALUES[problem] < wall else ""
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
            problem = problem_noun(each.problem)
            told.append(say("amber/advice/lead", problem=problem, own=own, others=others))
    return tell("amber/advice/leads", problems=tuple(told)) if told else ""


def _tell_gain(position: Position, move: Move) -> str:
    """Return what a move brings its seat; empty if it brings nothing at once."""
    if gain := gain_of_move(position, move):
        return tell("amber/advice/gain", gain=gain)
    effect = effect_of(position, move)
    if effect is None or effect.asks or effect.wall[1] <= effect.wall[0]:
        return ""
    return tell("amber/advice/wall", wall=effect.wall[1])


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
    yield join_sentences(*told, *means, *sums)
    if means:
        yield join_sentences(*told, *sums)
    if told and sums:
        yield join_sentences(*sums)


def _tell_last(builder: Builder, at: Position, move: Move) -> Iterator[str]:
    """Iterate over what the last of some moves does."""
    seat = at.turn
    assert seat is not None
    match move:
        case Attempt(problem):
            verdict = attempt_label(builder, problem)
            yield tell("amber/change/attempt", problem=problem_noun(problem), verdict=verdict)
        case Pass():
            yield tell("amber/change/no-attempt")
        case Keep(problem):
            yield _tell_kept(VALUES[problem], at.wall(seat), wall_ahead(at, builder.game.chosen))
        case RemoveMarker(whose, area):
            other = Person(builder.name_seat(whose))
            yield tell("amber/change/removed", other=other, area=area_noun(area))
        case Decline():
            yield tell("amber/change/declined")
    effect = effect_of(at, move)
    if effect is not None:
        told = effect_sentence(effect, at, seat, builder.other_player)
        yield tell("amber/change/effect", area=area_noun(effect.area), effect=told)


def _tell_kept(value: int, wall: int, later: int) -> str:
    """Return whether a kept Problem of some value holds, at the wall of now and of the round."""
    if later <= value < wall:
        return tell("amber/change/lost-later", n=value, wall=later)
    if value < wall:
        return tell("amber/change/holds", n=value, wall=min(wall, later))
    return tell("amber/change/lost", n=value, wall=wall, needed=value + 1)


def _tell_means(before: Position, after: Position, move: Move) -> list[str]:
    """Return what the seat has then, as far as it has changed and the move has not told it."""
    seat = before.turn
    assert seat is not None
    own, then = before.seats[seat], after.seats[seat]
    reserve, wall = after.reserve(seat), after.wall(seat)
    changes = [
        (own.influence, then.influence, say("amber/then/supply", n=then.influence)),
        (before.reserve(seat), reserve, say("amber/then/reserve", n=reserve)),
        (own.gold, then.gold, say("amber/then/gold", n=then.gold)),
    ]
    if (way := way_of(move)) is None or way[0] != BOR:
        changes.append((before.wall(seat), wall, say("amber/then/wall", n=wall)))
    means = tuple(told for was, now, told in changes if was != now)
    return [tell("amber/then/means", means=means)] if means else []


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
            problem = problem_noun(each.problem)
            told.append(say("amber/then/sum", own=own, others=others, problem=problem))
    return [tell("amber/then/sums", sums=tuple(told))] if told else []
