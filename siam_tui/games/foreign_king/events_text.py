"""What happens in a game of The Foreign King, as sentences: its start, scores, decisions. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import LOAN, REPAYMENT
from games.foreign_king.scoring import leaders
from games.plural import count_of
from siam_tui.games.foreign_king.building.move_options import ForeignKingMoveBuilder
from siam_tui.games.foreign_king.building.prompts import tell_answer
from siam_tui.games.foreign_king.colours import letter_of
from siam_tui.games.foreign_king.facts import ForeignKingView, holdings, space_facts
from siam_tui.games.foreign_king.facts_text import (
    tell_congress,
    tell_end,
    tell_forecast,
    tell_king,
    tell_order,
    tell_province,
)
from siam_tui.games.foreign_king.names import count_congressmen, subject
from siam_tui.ui.text import listed, tell_of

_BEGINS: Final = "{who} {have} the letter {letter} and {francs}."
_SCORES: Final = "{who} score{s} {points}: {total} in all."
_LEADS: Final = "{who} lead{s} {where} now."
_MEDAL: Final = "{who} get{s} a medal."
_STEPS: Final = {
    "asked": "{other} scored, so you make {steps} with the virtual player.",
    "other": "You scored, so {who} makes {steps} with the virtual player.",
    "spectator": "{other} scored, so {who} makes {steps} with the virtual player.",
}
_STEP: Final = (
    "Each step brings a citizen of theirs from the supply to any province, or from a province "
    "over one border."
)
_ASK: Final = "Type reference for what each space does, board for the provinces, or help."
_NOBODY: Final = "Nobody leads {where} now."


def tell_start(view: ForeignKingView) -> Iterator[str]:
    """Iterate over the turn order, and what everybody begins with."""
    position = view.begun_position
    yield tell_order(view, position)
    for seat in position.order:
        letter, francs = letter_of(seat, position.seats), count_of(position.francs[seat], "franc")
        yield tell_of(view.subject(seat), _BEGINS, letter=letter, francs=francs)
    yield tell_king(position)


def tell_progress(view: ForeignKingView, before: Position, after: Position) -> Iterator[str]:
    """Iterate over medals, scores and leaders that a move changed, and over what follows."""
    for seat in range(after.seats):
        if after.medals[seat] > before.medals[seat]:
            yield tell_of(view.subject(seat), _MEDAL)
    if after.marker != before.marker:
        yield tell_king(after)
    yield from _tell_leaders(view, before, after)
    for colour, (was, now) in enumerate(zip(before.scores, after.scores, strict=True)):
        if now > was:
            points = count_of(now - was, "point")
            yield tell_of(subject(view, colour), _SCORES, points=points, total=now)
    if after.order != before.order:
        yield tell_order(view, after)
    if after.asks == "virtual" != before.asks and after.asked is not None:
        yield _tell_steps(view, after, after.asked)


def _tell_steps(view: ForeignKingView, after: Position, asked: int) -> str:
    """Tell who makes steps with the virtual player, and why: the other of the two seats scored."""
    other = 1 - asked
    role = "asked" if view.seat == asked else "other" if view.seat == other else "spectator"
    return _STEPS[role].format(
        who=view.name(asked), other=view.name(other), steps=count_of(after.steps, "step")
    )


def _tell_leaders(view: ForeignKingView, before: Position, after: Position) -> Iterator[str]:
    led = zip(after.map.provinces, leaders(before), leaders(after), strict=True)
    for province, was, now in led:
        if was != now and now is None:
            yield _NOBODY.format(where=province.name)
        elif was != now and now is not None:
            yield tell_of(subject(view, now), _LEADS, where=province.name)


def tell_situation(view: ForeignKingView) -> Iterator[str]:
    """Iterate over where the King is, and how far the end is."""
    position = view.position
    if position is None or position.asks == "over":
        return
    yield tell_king(position)
    yield tell_end(view, position)


def tell_standing(view: ForeignKingView) -> Iterator[str]:
    """Iterate over who leads; once something is on the board, also over how far the end is."""
    position = view.begun_position
    if position.king is not None or any(position.citizens):
        yield from tell_situation(view)
    yield from tell_forecast(view)
    yield _ASK


def tell_own_turn(view: ForeignKingView) -> Iterator[str]:
    """Iterate over what the person is asked to decide now; begins with ``Your turn``."""
    position = view.begun_position
    assert view.seat is not None
    match position.asks:
        case "act":
            yield from _tell_turn(view, position, view.seat)
        case "congress":
            yield from _tell_congress_question(view, position, view.seat)
        case "shut":
            yield "Your turn. Nobody leads where the King is."
            yield tell_province(view, position, _tell_king(position))
            yield f"Make a factory there inactive: type {_answers(view, position)}."
        case "virtual":
            steps = count_of(position.steps, "step")
            yield f"Your turn. Make {steps} with the virtual player."
            yield _STEP
            yield f"From where does a citizen of theirs go? Type {_answers(view, position)}."
        case "loans":
            yield from _tell_closing(position, view.seat)
        case "order":
            yield f"Your turn. Choose your place in the turn order: {_answers(view, position)}."
            yield tell_order(view, position)


def _answers(view: ForeignKingView, position: Position) -> str:
    """Return what can be typed for the decision that is asked for."""
    builder = _builder(view, position)
    options = builder.options(builder.empty)
    return listed([option.name or option.word for option in options], "or")


def _builder(view: ForeignKingView, position: Position) -> ForeignKingMoveBuilder:
    return ForeignKingMoveBuilder(view.game, position, view.seat_names)


def _tell_king(position: Position) -> int:
    assert position.king is not None
    return position.king


def _tell_turn(view: ForeignKingView, position: Position, seat: int) -> Iterator[str]:
    own = holdings(position, seat)
    place = position.order.index(seat) + 1
    yield f"Your turn, number {place} of {position.seats} in this round."
    unused = own.medals - own.loans
    borrow = f", and may borrow {LOAN * unused} on your medals" if unused else ""
    yield f"You have {count_of(own.francs, 'franc')}{borrow}."
    for each in space_facts(position):
        if each.pawn == seat:
            yield f"Your pawn is on {each.space}."
        elif each.pawn is not None:
            yield f"The pawn of {view.name(each.pawn)} is on {each.space}."
    usable = [each.space for each in space_facts(position) if each.is_usable]
    yield f"Type a space: {listed(usable, 'or')}."


def _tell_congress_question(view: ForeignKingView, position: Position, seat: int) -> Iterator[str]:
    yield "Your turn to answer: do your congressmen go to the King?"
    yield tell_province(view, position, _tell_king(position))
    yield tell_congress(view, position)
    men = count_congressmen(position.congressmen[seat])
    where = position.map.provinces[_tell_king(position)].name
    go = "goes" if position.congressmen[seat] == 1 else "go"
    builder = _builder(view, position)
    yield f"If yes, {men} of yours {go} to {where}. {tell_answer(builder, yes=True)}"
    yield f"If no: {tell_answer(builder, yes=False)}"
    yield "Type yes or no."


def _tell_closing(position: Position, seat: int) -> Iterator[str]:
    own = holdings(position, seat)
    yield f"Your turn ends. You have {count_of(own.francs, 'franc')}."
    if own.medals > own.loans:
        yield "Type loan for a loan of 3 francs on a medal."
    if own.loans and own.francs >= REPAYMENT:
        yield "Type repay to pay back a loan with 4 francs."
    yield "Type done to end your turn."
