"""Moves as messages: their names, or what somebody did. Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal, TypeAlias

from games.foreign_king import ForeignKing
from games.foreign_king.moves import (
    Answer,
    Build,
    Close,
    Move,
    MoveCitizens,
    MoveKing,
    Place,
    SendToCongress,
    ShiftOrder,
    Shut,
    TakeCoins,
    TakeOrder,
    UseQueen,
    VirtualStep,
)
from games.foreign_king.ways import SUPPLY
from siam_tui.games.foreign_king.names import name_places
from siam_tui.games.game_texts import Length
from texts import Message, Noun, Person, say, tell

Who: TypeAlias = Person | Literal["name", "did"]
"""Whose move a sentence tells; or ``name`` for its name, ``did`` for what stands behind a name."""


def move_words(game: ForeignKing, move: Move, length: Length, who: Who = "name") -> str:
    """Return a move in words.

    >>> game = ForeignKing()
    >>> move_words(game, game.parse_move("move:LIM>BRA1+supply2"), "full", "did")
    'moves citizens from Limburg: 1 to Brabant, 2 to the supply'
    >>> move_words(game, game.parse_move("queen:build:T@LIE"), "shortest")
    'use queen: build textile in LIE'
    """
    return tell(name_move(game, move, length, who))


def step_words(game: ForeignKing, steps: Sequence[VirtualStep], length: Length) -> str:
    """Return what somebody did by steps with the virtual player: where citizens come, who moves.

    >>> game = ForeignKing()
    >>> steps = [game.parse_move(f"virtual:{step}") for step in ("LIE", "LIE", "LIM", "LIE>BRA")]
    >>> step_words(game, steps[:3], "full")
    'places citizens of the virtual player: 2 in Liège, 1 in Limburg'
    >>> step_words(game, steps[1:], "short")
    'places V: 1 in Liège, 1 in Limburg; moves V from Liège to Brabant'
    """
    placed, moved = (
        [step for step in steps if (step.origin is not None) == is_move]
        for is_move in (False, True)
    )
    found = [_tell_steps(game, kind, length) for kind in (placed, moved) if kind]
    return tell("games/in-a-row", each=tuple(found))


def _tell_steps(game: ForeignKing, steps: Sequence[VirtualStep], length: Length) -> str:
    """Return what somebody did by steps of one kind."""
    if len(steps) == 1:
        return move_words(game, steps[0], length, "did")
    places = name_places(game.map, length)
    each = tuple(
        say(
            "foreign_king/move/steps",
            n=n,
            origin=None if origin is None else places[origin],
            place=places[goal],
        )
        for (origin, goal), n in Counter((step.origin, step.goal) for step in steps).items()
    )
    moved = steps[0].origin is not None
    return tell("foreign_king/move/virtuals", moved=moved, length=length, each=each)


def name_move(game: ForeignKing, move: Move, length: Length, who: Who = "name") -> Message:
    """Return a move as a message, without a full stop."""
    places = name_places(game.map, length)
    match move:
        case UseQueen(action):
            inner = name_move(game, action, length)
            return say("foreign_king/move/queen", who=who, length=length, action=inner)
        case TakeCoins():
            return say("foreign_king/move/coins", who=who)
        case TakeOrder():
            return say("foreign_king/move/order", who=who, length=length)
        case Build() | Place() | MoveCitizens() | SendToCongress() | MoveKing():
            return _action(move, length, who, places)
    return _answer(move, length, who, places)


def _action(
    move: Build | Place | MoveCitizens | SendToCongress | MoveKing,
    length: Length,
    who: Who,
    places: Sequence[Noun],
) -> Message:
    match move:
        case Build(kind, province):
            factory, place = Noun("foreign_king/factory", kind), places[province]
            return say(
                "foreign_king/move/build", who=who, length=length, factory=factory, place=place
            )
        case Place(n, province):
            place = places[province]
            return say("foreign_king/move/place", who=who, length=length, n=n, place=place)
        case SendToCongress(origin):
            start = places[SUPPLY if origin is None else origin]
            return say("foreign_king/move/congress", who=who, length=length, origin=start)
        case MoveKing(goal, steps):
            place = places[goal]
            return say("foreign_king/move/king", who=who, length=length, place=place, steps=steps)
    return _citizens(move, length, who, places)


def _citizens(move: MoveCitizens, length: Length, who: Who, places: Sequence[Noun]) -> Message:
    origin, to = places[move.origin], [(goal, n) for goal, n in enumerate(move.goals) if n]
    if len(to) > 1:
        goals = tuple(
            say("foreign_king/move/goal", length=length, n=n, place=places[goal]) for goal, n in to
        )
        return say("foreign_king/move/several", who=who, length=length, origin=origin, goals=goals)
    ((goal, n),) = to
    place = places[goal]
    return say("foreign_king/move/move", who=who, length=length, n=n, origin=origin, place=place)


def _answer(  # noqa: PLR0911 - a line for each kind of move
    move: Move, length: Length, who: Who, places: Sequence[Noun]
) -> Message:
    match move:
        case Answer(yes):
            return say(
                "foreign_king/move/yes" if yes else "foreign_king/move/no", who=who, length=length
            )
        case Shut(None):
            return say("foreign_king/move/shut-none", who=who)
        case Shut(kind):
            factory = Noun("foreign_king/factory", str(kind))
            return say("foreign_king/move/shut", who=who, length=length, factory=factory)
        case VirtualStep(None, goal):
            return say("foreign_king/move/virtual", who=who, length=length, place=places[goal])
        case VirtualStep(start, goal):
            origin, place = places[start or 0], places[goal]
            return say(
                "foreign_king/move/virtual-move",
                who=who,
                length=length,
                origin=origin,
                place=place,
            )
        case Close(0):
            return say("foreign_king/move/done", who=who)
        case Close(loans):
            return say(
                "foreign_king/move/loan" if loans > 0 else "foreign_king/move/repay",
                who=who,
                n=abs(loans),
            )
        case ShiftOrder(number):
            return say("foreign_king/move/shift", who=who, length=length, place=number)
    return say("foreign_king/move/skip", who=who)
