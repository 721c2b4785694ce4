"""The question for each step of building a move, and what a finished move costs and does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import COST_OF_FACTORY, LOAN, Colour
from games.foreign_king.costs import cost_of_action, loans_needed
from games.foreign_king.effects import add_citizens
from games.foreign_king.moves import (
    Action,
    Build,
    Close,
    Move,
    MoveCitizens,
    MoveKing,
    Place,
    SendToCongress,
    TakeCoins,
    TakeOrder,
    UseQueen,
)
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.scoring import leaders
from games.plural import count_of
from siam_tui.games.foreign_king.action_choices import most_placed
from siam_tui.games.foreign_king.colours import letter_of
from siam_tui.games.foreign_king.facts import end_facts, province_facts
from siam_tui.games.foreign_king.move_builder import Builder, Draft
from siam_tui.ui.text import listed

_SPACE: Final = "Which space? You have {francs}{loans}."
_MORE: Final = " and may borrow {more} on your medals"
_HOW_MANY: Final = "Type how many, at most {most}."
_FREE: Final = "It is free."
_PAID: Final = "It costs {cost}; you keep {left}."
_BORROWED: Final = "It costs {cost}: take {loans}, keep {left}."
_YOU_LEAD: Final = "You lead {where}."
_LEADS: Final = "{who} leads {where}."
_NOBODY_LEADS: Final = "Nobody leads {where}."
_YOU_SCORE: Final = "You lead there and score {points}."
_SCORES: Final = "{who} leads there and scores {points}."
_TIE: Final = "Nobody leads: a factory may go inactive."
_EMPTY: Final = "No citizen is there, so nothing happens."
_CONGRESS_FIRST: Final = "First the Congress: {who}."
_GOES: Final = "Does your congressman go to {where}? That is free."
_GO: Final = "Do all your {count} congressmen go to {where}? That is free."
_MARKER: Final = "Marker: {before} to {after}, 2nd score {second}."


def question(builder: Builder, draft: Draft) -> str:  # noqa: PLR0911 - a line for each question
    """Return the question for the next choice, or what the finished move does."""
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
            return _order_question(builder.position)
    return "The game is over."


def who(position: Position, colour: Colour) -> str:
    """Return how a question calls another colour: by the letter it has on the map."""
    return letter_of(colour, position.seats)


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
    if isinstance(move, Action):
        return " ".join(_consequences(builder, draft, move))
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


def _space_question(position: Position) -> str:
    seat = position.turn
    unused = position.medals[seat] - position.loans[seat]
    loans = _MORE.format(more=LOAN * unused) if unused else ""
    return _SPACE.format(francs=count_of(position.francs[seat], "franc"), loans=loans)


def tell_cost(position: Position, action: Action) -> str:
    """Return what an action costs, and how many loans pay it."""
    cost, francs = cost_of_action(position.map, action), position.francs[position.turn]
    if not cost:
        return _FREE
    loans = loans_needed(francs, cost)
    told = {
        "cost": count_of(cost, "franc"),
        "loans": count_of(loans, "loan"),
        "left": count_of(francs + LOAN * loans - cost, "franc"),
    }
    return (_BORROWED if loans else _PAID).format(**told)


def _consequences(builder: Builder, draft: Draft, action: Action) -> Iterator[str]:
    """Iterate over what a finished action costs and does."""
    position = builder.position
    plain = action.action if isinstance(action, UseQueen) else action
    yield tell_cost(position, action)
    match plain:
        case Build(_, province) if not any(position.factories_in(province)):
            yield "It brings you a medal."
        case Place() | MoveCitizens() | SendToCongress():
            if builder.choices(draft) and isinstance(plain, Place):
                most = most_placed(builder.here, builder.begun(draft.choices).means)
                yield _HOW_MANY.format(most=most)
            yield from _new_leaders(builder, builder.preview(draft))
        case MoveKing(goal):
            yield from _visit(position, plain, goal)
        case TakeCoins():
            income = MutablePosition(position).income(position.turn)
            yield f"It brings you {count_of(income, 'franc')}."
        case TakeOrder():
            yield "It brings you 1 franc, and a new place in the turn order after this round."


def _new_leaders(builder: Builder, after: Position) -> Iterator[str]:
    """Iterate over the provinces whose leader an action changes."""
    before, now = leaders(builder.position), leaders(after)
    names = _names(builder)
    for province, leader in enumerate(now):
        if leader != before[province]:
            yield _leader(after, leader, names[province])


def _leader(position: Position, leader: Colour | None, where: str) -> str:
    if leader is None:
        return _NOBODY_LEADS.format(where=where)
    if leader == position.decider:
        return _YOU_LEAD.format(where=where)
    return _LEADS.format(who=who(position, leader), where=where)


def _visit(position: Position, move: MoveKing, goal: int) -> Iterator[str]:
    """Iterate over what the King's move does to the marker, and who scores."""
    after = max(0, position.marker - move.steps - 1)
    second = end_facts(position).second
    yield _MARKER.format(before=position.marker, after=after, second=second)
    yield _scoring(position, goal)
    if queue := congress_at(position, goal):
        asked = ["you" if seat == position.turn else who(position, seat) for seat in queue]
        yield _CONGRESS_FIRST.format(who=listed(asked))


def congress_at(position: Position, province: int) -> list[int]:
    """Return the seats that are asked about their congressmen if the King comes to a province."""
    here = MutablePosition(position)
    return [] if here.is_empty(province) else here.congress_queue()


def _scoring(position: Position, province: int) -> str:
    """Return who would score in a province."""
    facts = province_facts(position, province)
    if facts.is_empty:
        return _EMPTY
    if facts.leader is None:
        return _TIE
    points = count_of(facts.points, "point")
    if facts.leader == position.decider:
        return _YOU_SCORE.format(points=points)
    return _SCORES.format(who=who(position, facts.leader), points=points)


# Answers


def _congress_question(position: Position) -> str:
    seat = position.decider
    assert seat is not None
    where = position.map.provinces[_king(position)].name
    count = position.congressmen[seat]
    question = _GOES if count == 1 else _GO
    return question.format(count=count, where=where)


def tell_answer(position: Position, *, yes: bool) -> str:
    """Return what an answer to the Congress leads to."""
    seat = position.decider
    assert seat is not None
    if yes:
        return _scoring(_after_yes(position, seat), _king(position))
    queue = MutablePosition(position).congress_queue()
    rest = queue[queue.index(seat) + 1 :]
    if rest:
        return f"{who(position, rest[0])} is asked next."
    return _scoring(position, _king(position))


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
        return "Where does the citizen of the virtual player go?"
    if not left:
        return "All steps are chosen. Enter sends them."
    send = " Enter sends those chosen." if chosen else ""
    return f"Move the virtual player, V: {count_of(left, 'step')} left. From where?{send}"


def _closing_question(builder: Builder, draft: Draft) -> str:
    seat, after = builder.position.turn, builder.preview(draft)
    move: Move | None = builder.move(draft)
    assert isinstance(move, Close)
    francs = count_of(after.francs[seat], "franc")
    if not move.loans:
        return f"Your turn closes; you have {francs}. Enter ends it."
    done = "take" if move.loans > 0 else "pay back"
    return f"You {done} {count_of(abs(move.loans), 'loan')} and have {francs}. Enter ends the turn."


def _order_question(position: Position) -> str:
    order = ["you" if seat == position.turn else who(position, seat) for seat in position.order]
    return f"Which place in the turn order do you take? It is now: {', '.join(order)}."
