"""The choices that make up one move, and the move that they come to. Pure functions."""

from __future__ import annotations

from collections.abc import Callable

from games.amber.constants import CARD_SUITS, CARDS, MOST_MOVED, PROBLEM_SUITS, VALUES
from games.amber.listing import hand_of
from games.amber.moves import (
    DECLINE,
    Attempt,
    Keep,
    Move,
    MoveMarkers,
    PlayCard,
    RemoveMarker,
    SolveByCrown,
    SolveBySuit,
)
from games.amber.moves import PASS as PASS_MOVE
from games.amber.mutable_position import MutablePosition
from siam_tui.games.amber.choice_kinds import CROWN, PASS, TAKE, Kind, card_choice
from siam_tui.games.move_builder import Choice, Path

# Reading choices


def read_move(here: MutablePosition, rest: Path) -> tuple[Move, int] | None:
    """Return the move that choices begin with, and how many of them it takes; None if none."""
    if not rest:
        return None
    if here.step == "act":
        return _read_play(here, rest)
    if here.step == "declare":
        problem = rest[0].value
        return (PASS_MOVE if rest[0] == PASS else Attempt(problem)), 1
    if here.step == "solve":
        return _read_solution(here, here.row[here.awarded_to(here.turn)], rest, 0)
    if here.step.endswith("PEN"):
        return _read_solution(here, rest[0].value, rest, 1)
    return _read_removal(here, rest) if here.step.endswith("CAV") else _read_moving(here, rest)


def _read_play(here: MutablePosition, rest: Path) -> tuple[Move, int] | None:
    card = CARDS[rest[0].value]
    if not here.ways(here.turn, CARD_SUITS[card]):
        return PlayCard(card, None), 1
    if (way := _read_way(here, rest[1:])) is None:
        return None
    area, origin, used = way
    return PlayCard(card, area, origin), 1 + used


def _read_way(here: MutablePosition, rest: Path) -> tuple[int, int | None, int] | None:
    """Return where to act, where the marker comes from, and how many choices say so."""
    needed = 1 if here.influence[here.turn] else 2
    if len(rest) < needed:
        return None
    return rest[0].value, rest[1].value if needed > 1 else None, needed


def _read_solution(
    here: MutablePosition, problem: int, rest: Path, start: int
) -> tuple[Move, int] | None:
    match rest[start:]:
        case (Choice(Kind.TAKE), *_):
            return Keep(problem), start + 1
        case (Choice(Kind.CROWN), Choice(_, area), *_):
            return SolveByCrown(problem, area), start + 2
        case (Choice(Kind.AREA), *_):
            if (way := _read_way(here, rest[start:])) is not None:
                area, origin, used = way
                return SolveBySuit(problem, area, origin), start + used
    return None


def _read_removal(here: MutablePosition, rest: Path) -> tuple[Move, int]:
    area = rest[0].value
    match rest[1:]:
        case (Choice(Kind.SEAT, seat), *_):
            return RemoveMarker(seat, area), 2
    return RemoveMarker(others_in(here, area)[0], area), 1


def _read_moving(here: MutablePosition, rest: Path) -> tuple[Move, int] | None:
    match rest:
        case (Choice(Kind.PASS), *_):
            return DECLINE, 1
        case (Choice(_, origin), Choice(_, goal), Choice(Kind.COUNT, count), *_):
            return MoveMarkers(count, origin, goal), 3
        case (Choice(_, origin), Choice(_, goal), *_):
            count = min(MOST_MOVED, here.on_area(here.turn, origin))
            return MoveMarkers(count, origin, goal), 2
    return None


def others_in(here: MutablePosition, area: int) -> list[int]:
    """Return the other players with a marker on an area: who has most on all areas first."""
    seats = (seat for seat in range(here.count) if seat != here.turn and here.on_area(seat, area))
    return sorted(seats, key=lambda seat: -here.on_areas(seat))


# Listing choices


def next_choices(  # noqa: PLR0911 - a line for each kind of move
    here: MutablePosition, rest: Path
) -> Path:
    """Return what may follow the choices of a move that is not complete."""
    seat = here.turn
    if here.step == "act":
        if not rest:
            return tuple(map(card_choice, hand_of(here)))
        return _ways(here, CARD_SUITS[CARDS[rest[0].value]], rest[1:])
    if here.step == "declare":
        row = (Choice(Kind.PROBLEM, problem) for problem in here.row)
        return (*(row if here.gold[seat] else ()), PASS)
    if here.step == "solve":
        return _solutions(here, here.row[here.awarded_to(seat)], rest)
    if here.step.endswith("PEN"):
        if not rest:
            found = (problem for place, problem in enumerate(here.row) if here.is_open(place))
            return tuple(Choice(Kind.PROBLEM, problem) for problem in found)
        return _solutions(here, rest[0].value, rest[1:])
    if here.step.endswith("CAV"):
        return _choices_of(Kind.RAID, here, lambda area: bool(others_in(here, area)))
    if not rest:
        origins = _choices_of(Kind.ORIGIN, here, lambda area: here.on_area(seat, area) > 0)
        return (*origins, PASS)
    return _choices_of(Kind.GOAL, here, lambda area: area != rest[0].value)


def _choices_of(kind: Kind, here: MutablePosition, is_wanted: Callable[[int], bool]) -> Path:
    """Return choices of areas, in the order of their places."""
    return tuple(Choice(kind, area) for area in here.places if is_wanted(area))


def _ways(here: MutablePosition, suits: int, rest: Path) -> Path:
    ways = here.ways(here.turn, suits)
    if not rest:
        return _choices_of(Kind.AREA, here, lambda area: any(area == goal for goal, _ in ways))
    return _choices_of(Kind.ORIGIN, here, lambda area: (rest[0].value, area) in ways)


def _solutions(here: MutablePosition, problem: int, rest: Path) -> Path:
    if rest and rest[0] == CROWN:
        return _choices_of(Kind.CONFIDANT, here, lambda area: area != here.confidant)
    if rest:
        return _ways(here, PROBLEM_SUITS[problem], rest)
    first = TAKE if VALUES[problem] else CROWN
    return (first, *_ways(here, PROBLEM_SUITS[problem], ()))


def amendments(here: MutablePosition, move: Move) -> Path:
    """Return how a move that was just made can be changed: one marker not two, another player.

    Args:
        here: the position it was made in.
        move: the move.
    """
    match move:
        case MoveMarkers(count, origin, _):
            most = min(MOST_MOVED, here.on_area(here.turn, origin))
            other = count % most + 1
            return (Choice(Kind.COUNT, other),) if other != count else ()
        case RemoveMarker(seat, area):
            others = others_in(here, area)
            other = others[(others.index(seat) + 1) % len(others)]
            return (Choice(Kind.SEAT, other),) if other != seat else ()
    return ()
