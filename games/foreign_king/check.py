"""Whether one move is legal, and if not, why: without listing the others."""

from __future__ import annotations

from games.contract import IllegalMoveError
from games.foreign_king.constants import (
    ACTIVE,
    COST_OF_QUEEN,
    FACTORY_NAMES,
    FACTORY_TYPES,
    PROVINCES,
    SPACES_OF,
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
from games.plural import count_of


def check(position: Position, move: Move) -> None:
    """Return if the move is legal.

    Raises:
        IllegalMoveError: says why it is not, and what to do.
    """
    here = MutablePosition(position)
    match here.asks:
        case "over":
            raise IllegalMoveError("The game is over.")
        case "act":
            _check_act(here, move)
        case "congress":
            if not isinstance(move, Answer):
                raise IllegalMoveError(
                    f"Answer yes or no: do all your congressmen go to {_king_province(here)}?"
                )
        case "shut":
            _check_shut(here, move)
        case "virtual":
            _check_step(here, move)
        case "loans":
            _check_closing(here, move)
        case "order":
            if not isinstance(move, ShiftOrder) or not 1 <= move.place <= here.seats:
                raise IllegalMoveError(
                    f"Choose your place in the turn order: order:1 to order:{here.seats}."
                )


def _name(here: MutablePosition, province: int) -> str:
    if not 0 <= province < PROVINCES:
        raise IllegalMoveError("There is no such province.")
    return here.map.provinces[province].name


def _king_province(here: MutablePosition) -> str:
    assert here.king is not None
    return _name(here, here.king)


# Actions


def _check_act(here: MutablePosition, move: Move) -> None:
    if isinstance(move, Skip):
        if here.can_act(here.turn):
            spaces = ", ".join(here.usable_spaces(here.turn))
            raise IllegalMoveError(f"You cannot skip your turn. Choose a space: {spaces}.")
        return
    if isinstance(move, Answer | Shut | VirtualStep | Close | ShiftOrder):
        raise IllegalMoveError("It is your turn: choose a space and carry out its action.")
    _check_space(here, move.space)
    if isinstance(move, UseQueen):
        if isinstance(move.action, UseQueen):
            raise IllegalMoveError("The queen opens another action, not the queen again.")
        _check_action(here, move.action)
    else:
        _check_action(here, move)
    _check_cost(here, move)


def _check_space(here: MutablePosition, space: Space) -> None:
    if space not in SPACES_OF[here.seats]:
        raise IllegalMoveError(f"The space {space} is not in the game with {here.seats} players.")
    if here.pawns[here.turn] == space:
        raise IllegalMoveError(f"Your pawn stands on {space}: move it to another space.")
    if space in here.pawns:
        other = letters_of_colours(here.seats)[here.pawns.index(space)]
        raise IllegalMoveError(f"The pawn of {other} stands on {space}: choose a free space.")


def _check_cost(here: MutablePosition, action: Action) -> None:
    cost, means = cost_of_action(here.map, action), here.means(here.turn)
    if cost <= means:
        return
    francs, loans = here.francs[here.turn], most_borrowed(here)
    have = f"you have {count_of(francs, 'franc')}"
    if loans:
        have += f" and {3 * loans} more for {count_of(loans, 'loan')}"
    through = f", {COST_OF_QUEEN} of them for the queen" if isinstance(action, UseQueen) else ""
    raise IllegalMoveError(
        f"That costs {count_of(cost, 'franc')}{through}; {have}. Choose something cheaper."
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
    _name(here, action.province)
    if action.factory not in FACTORY_TYPES:
        raise IllegalMoveError("A factory is M (metal) or T (textile).")
    if not here.stock(ACTIVE[action.factory]):
        raise IllegalMoveError(f"No {FACTORY_NAMES[action.factory]} factory is left in stock.")


def _check_place(here: MutablePosition, action: Place) -> None:
    _name(here, action.province)
    supply = here.supply[here.turn]
    if action.count < 1:
        raise IllegalMoveError("Place at least one citizen.")
    if action.count > supply:
        held = f"has only {count_of(supply, 'citizen')}" if supply else "is empty"
        raise IllegalMoveError(f"Your supply {held}.")


def _check_citizens(here: MutablePosition, action: MoveCitizens) -> None:
    origin = _name(here, action.origin)
    goals = action.goals
    if len(goals) != GOALS or min(goals) < 0 or goals[action.origin]:
        raise IllegalMoveError(f"Citizens move from {origin} to other provinces or the supply.")
    moved, present = sum(goals), here.citizens[here.colours * action.origin + here.turn]
    if moved < 1:
        raise IllegalMoveError("Move at least one citizen.")
    if moved > present:
        held = f"only {count_of(present, 'citizen')}" if present else "no citizen"
        raise IllegalMoveError(f"You have {held} in {origin}.")


def _check_congressman(here: MutablePosition, action: SendToCongress) -> None:
    if action.origin is None:
        if not here.supply[here.turn]:
            raise IllegalMoveError("Your supply is empty: send a citizen of a province.")
        return
    name = _name(here, action.origin)
    if not here.citizens[here.colours * action.origin + here.turn]:
        raise IllegalMoveError(f"You have no citizen in {name} to send to the Congress.")


def _check_king(here: MutablePosition, action: MoveKing) -> None:
    goal = _name(here, action.goal)
    if here.king is None:
        if action.steps:
            raise IllegalMoveError(
                f"From his portrait the King goes anywhere in 0 steps: "
                f"king:{here.map.ids[action.goal]}0."
            )
        return
    here_name = _king_province(here)
    if action.goal == here.king:
        raise IllegalMoveError(f"The King is in {here_name}: move him to another province.")
    routes = here.map.routes[here.king]
    possible = [steps for steps in range(1, PROVINCES) if action.goal in routes[steps]]
    if action.steps not in possible:
        listed = ", ".join(map(str, possible))
        raise IllegalMoveError(
            f"The King cannot go from {here_name} to {goal} in {count_of(action.steps, 'step')} "
            f"through different provinces. Possible: {listed}."
        )


# Answers


def _check_shut(here: MutablePosition, move: Move) -> None:
    assert here.king is not None
    where = _king_province(here)
    if not isinstance(move, Shut):
        raise IllegalMoveError(
            f"Nobody leads {where}: make one factory there inactive (shut:M or shut:T), "
            "or none (shut:-)."
        )
    if move.factory is not None and not here.factories[4 * here.king + ACTIVE[move.factory]]:
        name = FACTORY_NAMES[move.factory]
        raise IllegalMoveError(f"{where} has no active {name} factory.")


def _check_step(here: MutablePosition, move: Move) -> None:
    if not isinstance(move, VirtualStep):
        raise IllegalMoveError(
            f"Make a step with the virtual player, {here.steps} left: place one of its citizens "
            "in any province, or move one over a border."
        )
    goal = _name(here, move.goal)
    if move.origin is None:
        if not here.supply[here.seats]:
            raise IllegalMoveError(
                "The supply of the virtual player is empty: move one of its citizens."
            )
        return
    origin = _name(here, move.origin)
    if not here.citizens[here.colours * move.origin + here.seats]:
        raise IllegalMoveError(f"The virtual player has no citizen in {origin}.")
    if move.goal not in here.map.borders[move.origin]:
        raise IllegalMoveError(f"{origin} and {goal} have no common border.")


def _check_closing(here: MutablePosition, move: Move) -> None:
    borrowed, repaid = most_borrowed(here), most_repaid(here)
    if isinstance(move, Close) and -repaid <= move.loans <= borrowed:
        return
    choices = ["end it (done)"]
    if borrowed:
        choices.insert(0, f"take {count_of(borrowed, 'loan')} at most (loan:{borrowed})")
    if repaid:
        choices.insert(0, f"pay back {count_of(repaid, 'loan')} at most (repay:{repaid})")
    raise IllegalMoveError(f"Your turn ends: {' or '.join(choices)}.")
