"""What a move costs and changes, before it is sent: who leads where, and who would win. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.foreign_king import Position
from games.foreign_king.constants import LOAN
from games.foreign_king.costs import cost_of_action, loans_needed
from games.foreign_king.moves import (
    Action,
    Build,
    Move,
    MoveKing,
    Shut,
    TakeCoins,
    TakeOrder,
    UseQueen,
    VirtualStep,
)
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.scoring import leaders
from siam_tui.games.foreign_king.colours import call_colours
from siam_tui.games.foreign_king.facts import end_facts, province_facts
from siam_tui.games.foreign_king.forecast import forecast, score_king
from siam_tui.games.foreign_king.names import YOU, Named, name_place
from siam_tui.games.game_texts import Length
from texts import Message, say, tell

_MOST: Final = 3
"""How many provinces are named at most."""


def tell_consequences(
    before: Position, after: Position, move: Move, called: Sequence[Named]
) -> tuple[str, ...]:
    """Return what a move costs and changes, in fewer and fewer words; nothing of other decisions.

    Args:
        before: the position in which a seat decides.
        after: the position after its move, or after all steps of it that are chosen.
        move: the move, or the first of those steps.
        called: what the colours are called; the fewest words have letters.
    """
    if not isinstance(move, Action | VirtualStep | Shut):
        return ()
    plain = move.action if isinstance(move, UseQueen) else move
    cost, brought = tell_cost(before, move), list(_brought(before, plain, called))
    letters = call_colours(before.seats)
    if isinstance(plain, MoveKing | TakeCoins | TakeOrder):
        brief, least = (
            list(_brought(before, plain, each, is_brief=True)) for each in (called, letters)
        )
        return _joined(cost, *brought), _joined(cost, *brief), _joined(*brief), _joined(*least)
    full = _changes(before, after, "full", called)
    short = _changes(before, after, "short", called)
    lettered = _changes(before, after, "short", letters)
    seat = before.decider
    led, leads = (seat in forecast(each).winners for each in (before, after))
    whole = (
        tell("foreign_king/change/whole", changes=changes, led=led, leads=leads)
        for changes in (full, short, lettered)
    )
    only = tell("foreign_king/change/only", changes=lettered)
    return tuple(_joined(cost, *brought, change) for change in (*whole, only))


def tell_advantage(before: Position, after: Position, move: Move) -> str:
    """Return what speaks for a move, in a sentence; empty if nothing does at once.

    Args:
        before: the position in which a seat decides.
        after: the position after its move.
        move: the move.
    """
    seat, plain = before.decider, move.action if isinstance(move, UseQueen) else move
    letters = call_colours(before.seats)  # nothing of others is told
    match plain:
        case MoveKing(goal):
            facts = province_facts(before, goal)
            is_ours = facts.leader == seat and facts.points
            return tell_scoring(before, goal, letters) if is_ours else ""
        case TakeCoins() | Build() if plain is move:  # the queen's price is no advantage
            if brought := _joined(*_brought(before, plain, letters)):
                return brought
    was = leaders(before)
    won = [each for each, leader in enumerate(leaders(after)) if seat == leader != was[each]]
    if not won:
        return ""
    places = tuple(name_place(before.map, each) for each in won)
    change = say("foreign_king/change/lead", who=YOU, places=places)
    return tell("foreign_king/change/only", changes=change)


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def tell_cost(position: Position, move: Move) -> str:
    """Return what an action costs, and how many loans pay it; nothing of another decision."""
    if not isinstance(move, Action):
        return ""
    cost, francs = cost_of_action(position.map, move), position.francs[position.turn]
    if not cost:
        return tell("foreign_king/cost/free")
    loans = loans_needed(francs, cost)
    left = francs + LOAN * loans - cost
    if not loans:
        return tell("foreign_king/cost/paid", cost=cost, left=left)
    return tell("foreign_king/cost/borrowed", cost=cost, loans=loans, left=left)


def _changes(
    before: Position, after: Position, length: Length, called: Sequence[Named]
) -> tuple[Message, ...]:
    """Return who would lead provinces that somebody else leads now."""
    then = leaders(after)
    found = [each for each, was in enumerate(leaders(before)) if then[each] != was]
    if not found:
        return (say("foreign_king/change/none"),)
    if len(found) > _MOST:
        return (say("foreign_king/change/many", n=len(found)),)
    changes = []
    for leader in dict.fromkeys(then[each] for each in found):
        places = tuple(
            name_place(before.map, each, length) for each in found if then[each] == leader
        )
        if leader is None:
            changes.append(say("foreign_king/change/nobody", places=places))
        else:
            who = YOU if leader == before.decider else called[leader]
            changes.append(say("foreign_king/change/lead", who=who, places=places))
    return tuple(changes)


# What an action brings at once


def _brought(
    position: Position, move: Move, called: Sequence[Named], *, is_brief: bool = False
) -> Iterator[str]:
    """Iterate over what a move brings, beyond the leaders of provinces."""
    match move:
        case Build(_, province) if not any(position.factories_in(province)):
            yield tell("foreign_king/brings/medal")
        case MoveKing(goal):
            yield from _visit(position, move, goal, called, is_brief=is_brief)
        case TakeCoins():
            income = MutablePosition(position).income(position.turn)
            yield tell("foreign_king/brings/francs", n=income)
        case TakeOrder():
            yield tell("foreign_king/brings/order")


def _visit(
    position: Position, move: MoveKing, goal: int, called: Sequence[Named], *, is_brief: bool
) -> Iterator[str]:
    """Iterate over what the King's move does to the marker, and who scores."""
    after = max(0, position.marker - move.steps - 1)
    second = end_facts(position).second
    ends = after <= second
    yield tell("foreign_king/visit/marker", after=after, second=second, ends=ends, brief=is_brief)
    yield tell_scoring(position, goal, called)
    scored = score_king(position._replace(king=goal, marker=after))
    if not ends and not end_facts(scored).to_go:
        yield tell("foreign_king/visit/ends")
    if queue := congress_at(position, goal):
        who = tuple(YOU if each == position.turn else called[each] for each in queue)
        yield tell("foreign_king/visit/congress", who=who, brief=is_brief)


def congress_at(position: Position, province: int) -> list[int]:
    """Return the seats that are asked about their congressmen if the King comes to a province."""
    here = MutablePosition(position)
    return [] if here.is_empty(province) else here.congress_queue()


def tell_scoring(position: Position, province: int, called: Sequence[Named]) -> str:
    """Return who would score in a province; `called` are the colours' names."""
    facts = province_facts(position, province)
    if facts.is_empty:
        return tell("foreign_king/visit/empty")
    if facts.leader is None:
        return tell("foreign_king/visit/tie")
    who = YOU if facts.leader == position.decider else called[facts.leader]
    return tell("foreign_king/visit/scores", who=who, points=facts.points)
