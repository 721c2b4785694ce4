"""The question for each step of building a move, and what stands beside its provinces. Pure."""

from __future__ import annotations

from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import COST_OF_FACTORY, LOAN
from games.foreign_king.effects import add_citizens
from games.foreign_king.moves import Close, Move
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.ways import SUPPLY
from games.plural import count_of
from siam_tui.games.foreign_king.building.action_choices import most_placed
from siam_tui.games.foreign_king.building.consequences import congress_at, tell_scoring
from siam_tui.games.foreign_king.building.move_builder import Builder
from siam_tui.games.foreign_king.choice_kinds import Kind, close_of, loans_of
from siam_tui.games.foreign_king.colours import letter_of
from siam_tui.games.foreign_king.facts import province_facts
from siam_tui.games.game_texts import Length
from siam_tui.games.map_board.place_names import names_of
from siam_tui.games.move_builder import Draft, Path

_SPACE: Final = "Which space? You have {francs}{loans}."
_MORE: Final = " and may borrow {more} on your medals"
_ENDS_TURN: Final = "Enter ends your turn."
_ENDS_GAME: Final = "Enter ends your turn, and the game."
_TAKES: Final = (
    "You take {loans} and have {francs}. A loan costs 4 francs to pay back, or 6 points. {ends}"
)
_PAYS_BACK: Final = "You pay back {loans} and have {francs}. {ends}"
_HOW_MANY: Final = "Type how many, at most {most}."
_GOES: Final = "Does your congressman go to {where}? That is free."
_FIRST_STEP: Final = (
    "{who} scored, so you make {steps} with the virtual player: each brings a V from its supply "
    "anywhere, or over one border. From where?"
)
_NEXT_STEP: Final = "The virtual player, V: {steps} left. From where? Enter sends those chosen."
_STEP_GOAL: Final = "Where does the citizen of the virtual player go?"
_GO: Final = "Do all your {count} congressmen go to {where}? That is free."


def question(builder: Builder, draft: Draft) -> str:  # noqa: PLR0911 - a line for each question
    """Return the question for the next choice, or what the finished move waits for."""
    match builder.position.asks:
        case "act":
            return _action_question(builder, draft)
        case "congress":
            return _congress_question(builder.position)
        case "shut":
            where = _names(builder)[_king(builder.position)]
            return f"Nobody leads {where}. Which factory there do you make inactive?"
        case "virtual":
            return _step_question(builder, draft)
        case "loans":
            return _closing_question(builder, draft)
        case "order":
            return _order_question(builder)
    return "The game is over."


def _names(builder: Builder) -> list[str]:
    return [province.name for province in builder.game.map.provinces]


def _king(position: Position) -> int:
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
            return "The queen costs 2 francs. Which action does she open?"
        case "build", ():
            stock = MutablePosition(builder.position)
            return (
                f"Metal ({stock.stock(0)} left) or textile ({stock.stock(2)} left)? "
                f"A factory costs {COST_OF_FACTORY} francs."
            )
        case "build", _:
            return "In which province? Who builds its first factory gets a medal."
        case "place", _:
            most = most_placed(builder.here, means)
            return f"Where? The first citizen is free, each further one 1 franc. At most {most}."
        case "move", ():
            return "From which province do citizens leave?"
        case "move", (origin, *_):
            name = _names(builder)[origin.value]
            return (
                f"Where do they go from {name}? One step in all is free, each further one 1 franc."
            )
        case "congress", _:
            return "Which citizen goes to the Congress? That is free."
        case _:
            return "Where does the King go? One step is free, each further one costs 1 franc."


def _finished_question(builder: Builder, draft: Draft) -> str:
    """Return what a finished action may be continued with; empty if with nothing typed."""
    if loans_of(draft.choices):
        return _loans_question(builder, draft, close_of(draft.choices))
    space, means, _, _ = builder.begun(draft.choices)
    if space != "place" or all(each.kind is not Kind.AMOUNT for each in builder.choices(draft)):
        return ""
    return _HOW_MANY.format(most=most_placed(builder.here, means))


