"""What happens in a game of The Foreign King, as sentences: its start, scores, decisions. Pure."""

from __future__ import annotations

from collections.abc import Iterator

from games.foreign_king import Position
from games.foreign_king.constants import LOAN, REPAYMENT
from games.foreign_king.scoring import leaders
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
from siam_tui.games.foreign_king.names import name_place, name_space, who_has
from texts import tell


def tell_start(view: ForeignKingView) -> Iterator[str]:
    """Iterate over the turn order, and what everybody begins with."""
    position = view.begun_position
    yield tell_order(view, position)
    for seat in position.order:
        letter, francs = letter_of(seat, position.seats), position.francs[seat]
        yield tell("foreign_king/start/seat", who=view.who(seat), letter=letter, francs=francs)
    yield tell_king(position)


def tell_progress(view: ForeignKingView, before: Position, after: Position) -> Iterator[str]:
    """Iterate over medals, scores and leaders that a move changed, and over what follows."""
    for seat in range(after.seats):
        if after.medals[seat] > before.medals[seat]:
            yield tell("foreign_king/event/medal", who=view.who(seat))
    if after.marker != before.marker:
        yield tell_king(after)
    yield from _tell_leaders(view, before, after)
    for colour, (was, now) in enumerate(zip(before.scores, after.scores, strict=True)):
        if now > was:
            who = who_has(view, colour)
            yield tell("foreign_king/event/scores", who=who, points=now - was, total=now)
    if after.order != before.order:
        yield tell_order(view, after)
    if after.asks == "virtual" != before.asks and after.asked is not None:
        scorer, who = view.who(1 - after.asked), view.who(after.asked)
        yield tell("foreign_king/event/steps", scorer=scorer, who=who, steps=after.steps)


def _tell_leaders(view: ForeignKingView, before: Position, after: Position) -> Iterator[str]:
    led = zip(leaders(before), leaders(after), strict=True)
    for province, (was, now) in enumerate(led):
        place = name_place(after.map, province)
        if was != now and now is None:
            yield tell("foreign_king/event/nobody-leads", place=place)
        elif was != now and now is not None:
            yield tell("foreign_king/event/leads", who=who_has(view, now), place=place)


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
    yield tell("foreign_king/turn/where-to-read")


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
            yield tell("foreign_king/turn/shut")
            yield tell_province(view, position, _king_province(position))
            yield tell("foreign_king/turn/shut-words", words=_answers(view, position))
        case "virtual":
            yield tell("foreign_king/turn/virtual", n=position.steps)
            yield tell("foreign_king/turn/virtual-step")
            yield tell("foreign_king/turn/virtual-words", words=_answers(view, position))
        case "loans":
            yield from _tell_closing(position, view.seat)
        case "order":
            yield tell("foreign_king/turn/order", words=_answers(view, position))
            yield tell_order(view, position)


def _answers(view: ForeignKingView, position: Position) -> tuple[str, ...]:
    """Return what can be typed for the decision that is asked for."""
    builder = _builder(view, position)
    options = builder.options(builder.empty)
    return tuple(option.name or option.word for option in options)


def _builder(view: ForeignKingView, position: Position) -> ForeignKingMoveBuilder:
    return ForeignKingMoveBuilder(view.game, position, view.seat_names)


def _king_province(position: Position) -> int:
    assert position.king is not None
    return position.king


def _tell_turn(view: ForeignKingView, position: Position, seat: int) -> Iterator[str]:
    own = holdings(position, seat)
    place = position.order.index(seat) + 1
    yield tell("foreign_king/turn/act", place=place, seats=position.seats)
    loans = LOAN * (own.medals - own.loans)
    yield tell("foreign_king/turn/francs", francs=own.francs, loans=loans)
    found = list(space_facts(position))
    for each in found:
        if each.pawn is not None:
            who = view.who(each.pawn)
            yield tell("foreign_king/turn/pawn", who=who, space=name_space(each.space))
    free = tuple(name_space(each.space) for each in found if each.is_usable)
    yield tell("foreign_king/turn/spaces", words=free)


def _tell_congress_question(view: ForeignKingView, position: Position, seat: int) -> Iterator[str]:
    yield tell("foreign_king/turn/congress")
    yield tell_province(view, position, _king_province(position))
    yield tell_congress(view, position)
    builder, n = _builder(view, position), position.congressmen[seat]
    place, then = name_place(position.map, _king_province(position)), tell_answer(builder, yes=True)
    yield tell("foreign_king/turn/if-yes", n=n, place=place, then=then)
    yield tell("foreign_king/turn/if-no", then=tell_answer(builder, yes=False))
    yield tell("foreign_king/turn/yes-or-no")


def _tell_closing(position: Position, seat: int) -> Iterator[str]:
    own = holdings(position, seat)
    yield tell("foreign_king/turn/close", n=own.francs)
    if own.medals > own.loans:
        yield tell("foreign_king/turn/loan")
    if own.loans and own.francs >= REPAYMENT:
        yield tell("foreign_king/turn/repay")
    yield tell("foreign_king/turn/done")
