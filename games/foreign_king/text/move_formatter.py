"""Prints moves in their one canonical form."""

from __future__ import annotations

from typing import Final

from games.foreign_king.map import Map
from games.foreign_king.moves import (
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

SUPPLY_WORD: Final = "supply"


def format_move(board: Map, move: Move) -> str:  # noqa: PLR0911 - a line for each form
    """Print a move.

    >>> from games.foreign_king.map import load_map
    >>> format_move(load_map("belgium"), MoveCitizens(3, (0, 0, 0, 0, 2, 0, 0, 0, 0, 1)))
    'move:LIM>BRA2+supply1'
    """
    match move:
        case Skip():
            return "skip"
        case Answer(yes):
            return "yes" if yes else "no"
        case Shut(factory):
            return f"shut:{factory or '-'}"
        case VirtualStep(origin, goal):
            start = "" if origin is None else f"{board.ids[origin]}>"
            return f"virtual:{start}{board.ids[goal]}"
        case Close(loans):
            return "done" if not loans else f"loan:{loans}" if loans > 0 else f"repay:{-loans}"
        case ShiftOrder(place):
            return f"order:{place}"
        case UseQueen(action):
            return f"queen:{_format_action(board, action)}"
        case _:
            return _format_action(board, move)


def _format_action(board: Map, action: PlainAction) -> str:
    ids = board.ids
    match action:
        case Build(factory, province):
            return f"build:{factory}@{ids[province]}"
        case Place(count, province):
            return f"place:{count}@{ids[province]}"
        case MoveCitizens(origin, goals):
            return f"move:{ids[origin]}>{format_goals(board, goals)}"
        case SendToCongress(origin):
            return f"congress:{SUPPLY_WORD if origin is None else ids[origin]}"
        case MoveKing(goal, steps):
            return f"king:{ids[goal]}{steps}"
        case _:
            return action.space


def format_goals(board: Map, goals: tuple[int, ...]) -> str:
    """Print how many citizens go where."""
    names = (*board.ids, SUPPLY_WORD)
    parts = zip(names, goals, strict=True)
    return "+".join(f"{name}{count}" for name, count in parts if count)
