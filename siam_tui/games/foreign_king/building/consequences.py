"""What a move costs and changes, before it is sent: who leads where, and who would win. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from games.foreign_king import ForeignKing, Position
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
from games.plural import count_of
from siam_tui.games.foreign_king.colours import call_colours
from siam_tui.games.foreign_king.facts import end_facts, province_facts
from siam_tui.games.foreign_king.forecast import forecast, score_king
from siam_tui.games.map_board.place_names import full_names, short_names
from siam_tui.ui.text import capitalized, listed

_FREE: Final = "It is free."
_PAID: Final = "It costs {cost}; you keep {left}."
_BORROWED: Final = "It costs {cost}: take {loans}, keep {left}."
_MEDAL: Final = "It brings you a medal."
_INCOME: Final = "It brings you {francs}."
_ORDER: Final = "It brings you 1 franc, and a new place in the turn order after this round."
_YOU_SCORE: Final = "You lead there and score {points}."
_SCORES: Final = "{who} leads there and scores {points}."
_TIE: Final = "Nobody leads: a factory may go inactive."
_EMPTY: Final = "No citizen is there, so nothing happens."
_CONGRESS_FIRST: Final = {
    False: "{who} may send congressmen there first.",
    True: "{who} may send congressmen.",
}
_MARKER: Final = {
    False: "The marker comes down to {after}; second score: {second}.",
    True: "Marker to {after}, second score {second}.",
}
"""In full, and where there is less room."""
_MARKER_ENDS: Final = {
    False: "The marker comes down to {after}: the game ends. Second score: {second}.",
    True: "Marker to {after}, second score {second}: the game ends.",
}
_THAT_ENDS: Final = "That ends the game."
_YOU_WOULD_LEAD: Final = "you would lead {provinces}"
_WOULD_LEAD: Final = "{who} would lead {provinces}"
_NOBODY_WOULD_LEAD: Final = "nobody would lead {provinces}"
_MANY: Final = "{count} provinces would get another leader"
_NO_CHANGE: Final = "the leaders stay the same"
_OUTCOMES: Final = {
    (False, True): "{change}, and you would lead if the game ended then.",
    (True, False): "{change}, and you would no longer lead if the game ended then.",
    (True, True): "{change}; you would still lead if the game ended then.",
    (False, False): "{change}; you would still trail if the game ended then.",
}
_CHANGE: Final = "{change}."
_MOST: Final = 3
"""How many provinces are named at most."""


def tell_consequences(
    game: ForeignKing, before: Position, after: Position, move: Move, called: Sequence[str]
) -> tuple[str, ...]:
    """Return what a move costs and changes, in fewer and fewer words; nothing of other decisions.

    Args:
        game: the rules.
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
    full, short = full_names(game.map), short_names(game.map)
    seat = before.decider
    whole = _OUTCOMES[seat in forecast(before).winners, seat in forecast(after).winners]
    return tuple(
        _joined(cost, *brought, _tell_change(before, after, names, form, who))
        for names, form, who in (
            (full, whole, called),
            (short, whole, called),
            (short, whole, letters),
            (short, _CHANGE, letters),
        )
    )


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
    was, names = leaders(before), full_names(before.map)
    won = [each for each, leader in enumerate(leaders(after)) if seat == leader != was[each]]
    if not won:
        return ""
    change = _YOU_WOULD_LEAD.format(provinces=listed([names[each] for each in won]))
    return f"{capitalized(change)}."


def _joined(*sentences: str) -> str:
    return " ".join(filter(None, sentences))


def tell_cost(position: Position, move: Move) -> str:
    """Return what an action costs, and how many loans pay it; nothing of another decision."""
    if not isinstance(move, Action):
        return ""
    cost, francs = cost_of_action(position.map, move), position.francs[position.turn]
    if not cost:
        return _FREE
    loans = loans_needed(francs, cost)
    told = {
        "cost": count_of(cost, "franc"),
        "loans": count_of(loans, "loan"),
        "left": count_of(francs + LOAN * loans - cost, "franc"),
    }
    return (_BORROWED if loans else _PAID).format(**told)


def _tell_change(
    before: Position, after: Position, names: Sequence[str], form: str, called: Sequence[str]
) -> str:
    """Return which provinces get another leader, in a form of words."""
    change = listed(list(_new_leaders(before, after, names, called)) or [_NO_CHANGE])
    return form.format(change=change[:1].upper() + change[1:])


def _new_leaders(
    before: Position, after: Position, names: Sequence[str], called: Sequence[str]
) -> Iterator[str]:
    """Iterate over who would lead provinces that somebody else leads now."""
    then = leaders(after)
    found = [each for each, was in enumerate(leaders(before)) if then[each] != was]
    if len(found) > _MOST:
        yield _MANY.format(count=len(found))
        return
    for leader in dict.fromkeys(then[each] for each in found):
        provinces = listed([names[each] for each in found if then[each] == leader])
        if leader is None:
            yield _NOBODY_WOULD_LEAD.format(provinces=provinces)
        elif leader == before.decider:
            yield _YOU_WOULD_LEAD.format(provinces=provinces)
        else:
            yield _WOULD_LEAD.format(who=called[leader], provinces=provinces)


# What an action brings at once


def _brought(
    position: Position, move: Move, called: Sequence[str], *, is_brief: bool = False
) -> Iterator[str]:
    """Iterate over what a move brings, beyond the leaders of provinces."""
    match move:
        case Build(_, province) if not any(position.factories_in(province)):
            yield _MEDAL
        case MoveKing(goal):
            yield from _visit(position, move, goal, called, is_brief=is_brief)
        case TakeCoins():
            income = MutablePosition(position).income(position.turn)
            yield _INCOME.format(francs=count_of(income, "franc"))
        case TakeOrder():
            yield _ORDER


def _visit(
    position: Position, move: MoveKing, goal: int, called: Sequence[str], *, is_brief: bool
) -> Iterator[str]:
    """Iterate over what the King's move does to the marker, and who scores."""
    after = max(0, position.marker - move.steps - 1)
    second = end_facts(position).second
    forms = _MARKER if after > second else _MARKER_ENDS
    yield forms[is_brief].format(after=after, second=second)
    yield tell_scoring(position, goal, called)
    scored = score_king(position._replace(king=goal, marker=after))
    if after > second and not end_facts(scored).to_go:
        yield _THAT_ENDS
    if queue := congress_at(position, goal):
        who = listed(["you" if each == position.turn else called[each] for each in queue])
        yield _CONGRESS_FIRST[is_brief].format(who=who[:1].upper() + who[1:])


def congress_at(position: Position, province: int) -> list[int]:
    """Return the seats that are asked about their congressmen if the King comes to a province."""
    here = MutablePosition(position)
    return [] if here.is_empty(province) else here.congress_queue()


def tell_scoring(position: Position, province: int, called: Sequence[str]) -> str:
    """Return who would score in a province; `called` are the colours' names."""
    facts = province_facts(position, province)
    if facts.is_empty:
        return _EMPTY
    if facts.leader is None:
        return _TIE
    points = count_of(facts.points, "point")
    if facts.leader == position.decider:
        return _YOU_SCORE.format(points=points)
    told = _SCORES.format(who=called[facts.leader], points=points)
    return told[:1].upper() + told[1:]
