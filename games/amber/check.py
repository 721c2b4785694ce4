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
from texts import Seat, say


def check(here: MutablePosition, move: Move) -> None:
    """Return if the move is legal.

    Raises:
        IllegalMoveError: says why it is not, and what to do.
        GameError: it depends on something hidden.
    """
    step = here.step
    if step == "over":
        raise IllegalMoveError(say("amber/refused/over"))
    if here.turn == here.dummy:
        only = dummy.choose(here)
        if move != only:
            raise IllegalMoveError(say("amber/refused/dummy", move=MOVE_TABLE.format(only)))
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
        raise IllegalMoveError(say("amber/refused/no-such-area"))
    return AREAS[area]


# Acting


def _check_play(here: MutablePosition, move: Move) -> None:
    if not isinstance(move, PlayCard):
        raise IllegalMoveError(say("amber/refused/no-card"))
    hand = hand_of(here)
    if not move.card or move.card not in hand:
        raise IllegalMoveError(say("amber/refused/not-in-hand", card=move.card, hand=hand))
    suits = CARD_SUITS[move.card]
    if move.area is None:
        if here.ways(here.turn, suits):
            raise IllegalMoveError(
                say("amber/refused/must-act", card=move.card, areas=_areas_with(suits))
            )
        return
    _check_way(here, move.card, suits, move.area, move.origin)


def _areas_with(suits: Suits) -> tuple[str, ...]:
    return tuple(AREAS[area] for area in range(len(AREAS)) if AREA_SUITS[area] & suits)


def _check_way(
    here: MutablePosition, card: str, suits: Suits, area: Area, origin: Area | None
) -> None:
    """Check where a card or a Problem leads, and where the marker comes from (A6)."""
    name = _name(area)
    if not AREA_SUITS[area] & suits:
        areas = _areas_with(suits)
        raise IllegalMoveError(say("amber/refused/wrong-suit", card=card, area=name, areas=areas))
    if here.influence[here.turn]:
        if origin is not None:
            raise IllegalMoveError(say("amber/refused/from-supply", card=card, area=name))
        return
    if origin is None:
        raise IllegalMoveError(say("amber/refused/no-origin", card=card, area=name))
    if origin == area:
        raise IllegalMoveError(say("amber/refused/same-area", area=name))
    origin_name = _name(origin)
    if not here.on_area(here.turn, origin):
        raise IllegalMoveError(say("amber/refused/no-marker", area=origin_name))


# Problems


def _check_attempt(here: MutablePosition, move: Move) -> None:
    if isinstance(move, Pass):
        return
    if not isinstance(move, Attempt):
        raise IllegalMoveError(say("amber/refused/no-attempt"))
    if not here.gold[here.turn]:
        raise IllegalMoveError(say("amber/refused/no-gold"))
    if move.problem not in here.row:
        problem, row = _problem_name(move.problem), tuple(PROBLEMS[each] for each in here.row)
        raise IllegalMoveError(say("amber/refused/not-in-row", problem=problem, row=row))


def _problem_name(problem: Problem) -> str:
    if not 0 <= problem < len(PROBLEMS):
        raise IllegalMoveError(say("amber/refused/no-such-problem"))
    return PROBLEMS[problem]


def _check_solution(here: MutablePosition, move: Move) -> None:
    if here.step == "solve":
        choices = [here.row[here.awarded_to(here.turn)]]
    else:
        choices = [problem for index, problem in enumerate(here.row) if here.is_open(index)]
    names = tuple(PROBLEMS[problem] for problem in choices)
    if not isinstance(move, Keep | SolveBySuit | SolveByCrown):
        raise IllegalMoveError(say("amber/refused/no-solution", problems=names))
    problem = move.problem
    name = _problem_name(problem)
    if problem not in choices:
        raise IllegalMoveError(say("amber/refused/not-yours", problem=name, problems=names))
    if isinstance(move, SolveBySuit):
        suits = PROBLEM_SUITS[problem]
        if not here.ways(here.turn, suits):
            raise IllegalMoveError(say("amber/refused/nothing-to-put", problem=name))
        _check_way(here, name, suits, move.area, move.origin)
    elif isinstance(move, Keep):
        if not VALUES[problem]:
            raise IllegalMoveError(say("amber/refused/no-number", problem=name))
    elif VALUES[problem]:
        raise IllegalMoveError(say("amber/refused/no-crown", problem=name))
    elif move.area == here.confidant:
        raise IllegalMoveError(say("amber/refused/confidant-there", area=_name(move.area)))
    else:
        _name(move.area)


# Effects


def _check_removal(here: MutablePosition, move: Move) -> None:
    if not isinstance(move, RemoveMarker):
        raise IllegalMoveError(say("amber/refused/no-removal"))
    name = _name(move.area)
    if not 0 <= move.seat < here.count or move.seat == here.turn:
        raise IllegalMoveError(say("amber/refused/no-opponent", seat=Seat(move.seat)))
    if not here.on_area(move.seat, move.area):
        raise IllegalMoveError(say("amber/refused/none-of-theirs", seat=Seat(move.seat), area=name))


def _check_moving(here: MutablePosition, move: Move) -> None:
    if isinstance(move, Decline):
        return
    if not isinstance(move, MoveMarkers):
        raise IllegalMoveError(say("amber/refused/no-moving"))
    origin, goal = _name(move.origin), _name(move.goal)
    if move.origin == move.goal:
        raise IllegalMoveError(say("amber/refused/there-already", area=goal))
    if not 1 <= move.count <= MOST_MOVED:
        raise IllegalMoveError(say("amber/refused/count", most=MOST_MOVED))
    there = here.on_area(here.turn, move.origin)
    if there < move.count:
        raise IllegalMoveError(say("amber/refused/too-few", n=there, area=origin, count=move.count))
