"""Whether one move is legal, and if not, why: without listing the others."""

from __future__ import annotations

from games.contract import IllegalMoveError
from games.foreign_king.constants import (
    ACTIVE,
    FACTORY_TYPES,
    LOAN,
    PROVINCES,
    SPACES_OF,
    Factory,
    Space,
    letters_of_colours,
)
from games.foreign_king.costs import cost_of_action
from games.foreign_king.listing import most_borrowed, most_repaid
from games.foreign_king.moves import (
    Action,
    Answer,
    Build,
    Close,
    Move,
    MoveCitizens,
    MoveKing,
    Place,
    PlainAction,
    SendToCongress,
    ShiftOrder,
    Shut,
    Skip,
    UseQueen,
    VirtualStep,
)
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.foreign_king.ways import GOALS
from texts import Noun, say


def check(position: Position, move: Move) -> None:
    """Return if the move is legal.

    Raises:
        IllegalMoveError: says why it is not, and what to do.
    """
    here = MutablePosition(position)
    match here.asks:
        case "over":
            raise IllegalMoveError(say("foreign_king/refused/over"))
        case "act":
            _check_act(here, move)
        case "congress":
            if not isinstance(move, Answer):
                place = _king_province(here)
                raise IllegalMoveError(say("foreign_king/refused/congress-asked", place=place))
        case "shut":
            _check_shut(here, move)
        case "virtual":
            _check_step(here, move)
        case "loans":
            _check_closing(here, move)
        case "order":
            if not isinstance(move, ShiftOrder) or not 1 <= move.place <= here.seats:
                raise IllegalMoveError(say("foreign_king/refused/order-asked", seats=here.seats))


def _place(here: MutablePosition, province: int) -> Noun:
    if not 0 <= province < PROVINCES:
        raise IllegalMoveError(say("foreign_king/refused/no-province"))
    name = here.map.provinces[province].name
    return Noun("foreign_king/province", name, name)


def _king_province(here: MutablePosition) -> Noun:
    assert here.king is not None
    return _place(here, here.king)


def _factory(factory: Factory) -> Noun:
    return Noun("foreign_king/factory", factory)


def _space(space: Space) -> Noun:
    return Noun("foreign_king/space", space)


# Actions


def _check_act(here: MutablePosition, move: Move) -> None:
    if isinstance(move, Skip):
        if here.can_act(here.turn):
            spaces = tuple(
                Noun("foreign_king/space", each) for each in here.usable_spaces(here.turn)
            )
            raise IllegalMoveError(say("foreign_king/refused/skip", spaces=spaces))
        return
    if isinstance(move, Answer | Shut | VirtualStep | Close | ShiftOrder):
        raise IllegalMoveError(say("foreign_king/refused/no-action"))
    _check_space(here, move.space)
    if isinstance(move, UseQueen):
        if isinstance(move.action, UseQueen):
            raise IllegalMoveError(say("foreign_king/refused/queen-twice"))
        _check_action(here, move.action)
    else:
        _check_action(here, move)
    _check_cost(here, move)


def _check_space(here: MutablePosition, space: Space) -> None:
    name, seats = _space(space), here.seats
    if space not in SPACES_OF[seats]:
        raise IllegalMoveError(say("foreign_king/refused/no-space", space=name, seats=seats))
    if here.pawns[here.turn] == space:
        raise IllegalMoveError(say("foreign_king/refused/same-space", space=name))
    if space in here.pawns:
        owner = letters_of_colours(seats)[here.pawns.index(space)]
        raise IllegalMoveError(say("foreign_king/refused/taken-space", owner=owner, space=name))


def _check_cost(here: MutablePosition, action: Action) -> None:
    cost, means = cost_of_action(here.map, action), here.means(here.turn)
    if cost <= means:
        return
    francs, loans = here.francs[here.turn], most_borrowed(here)
    raise IllegalMoveError(
        say(
            "foreign_king/refused/too-expensive",
            cost=cost,
            queen=isinstance(action, UseQueen),
            francs=francs,
            loans=loans,
            more=LOAN * loans,
        )
    )


def _check_action(here: MutablePosition, action: PlainAction) -> None:
    if isinstance(action, Build):
        _check_build(here, action)
    elif isinstance(action, Place):
        _check_place(here, action)
    elif isinstance(action, MoveCitizens):
        _check_citizens(here, action)
    elif isinstance(action, SendToCongress):
        _check_congressman(here, action)
    elif isinstance(action, MoveKing):
        _check_king(here, action)


