"""What a move brings before it is sent: its effect, what one has then, and Problems. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.amber import Position
from games.amber.constants import BOR, VALUES
from games.amber.effects import make_move
from games.amber.moves import Attempt, Decline, Keep, Move, Pass, RemoveMarker
from games.amber.mutable_position import MutablePosition
from siam_tui.games.amber.building.move_builder import Builder, Draft
from siam_tui.games.amber.building.option_labels import attempt_label, wall_ahead
from siam_tui.games.amber.effect_words import effect_of, effect_sentence, way_of
from siam_tui.games.amber.facts import strengths
from siam_tui.games.amber.names import BARE_AREA_NAMES, PROBLEM_NAMES, area_name
from siam_tui.ui.text import listed

_ATTEMPT: Final = "{problem} for 1 gold: {verdict}."
_NO_ATTEMPT: Final = "You attempt no Problem and keep your gold."
_HOLDS: Final = "{value} points for you: your wall of {wall} holds it."
_LOST: Final = "{value} points for you, but lost unless your wall rises from {wall} to {needed}."
_LOST_LATER: Final = "{value} points for you, lost when your wall falls to {later} this round."
_REMOVED: Final = "A marker of {other} goes back from {area}."
_DECLINED: Final = "You move no marker, so no area has an effect."
_EFFECT: Final = "The {area}: {effect}."
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


def tell_move(builder: Builder, move: Move) -> str:
    """Return what one move of the seat that decides brings."""
    here = MutablePosition(builder.position, builder.game.chosen)
    if here.step != "declare":
        make_move(here, move)
    return next(_forms(builder, builder.position, here.freeze(), move))


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
    return (_HOLDS if value < wall else _LOST).format(value=value, wall=wall, needed=value + 1)


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
        now = strengths(after, each.problem)
        if now != strengths(before, each.problem):
            others = max(sum_ for other, sum_ in enumerate(now) if other != seat)
            name = PROBLEM_NAMES[each.problem]
            told.append(_SUM.format(own=now[seat], others=others, problem=name))
    return [_SUMS.format(sums=listed(told))] if told else []
