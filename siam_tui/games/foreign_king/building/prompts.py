"""The question for each step of building a move, and what stands beside its provinces. Pure."""

from __future__ import annotations

from games.foreign_king import Position
from games.foreign_king.constants import ACTIVE, LOAN
from games.foreign_king.effects import add_citizens
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.ways import SUPPLY
from siam_tui.games.foreign_king.building.action_choices import most_placed
from siam_tui.games.foreign_king.building.consequences import congress_at, tell_scoring
from siam_tui.games.foreign_king.building.move_builder import Builder
from siam_tui.games.foreign_king.choice_kinds import Kind, close_of, loans_of
from siam_tui.games.foreign_king.colours import letter_of
from siam_tui.games.foreign_king.facts import province_facts
from siam_tui.games.foreign_king.names import YOU, name_place
from siam_tui.games.game_texts import Length
from siam_tui.games.move_builder import Draft, Path
from texts import tell


def question(builder: Builder, draft: Draft) -> str:  # noqa: PLR0911 - a line for each question
    """Return the question for the next choice, or what the finished move waits for."""
    match builder.position.asks:
        case "act":
            return _action_question(builder, draft)
        case "congress":
            return _congress_question(builder.position)
        case "shut":
            place = name_place(builder.game.map, _king_province(builder.position))
            return tell("foreign_king/ask/shut", place=place)
        case "virtual":
            return _step_question(builder, draft)
        case "loans":
            return _loans_question(builder, draft)
        case "order":
            return _order_question(builder)
    return tell("foreign_king/refused/over")


def _king_province(position: Position) -> int:
    assert position.king is not None
    return position.king


# Actions


def _action_question(builder: Builder, draft: Draft) -> str:  # noqa: PLR0911 - a line for each question
    move = builder.move(draft)
    if not draft.choices:
        return _space_question(builder.position)
    if move is not None:
        return _finished_question(builder, draft)
    space, means, rest, _ = builder.begun(draft.choices)
    match space, rest:
        case None, _:
            return tell("foreign_king/ask/queen")
        case "build", ():
            stock = MutablePosition(builder.position)
            metal, textile = map(stock.stock, ACTIVE.values())
            return tell("foreign_king/ask/factory", metal=metal, textile=textile)
        case "build", _:
            return tell("foreign_king/ask/build-where")
        case "place", _:
            return tell("foreign_king/ask/place-where", most=most_placed(builder.here, means))
        case "move", ():
            return tell("foreign_king/ask/move-from")
        case "move", (origin, *_):
            left = name_place(builder.game.map, origin.value)
            return tell("foreign_king/ask/move-to", origin=left)
        case "congress", _:
            return tell("foreign_king/ask/congress-from")
        case _:
            return tell("foreign_king/ask/king-to")


def _finished_question(builder: Builder, draft: Draft) -> str:
    """Return what a finished action may be continued with; empty if with nothing typed."""
    if loans_of(draft.choices):
        return _loans_question(builder, draft)
    space, means, _, _ = builder.begun(draft.choices)
    if space != "place" or all(each.kind is not Kind.AMOUNT for each in builder.choices(draft)):
        return ""
    return tell("foreign_king/ask/place-number", most=most_placed(builder.here, means))


def _space_question(position: Position) -> str:
    seat = position.turn
    loans = LOAN * (position.medals[seat] - position.loans[seat])
    return tell("foreign_king/ask/space", francs=position.francs[seat], loans=loans)


# Answers


def _congress_question(position: Position) -> str:
    seat = position.decider
    assert seat is not None
    place = name_place(position.map, _king_province(position))
    return tell("foreign_king/ask/congress", n=position.congressmen[seat], place=place)


def tell_answer(builder: Builder, *, yes: bool) -> str:
    """Return what an answer to the Congress leads to."""
    position = builder.position
    seat = position.decider
    assert seat is not None
    if yes:
        return tell_scoring(_after_yes(position, seat), _king_province(position), builder.names)
    queue = MutablePosition(position).congress_queue()
    rest = queue[queue.index(seat) + 1 :]
    if rest:
        return tell("foreign_king/asked-next", who=builder.names[rest[0]])
    return tell_scoring(position, _king_province(position), builder.names)


def _after_yes(position: Position, seat: int) -> Position:
    """Return the position after all congressmen of a seat went to where the King is."""
    here = MutablePosition(position)
    add_citizens(here, seat, _king_province(position), here.congressmen[seat])
    here.congressmen[seat] = 0
    return here.freeze()


def _step_question(builder: Builder, draft: Draft) -> str:
    chosen, asked = draft.choices, builder.position.asked
    left = builder.here.steps - len(chosen) // 2
    if len(chosen) % 2:
        return tell("foreign_king/ask/step-to")
    if not left:
        return tell("foreign_king/ask/all-steps")
    if chosen:
        return tell("foreign_king/ask/more-steps", n=left)
    assert asked is not None
    return tell("foreign_king/ask/steps", who=builder.names[1 - asked], n=left)


def _loans_question(builder: Builder, draft: Draft) -> str:
    """Return what the loans of a turn's end come to."""
    loans, ends = close_of(draft.choices).loans, builder.here.is_ended()
    francs = builder.preview(draft).francs[builder.position.turn]
    if not loans:
        return tell("foreign_king/ask/no-loan", francs=francs, ends=ends)
    n, repaid = abs(loans), loans < 0
    return tell("foreign_king/ask/loans", n=n, repaid=repaid, francs=francs, ends=ends)


def _order_question(builder: Builder) -> str:
    position = builder.position
    order = tuple(YOU if seat == position.turn else builder.names[seat] for seat in position.order)
    return tell("foreign_king/ask/order", order=order)


def province_label(builder: Builder, draft: Draft, place: int, length: Length) -> str:
    """Return a province, or the supply, with what counts for the choice of it.

    That is how many citizens can leave it, the steps to it, or who would score there.
    """
    position = builder.position
    noun = name_place(position.map, place, "short" if place == SUPPLY else length)
    name = tell(noun)
    if position.asks == "virtual":
        leaving = len(draft.choices) % 2 == 0
        return f"{name} {_virtual_citizens(builder.preview(draft), place)}" if leaving else name
    space, _, rest, _ = builder.begun(draft.choices)
    match space:
        case "move":
            return f"{name} {_citizens_or_steps(position, rest, place)}"
        case "king":
            if rest:
                return tell("foreign_king/label/longer")
            return f"{name} {_visit(position, place, length)}"
        case "build" if not any(position.factories_in(place)):
            return tell("foreign_king/label/medal", place=noun)
    return name


def _virtual_citizens(position: Position, place: int) -> int:
    virtual = position.seats
    return position.supply(virtual) if place == SUPPLY else position.citizens_in(place)[virtual]


def _citizens_or_steps(position: Position, rest: Path, place: int) -> int:
    """Return how many citizens may leave, or after the origin, the steps of one citizen."""
    if rest:
        return position.map.steps[rest[0].value][place]
    return position.citizens_in(place)[position.turn]


def _visit(position: Position, province: int, length: Length) -> str:
    """Return who would score how much, with ``?`` if the Congress is asked first."""
    facts = province_facts(position, province)
    if facts.is_empty:
        return "-" if length == "shortest" else tell("foreign_king/label/empty")
    unsure = "?" * bool(congress_at(position, province))
    if facts.leader is None:
        return f"{tell('foreign_king/label/tie')}{unsure}"
    return f"{letter_of(facts.leader, position.seats)}{facts.points}{unsure}"
