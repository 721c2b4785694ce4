"""What happens in a game of Reino de Ámbar, as sentences: its start, rounds, decisions. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.amber import Position
from games.amber.constants import VALUES
from games.plural import count_of
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
from siam_tui.ui.text import capitalized, listed, tell_of

_ASK: Final = "Type hand for what each card can do, board for the areas, or help."
_FIRST: Final = "{who} {are} first player."
_PLAY: Final = "Play a card and act. Type for example {example}."
_LAST: Final = " You speak last."
_TYPE_KEEP: Final = "Type take to keep it, or the place of an area. Type moves for all moves."
_TYPE_CROWN: Final = (
    "Type crown to move the Confidant, or the place of an area. Type moves for all moves."
)
_RAID: Final = "The Cave: a marker of {other} goes back to the reserve."
_TYPE_STEPS: Final = "Type a place or a name, or moves to be told all moves."


def tell_start(view: AmberView) -> Iterator[str]:
    """Iterate over the areas, who begins, and the Problems of the first round."""
    position = view.begun_position
    yield from tell_board(view)
    yield tell_of(view.subject(position.first), _FIRST)
    if not view.my_turn:
        yield from tell_problems(view, position)


def tell_progress(view: AmberView, before: Position, after: Position) -> Iterator[str]:
    """Iterate over what a move led to: walls, awards, or a new round.

    What it brought its player is told with the move, the walls of a new round with the old one.
    """
    if (before.period, before.round) != (after.period, after.round) or after.over != before.over:
        yield from tell_growth(before, after) if after.over else _tell_new_round(view, after)
        return
    yield from _tell_walls(view, before, after)
    if before.step == "declare" and after.step != "declare":
        yield from _tell_awards(view, after)


def _tell_walls(view: AmberView, before: Position, after: Position) -> Iterator[str]:
    for seat in range(len(after.seats)):
        if after.wall(seat) != before.wall(seat):
            whose = "Your" if seat == view.seat else f"{view.name(seat)}'s"
            yield f"{whose} wall is now {after.wall(seat)}."


def _tell_awards(view: AmberView, after: Position) -> Iterator[str]:
    for each in after.row:
        if each.winner is not None:
            yield f"{numbered(each.problem)} goes to {view.name_or_you(each.winner)}."


def tell_growth(before: Position, after: Position) -> Iterator[str]:
    """Tell how the Barbarians have grown, if they have."""
    grown = after.power - before.power
    if grown > 0:
        verb = "was" if grown == 1 else "were"
        yield (
            f"{count_of(grown, 'Problem')} {verb} not solved: "
            f"the Barbarians' power grows to {after.power}."
        )


def _tell_new_round(view: AmberView, after: Position) -> Iterator[str]:
    """Tell what a new round begins with; what the last one came to is told before it."""
    yield f"{capitalized(round_name(after))}. {tell_of(view.subject(after.first), _FIRST)}"
    if after.turn is None or after.turn != view.seat:  # their turn tells them
        yield from tell_problems(view, after)


def tell_situation(view: AmberView) -> Iterator[str]:
    """Iterate over the round, the Barbarians, and what would become of the Problems."""
    position = view.position
    if position is None or position.over:
        return
    yield f"{capitalized(round_name(position))}. {tell_barbarians(position)}"
    yield tell_forecast(view, position)


def tell_standing(view: AmberView) -> Iterator[str]:
    """Iterate over how strong the Barbarians are, if they are; the turn tells the rest."""
    position = view.begun_position
    if position.power:
        yield tell_barbarians(position)
    yield _ASK


def tell_own_turn(view: AmberView) -> Iterator[str]:
    """Iterate over what the person is asked to decide now; begins with ``Your turn``."""
    position = view.begun_position
    assert view.seat is not None
    yield f"Your turn. {capitalized(round_name(position))}."
    match position.effect or position.step:
        case "act":
            yield from tell_hand_names(position, view.seat)
            yield tell_means(view, position)
            if position.seats[view.seat].problems:
                yield from tell_kept(view, position)
            yield from tell_problems(view, position)
            yield tell_forecast(view, position)
            yield _PLAY.format(example=_example(view, position))
        case "declare":
            yield from _tell_attempts(view, position)
        case "solve":
            yield from _tell_solving(view, position)
        case "PEN":
            open_ones = [each.problem for each in position.row if each.winner is None]
            named = listed([numbered(problem) for problem in open_ones], "or")
            yield f"The Penitent: solve {named} for 1 gold."
            yield _TYPE_STEPS
        case "CAV":
            yield _RAID.format(other=other_player(view.seat_names, view.seat or 0))
            yield _TYPE_STEPS
        case "CHA":
            yield "The Chance Meeting: move 1 or 2 of your markers and act there, or none."
            yield _TYPE_STEPS


def _example(view: AmberView, position: Position) -> str:
    """Return words that begin a move: the first card that can be played, and where."""
    builder = AmberMoveBuilder(view.game, position, view.seat_names)
    card = builder.options(builder.empty)[0]
    area = builder.options(builder.choose(builder.empty, card.choice))[0]
    return " ".join(each.name or each.label for each in (card, area)).lower()


def _tell_attempts(view: AmberView, position: Position) -> Iterator[str]:
    assert view.seat is not None
    gold = position.seats[view.seat].gold
    last = _LAST if position.turn_order()[-1] == view.seat else ""
    yield f"Attempt one Problem for 1 gold, or pass. You have {gold} gold.{last}"
    yield from tell_problems(view, position)
    yield tell_forecast(view, position)
    yield from tell_kept(view, position)
    yield "Type the number of a Problem, or pass."


def _tell_solving(view: AmberView, position: Position) -> Iterator[str]:
    problem = next(each.problem for each in position.row if each.winner == view.seat)
    yield f"You solve {numbered(problem)}."
    yield tell_means(view, position)
    yield from tell_kept(view, position)
    yield (_TYPE_KEEP if VALUES[problem] else _TYPE_CROWN)