def _check_build(here: MutablePosition, action: Build) -> None:
    _place(here, action.province)
    if action.factory not in FACTORY_TYPES:
        raise IllegalMoveError(say("foreign_king/refused/no-factory"))
    if not here.stock(ACTIVE[action.factory]):
        factory = _factory(action.factory)
        raise IllegalMoveError(say("foreign_king/refused/no-stock", factory=factory))


def _check_place(here: MutablePosition, action: Place) -> None:
    _place(here, action.province)
    supply = here.supply[here.turn]
    if action.count < 1:
        raise IllegalMoveError(say("foreign_king/refused/place-none"))
    if action.count > supply:
        raise IllegalMoveError(say("foreign_king/refused/supply", n=supply))


def _check_citizens(here: MutablePosition, action: MoveCitizens) -> None:
    origin = _place(here, action.origin)
    goals = action.goals
    if len(goals) != GOALS or min(goals) < 0 or goals[action.origin]:
        raise IllegalMoveError(say("foreign_king/refused/no-way", origin=origin))
    moved, present = sum(goals), here.citizens[here.colours * action.origin + here.turn]
    if moved < 1:
        raise IllegalMoveError(say("foreign_king/refused/move-none"))
    if moved > present:
        raise IllegalMoveError(say("foreign_king/refused/citizens", n=present, origin=origin))


def _check_congressman(here: MutablePosition, action: SendToCongress) -> None:
    if action.origin is None:
        if not here.supply[here.turn]:
            raise IllegalMoveError(say("foreign_king/refused/send-of-province"))
        return
    origin = _place(here, action.origin)
    if not here.citizens[here.colours * action.origin + here.turn]:
        raise IllegalMoveError(say("foreign_king/refused/no-citizen", origin=origin))


def _check_king(here: MutablePosition, action: MoveKing) -> None:
    goal = _place(here, action.goal)
    if here.king is None:
        if action.steps:
            raise IllegalMoveError(
                say("foreign_king/refused/portrait", id=here.map.ids[action.goal])
            )
        return
    origin = _king_province(here)
    if action.goal == here.king:
        raise IllegalMoveError(say("foreign_king/refused/same-province", place=origin))
    routes = here.map.routes[here.king]
    possible = tuple(steps for steps in range(1, PROVINCES) if action.goal in routes[steps])
    if action.steps not in possible:
        raise IllegalMoveError(
            say(
                "foreign_king/refused/no-route",
                origin=origin,
                goal=goal,
                steps=action.steps,
                possible=possible,
            )
        )


# Answers


def _check_shut(here: MutablePosition, move: Move) -> None:
    assert here.king is not None
    place = _king_province(here)
    if not isinstance(move, Shut):
        raise IllegalMoveError(say("foreign_king/refused/shut-asked", place=place))
    if move.factory is not None and not here.factories[4 * here.king + ACTIVE[move.factory]]:
        factory = _factory(move.factory)
        raise IllegalMoveError(
            say("foreign_king/refused/none-active", place=place, factory=factory)
        )


def _check_step(here: MutablePosition, move: Move) -> None:
    if not isinstance(move, VirtualStep):
        raise IllegalMoveError(say("foreign_king/refused/step-asked", left=here.steps))
    goal = _place(here, move.goal)
    if move.origin is None:
        if not here.supply[here.seats]:
            raise IllegalMoveError(say("foreign_king/refused/virtual-supply"))
        return
    origin = _place(here, move.origin)
    if not here.citizens[here.colours * move.origin + here.seats]:
        raise IllegalMoveError(say("foreign_king/refused/virtual-citizen", origin=origin))
    if move.goal not in here.map.borders[move.origin]:
        raise IllegalMoveError(say("foreign_king/refused/no-border", origin=origin, goal=goal))


def _check_closing(here: MutablePosition, move: Move) -> None:
    borrowed, repaid = most_borrowed(here), most_repaid(here)
    if isinstance(move, Close) and -repaid <= move.loans <= borrowed:
        return
    raise IllegalMoveError(
        say("foreign_king/refused/close-asked", repaid=repaid, borrowed=borrowed)
    )
