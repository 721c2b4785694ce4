"""What happens in a game of Reino de Ámbar, as sentences: its start, rounds, decisions. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from games.amber import Position
from games.amber.constants import VALUES
from siam_tui.games.amber.building.move_options import AmberMoveBuilder
from siam_tui.games.amber.facts import AmberView
from siam_tui.games.amber.facts_text import (
    tell_barbarians,
    tell_board,
    tell_forecast,
    tell_hand_names,
    tell_kept,
    tell_means,
    tell_problems,
)
from siam_tui.games.amber.names import numbered, other_player, round_name
from texts import tell


def tell_start(view: AmberView) -> Iterator[str]:
    """Iterate over the areas, who begins, and the Problems of the first round."""
    position = view.begun_position
    yield from tell_board(view)
    yield tell("amber/event/first-player", who=view.who(position.first))
    if not view.my_turn:
        yield from tell_problems(view, position)


def tell_progress(view: AmberView, before: Position, after: Position) -> Iterator[str]:
    """Iterate over what a move led to: walls, awards, or a new round.

    What it brought its player is told with the move, the walls of a new round with the old one.
    """
    if (before.period, before.round) != (after.period, after.round) or after.over != before.over:
        yield from tell_growth(before, after) if after.over else _tell_new_round(view, after)
        return
    for seat in range(len(after.seats)):
        if after.wall(seat) != before.wall(seat):
            yield tell("amber/event/wall", who=view.who(seat), wall=after.wall(seat))
    if before.step == "declare" and after.step != "declare":
        for each in after.row:
            if each.winner is not None:
                problem, who = numbered(each.problem), view.who(each.winner)
                yield tell("amber/event/award", problem=problem, who=who)


def tell_growth(before: Position, after: Position) -> Iterator[str]:
    """Tell how the Barbarians have grown, if they have."""
    grown = after.power - before.power
    if grown > 0:
        yield tell("amber/event/growth", n=grown, power=after.power)


def _tell_new_round(view: AmberView, after: Position) -> Iterator[str]:
    """Tell what a new round begins with; what the last one came to is told before it."""
    yield tell("amber/event/new-round", round=round_name(after), who=view.who(after.first))
    if after.turn is None or after.turn != view.seat:  # their turn tells them
        yield from tell_problems(view, after)


def tell_situation(view: AmberView) -> Iterator[str]:
    """Iterate over the round, the Barbarians, and what would become of the Problems."""
    position = view.position
    if position is None or position.over:
        return
    yield tell("amber/event/situation", round=round_name(position), power=position.power)
    yield tell_forecast(view, position)


def tell_standing(view: AmberView) -> Iterator[str]:
    """Iterate over how strong the Barbarians are, if they are; the turn tells the rest."""
    position = view.begun_position
    if position.power:
        yield tell_barbarians(position)
    yield tell("amber/asked/questions")


def tell_own_turn(view: AmberView) -> Iterator[str]:
    """Iterate over what the person is asked to decide now; begins with ``Your turn``."""
    position = view.begun_position
    assert view.seat is not None
    yield tell("amber/asked/turn", round=round_name(position))
    match position.effect or position.step:
        case "act":
            yield from tell_hand_names(position, view.seat)
            yield tell_means(view, position)
            if position.seats[view.seat].problems:
                yield from tell_kept(view, position)
            yield from tell_problems(view, position)
            yield tell_forecast(view, position)
            yield tell("amber/asked/play", example=_example(view, position))
        case "declare":
            yield from _tell_attempts(view, position)
        case "solve":
            yield from _tell_solving(view, position)
        case "PEN":
            problems = tuple(numbered(each.problem) for each in position.row if each.winner is None)
            yield tell("amber/asked/penitent", problems=problems)
            yield tell("amber/asked/steps")
        case "CAV":
            yield tell("amber/asked/cave", other=other_player(view.seat_names, view.seat or 0))
            yield tell("amber/asked/steps")
        case "CHA":
            yield tell("amber/asked/meeting")
            yield tell("amber/asked/steps")


def _example(view: AmberView, position: Position) -> str:
    """Return words that begin a move: the first card that can be played, and where."""
    builder = AmberMoveBuilder(view.game, position, view.seat_names)
    card = builder.options(builder.empty)[0]
    area = builder.options(builder.choose(builder.empty, card.choice))[0]
    return " ".join(each.name or each.label for each in (card, area)).lower()


def _tell_attempts(view: AmberView, position: Position) -> Iterator[str]:
    assert view.seat is not None
    is_last = position.turn_order()[-1] == view.seat
    yield tell("amber/asked/attempt", gold=position.seats[view.seat].gold, is_last=is_last)
    yield from tell_problems(view, position)
    yield tell_forecast(view, position)
    yield from tell_kept(view, position)
    yield tell("amber/asked/number-or-pass")


def _tell_solving(view: AmberView, position: Position) -> Iterator[str]:
    problem = next(each.problem for each in position.row if each.winner == view.seat)
    yield tell("amber/asked/solve", problem=numbered(problem))
    yield tell_means(view, position)
    yield from tell_kept(view, position)
    yield tell("amber/asked/take" if VALUES[problem] else "amber/asked/crown")
