"""Whether one move is legal, and if not, why."""

from __future__ import annotations

from games.amber import dummy
from games.amber.constants import (
    AREA_SUITS,
    AREAS,
    CARD_SUITS,
    MOST_MOVED,
    PROBLEM_SUITS,
    PROBLEMS,
    VALUES,
    Area,
    Problem,
    Suits,
)
from games.amber.listing import hand_of
from games.amber.moves import (
    Attempt,
    Decline,
    Keep,
    Move,
    MoveMarkers,
    Pass,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from games.amber.mutable_position import MutablePosition
from games.amber.text.move_table import MOVE_TABLE
from games.contract import IllegalMoveError
from games.plural import count_of


def check(here: MutablePosition, move: Move) -> None:
    """Return if the move is legal.

    Raises:
        IllegalMoveError: says why it is not, and what to do.
        GameError: it depends on something hidden.
    """
    step = here.step
    if step == "over":
        raise IllegalMoveError("The game is over.")
    if here.turn == here.dummy:
        only = dummy.choose(here)
        if move != only:
            raise IllegalMoveError(f"The dummy can only play {MOVE_TABLE.format(only)}.")
    elif step == "act":
        _check_play(here, move)
    elif step == "declare":
        _check_attempt(here, move)
    elif step.endswith("CAV"):
        _check_removal(here, move)
    elif step.endswith("CHA"):
        _check_moving(here, move)
    else:
        _check_solution(here, move)


def _name(area: Area) -> str:
    if not 0 <= area < len(AREAS):
        raise IllegalMoveError("There is no such area.")
    return AREAS[area]


# Acting


def _check_play(here: MutablePosition, move: Move) -> None:
    if not isinstance(move, PlayCard):
        raise IllegalMoveError("It is your turn to play a card and act in an area.")
    hand = hand_of(here)
    if not move.card or move.card not in hand:
        raise IllegalMoveError(f"You do not have the card {move.card}; your hand is {hand}.")
    suits = CARD_SUITS[move.card]
    if move.area is None:
        if here.ways(here.turn, suits):
            raise IllegalMoveError(
                f"You must act in an area with a suit of {move.card}: {_areas_with(suits)}."
            )
        return
    _check_way(here, move.card, suits, move.area, move.origin)


def _areas_with(suits: Suits) -> str:
    return ", ".join(AREAS[area] for area in range(len(AREAS)) if AREA_SUITS[area] & suits)


def _check_way(
    here: MutablePosition, card: str, suits: Suits, area: Area, origin: Area | None
) -> None:
    """Check where a card or a Problem leads, and where the marker comes from (A6)."""
    name = _name(area)
    if not AREA_SUITS[area] & suits:
        raise IllegalMoveError(f"{card} does not lead to {name}, but to {_areas_with(suits)}.")
    if here.influence[here.turn]:
        if origin is not None:
            raise IllegalMoveError(
                f"The marker comes from your supply, as long as it has one: write {card}:{name}."
            )
        return
    if origin is None:
        raise IllegalMoveError(
            f"Your supply is empty: say which area the marker comes from, as in {card}:LUN>{name}."
        )
    if origin == area:
        raise IllegalMoveError(f"The marker must come from another area than {name}.")
    origin_name = _name(origin)
    if not here.on_area(here.turn, origin):
        raise IllegalMoveError(f"You have no marker on {origin_name}.")


# Problems


def _check_attempt(here: MutablePosition, move: Move) -> None:
    if isinstance(move, Pass):
        return
    if not isinstance(move, Attempt):
        raise IllegalMoveError("Attempt a Problem of the row (try:), or pass.")
    if not here.gold[here.turn]:
        raise IllegalMoveError("An attempt costs 1 gold, and you have none: pass.")
    if move.problem not in here.row:
        raise IllegalMoveError(
            f"{_problem_name(move.problem)} is not in the row: {_name_row(here)}."
        )


def _problem_name(problem: Problem) -> str:
    if not 0 <= problem < len(PROBLEMS):
        raise IllegalMoveError("There is no such Problem.")
    return PROBLEMS[problem]


def _name_row(here: MutablePosition) -> str:
    return ", ".join(PROBLEMS[problem] for problem in here.row) or "there is none"


def _check_solution(here: MutablePosition, move: Move) -> None:
    if here.step == "solve":
        choices = [here.row[here.awarded_to(here.turn)]]
    else:
        choices = [problem for index, problem in enumerate(here.row) if here.is_open(index)]
    names = ", ".join(PROBLEMS[problem] for problem in choices)
    if not isinstance(move, Keep | SolveBySuit | SolveByCrown):
        raise IllegalMoveError(f"Solve a Problem: {names}.")
    problem = move.problem
    name = _problem_name(problem)
    if problem not in choices:
        raise IllegalMoveError(f"{name} is not yours to solve now, but {names} is.")
    if isinstance(move, SolveBySuit):
        suits = PROBLEM_SUITS[problem]
        if not here.ways(here.turn, suits):
            raise IllegalMoveError(f"You have no marker to put: solve {name} another way.")
        _check_way(here, name, suits, move.area, move.origin)
    elif isinstance(move, Keep):
        if not VALUES[problem]:
            raise IllegalMoveError(f"{name} has no number, so it cannot be kept.")
    elif VALUES[problem]:
        raise IllegalMoveError(f"{name} has no crown, so it does not move the Confidant.")
    elif move.area == here.confidant:
        raise IllegalMoveError(f"The Confidant is on {_name(move.area)}: move it elsewhere.")
    else:
        _name(move.area)


# Effects


def _check_removal(here: MutablePosition, move: Move) -> None:
    if not isinstance(move, RemoveMarker):
        raise IllegalMoveError(
            "The Cave: put a marker of an opponent back into the reserve (CAV:<seat>@<area>)."
        )
    name = _name(move.area)
    if not 0 <= move.seat < here.count or move.seat == here.turn:
        raise IllegalMoveError(f"Seat {move.seat} is not an opponent.")
    if not here.on_area(move.seat, move.area):
        raise IllegalMoveError(f"Seat {move.seat} has no marker on {name}.")


def _check_moving(here: MutablePosition, move: Move) -> None:
    if isinstance(move, Decline):
        return
    if not isinstance(move, MoveMarkers):
        raise IllegalMoveError(
            "The Chance Meeting: move 1 or 2 of your markers to another area "
            "(CHA:<number>@<from>><to>), or none (CHA:-)."
        )
    origin, goal = _name(move.origin), _name(move.goal)
    if move.origin == move.goal:
        raise IllegalMoveError(f"The markers are on {goal} already: choose another area.")
    if not 1 <= move.count <= MOST_MOVED:
        raise IllegalMoveError(f"Move 1 or {MOST_MOVED} markers.")
    there = here.on_area(here.turn, move.origin)
    if there < move.count:
        raise IllegalMoveError(
            f"You have {count_of(there, 'marker')} on {origin}, not {move.count}."
        )