def _space_question(position: Position) -> str:
    seat = position.turn
    unused = position.medals[seat] - position.loans[seat]
    loans = _MORE.format(more=LOAN * unused) if unused else ""
    return _SPACE.format(francs=count_of(position.francs[seat], "franc"), loans=loans)


# Answers


def _congress_question(position: Position) -> str:
    seat = position.decider
    assert seat is not None
    where = position.map.provinces[_king(position)].name
    count = position.congressmen[seat]
    question = _GOES if count == 1 else _GO
    return question.format(count=count, where=where)


def tell_answer(builder: Builder, *, yes: bool) -> str:
    """Return what an answer to the Congress leads to."""
    position = builder.position
    seat = position.decider
    assert seat is not None
    if yes:
        return tell_scoring(_after_yes(position, seat), _king(position), builder.names)
    queue = MutablePosition(position).congress_queue()
    rest = queue[queue.index(seat) + 1 :]
    if rest:
        return f"{builder.names[rest[0]]} is asked next."
    return tell_scoring(position, _king(position), builder.names)


def _after_yes(position: Position, seat: int) -> Position:
    """Return the position after all congressmen of a seat went to where the King is."""
    here = MutablePosition(position)
    add_citizens(here, seat, _king(position), here.congressmen[seat])
    here.congressmen[seat] = 0
    return here.freeze()


def _step_question(builder: Builder, draft: Draft) -> str:
    chosen = draft.choices
    left = builder.here.steps - len(chosen) // 2
    if len(chosen) % 2:
        return _STEP_GOAL
    if not left:
        return "All steps are chosen. Enter sends them."
    steps = count_of(left, "step")
    if chosen:
        return _NEXT_STEP.format(steps=steps)
    return _FIRST_STEP.format(who=builder.names[_scorer(builder.position)], steps=steps)


def _scorer(position: Position) -> int:
    """Return the seat whose score lets the other one make steps with the virtual player."""
    assert position.asked is not None
    return 1 - position.asked


def _closing_question(builder: Builder, draft: Draft) -> str:
    move: Move | None = builder.move(draft)
    assert isinstance(move, Close)
    return _loans_question(builder, draft, move)


def _loans_question(builder: Builder, draft: Draft, move: Close) -> str:
    """Return what the loans of a turn's end come to."""
    francs = count_of(builder.preview(draft).francs[builder.position.turn], "franc")
    ends = _ENDS_GAME if builder.here.is_ended() else _ENDS_TURN
    if not move.loans:
        return f"You have {francs}. {ends}"
    form = _TAKES if move.loans > 0 else _PAYS_BACK
    return form.format(loans=count_of(abs(move.loans), "loan"), francs=francs, ends=ends)


def _order_question(builder: Builder) -> str:
    position = builder.position
    order = ["you" if seat == position.turn else builder.names[seat] for seat in position.order]
    return f"Which place in the turn order do you take? It is now: {', '.join(order)}."


def province_label(builder: Builder, draft: Draft, place: int, length: Length) -> str:
    """Return a province, or the supply, with what counts for the choice of it.

    That is how many citizens can leave it, the steps to it, or who would score there.
    """
    position = builder.position
    name = "supply" if place == SUPPLY else names_of(position.map, length)[place]
    if position.asks == "virtual":
        leaving = len(draft.choices) % 2 == 0
        return f"{name} {_virtual_citizens(builder.preview(draft), place)}" if leaving else name
    space, _, rest, _ = builder.begun(draft.choices)
    match space:
        case "move":
            return f"{name} {_citizens_or_steps(position, rest, place)}"
        case "king":
            return "a longer way" if rest else f"{name} {_visit(position, place, length)}"
        case "build" if not any(position.factories_in(place)):
            return f"{name} medal"
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
        return "-" if length == "shortest" else "empty"
    unsure = "?" * bool(congress_at(position, province))
    if facts.leader is None:
        return f"tie{unsure}"
    return f"{letter_of(facts.leader, position.seats)}{facts.points}{unsure}"
