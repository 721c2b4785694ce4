"""Moves in words. Pure functions.

The words are a predicate: with ``s`` as in *Ann builds*, without it as in *You build*, or as the
name of a move. The caller chooses the names of the provinces: full, short, or ids.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.foreign_king import ForeignKing
from games.foreign_king.constants import FACTORY_NAMES
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
from games.plural import count_of
from siam_tui.games.game_texts import Length
from siam_tui.games.map_board.place_names import names_of

_LONG: Final = {
    "build": "build{s} a {factory} factory in {where}",
    "place": "place{s} {citizens} in {where}",
    "move": "move{s} {citizens} from {origin} to {where}",
    "move to several": "move{s} citizens from {origin}: {goals}",
    "congress": "send{s} a citizen from {origin} to the Congress",
    "king": "move{s} the King to {where}, {steps}",
    "first king": "move{s} the King to {where}",
    "coins": "take{s} coins",
    "order": "take{s} a franc and may change the turn order",
    "queen": "use{s} the queen to {action}",
    "yes": "send{s} all congressmen to the King",
    "no": "keep{s} all congressmen in the Congress",
    "shut": "make{s} a {factory} factory inactive",
    "shut none": "make{s} no factory inactive",
    "virtual": "place{s} a citizen of the virtual player in {where}",
    "virtual move": "move{s} a citizen of the virtual player from {origin} to {where}",
    "virtuals": "place{s} citizens of the virtual player: {each}",
    "virtual moves": "move{s} citizens of the virtual player: {each}",
    "done": "end{s} the turn",
    "loan": "take{s} {loans}",
    "repay": "pay{s} back {loans}",
    "shift": "take{s} place {place} in the turn order",
    "skip": "skip{s} the turn",
}
_SHORT: Final = _LONG | {
    "build": "build{s} {factory} in {where}",
    "place": "place{s} {count} in {where}",
    "move": "move{s} {count} from {origin} to {where}",
    "move to several": "move{s} from {origin}: {goals}",
    "congress": "send{s} one to Congress from {origin}",
    "king": "move{s} King to {where}, {steps}",
    "first king": "move{s} King to {where}",
    "order": "take{s} order",
    "queen": "use{s} queen: {action}",
    "yes": "send{s} congressmen",
    "no": "keep{s} congressmen",
    "shut": "make{s} {factory} inactive",
    "virtual": "place{s} V in {where}",
    "virtual move": "move{s} V from {origin} to {where}",
    "virtuals": "place{s} V: {each}",
    "virtual moves": "move{s} V: {each}",
    "shift": "take{s} place {place}",
}
_SUPPLY: Final = {"full": "the supply", "short": "supply", "shortest": "supply"}


def move_words(game: ForeignKing, move: Move, length: Length, *, s: str = "") -> str:
    """Return a move in words.

    >>> game = ForeignKing()
    >>> move_words(game, game.parse_move("move:LIM>BRA1+supply2"), "full", s="s")
    'moves citizens from Limburg: 1 to Brabant, 2 to the supply'
    >>> move_words(game, game.parse_move("queen:build:T@LIE"), "shortest")
    'use queen: build textile in LIE'
    """
    names = (*names_of(game.map, length), _SUPPLY[length])
    template, parts = _parts(game, move, length, names)
    templates = _LONG if length == "full" else _SHORT
    return templates[template].format(s=s, **parts)


def step_words(
    game: ForeignKing, steps: Sequence[VirtualStep], length: Length, *, s: str = ""
) -> str:
    """Return several steps with the virtual player in words: where citizens come, then who moves.

    >>> game = ForeignKing()
    >>> steps = [game.parse_move(f"virtual:{step}") for step in ("LIE", "LIE", "LIM", "LIE>BRA")]
    >>> step_words(game, steps[:3], "full", s="s")
    'places citizens of the virtual player: 2 in Liège, 1 in Limburg'
    >>> step_words(game, steps[1:], "short")
    'place V: 1 in Liège, 1 in Limburg; move V from Liège to Brabant'
    """
    told = []
    for name in ("virtual", "virtual move"):
        kind = [step for step in steps if (step.origin is not None) == (name == "virtual move")]
        if len(kind) == 1:
            told.append(move_words(game, kind[0], length, s=s))
        elif kind:
            templates = _LONG if length == "full" else _SHORT
            each = _step_counts(kind, names_of(game.map, length))
            told.append(templates[f"{name}s"].format(s=s, each=each))
    return "; ".join(told)


def _step_counts(steps: Sequence[VirtualStep], names: Sequence[str]) -> str:
    """Return how many citizens go where by steps of one kind."""
    counted = Counter(
        f"in {names[step.goal]}"
        if step.origin is None
        else f"from {names[step.origin]} to {names[step.goal]}"
        for step in steps
    )
    return ", ".join(f"{count} {way}" for way, count in counted.items())


def _parts(  # noqa: PLR0911 - a line for each kind of move
    game: ForeignKing, move: Move, length: Length, names: Sequence[str]
) -> tuple[str, dict[str, object]]:
    """Return which template a move has, and what is put into it."""
    match move:
        case Build(factory, province):
            return "build", {"factory": FACTORY_NAMES[factory], "where": names[province]}
        case Place(count, province):
            citizens = count_of(count, "citizen")
            return "place", {"citizens": citizens, "count": count, "where": names[province]}
        case MoveCitizens(origin, goals):
            return _citizens(origin, goals, names, brief=length == "shortest")
        case SendToCongress(origin):
            return "congress", {"origin": names[-1 if origin is None else origin]}
        case MoveKing(goal, 0):
            return "first king", {"where": names[goal]}
        case MoveKing(goal, steps):
            return "king", {"where": names[goal], "steps": count_of(steps, "step")}
        case TakeCoins():
            return "coins", {}
        case TakeOrder():
            return "order", {}
        case UseQueen(action):
            return "queen", {"action": move_words(game, action, length)}
        case _:
            return _answer(move, names)


def _citizens(
    origin: int, goals: tuple[int, ...], names: Sequence[str], *, brief: bool
) -> tuple[str, dict[str, object]]:
    to = [(goal, count) for goal, count in enumerate(goals) if count]
    if len(to) > 1:
        form, gap = ("{where} {count}", ", ") if brief else ("{count} to {where}", ", ")
        told = gap.join(form.format(where=names[goal], count=count) for goal, count in to)
        return "move to several", {"origin": names[origin], "goals": told}
    ((goal, count),) = to
    citizens = {"citizens": count_of(count, "citizen"), "count": count}
    return "move", {**citizens, "origin": names[origin], "where": names[goal]}


def _answer(move: Move, names: Sequence[str]) -> tuple[str, dict[str, object]]:  # noqa: PLR0911 - a line for each kind of move
    match move:
        case Answer(yes):
            return "yes" if yes else "no", {}
        case Shut(factory) if factory is None:
            return "shut none", {}
        case Shut(factory) if factory is not None:
            return "shut", {"factory": FACTORY_NAMES[factory]}
        case VirtualStep(origin, goal) if origin is None:
            return "virtual", {"where": names[goal]}
        case VirtualStep(origin, goal) if origin is not None:
            return "virtual move", {"origin": names[origin], "where": names[goal]}
        case Close(0):
            return "done", {}
        case Close(loans):
            return "loan" if loans > 0 else "repay", {"loans": count_of(abs(loans), "loan")}
        case ShiftOrder(place):
            return "shift", {"place": place}
    return "skip", {}
