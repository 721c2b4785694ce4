"""What a move brings, in words: gold, influence, or a wall. Pure functions."""

from __future__ import annotations

from typing import Final

from games.amber import Position
from games.amber.constants import VALUES, Area
from games.amber.moves import Keep, Move, MoveMarkers, PlayCard, SolveByCrown, SolveBySuit
from games.plural import count_of
from siam_tui.games.amber.board.effect_text import effect_forms
from siam_tui.games.amber.facts import AreaEffect, Way, effect_at
from siam_tui.games.amber.names import ANOTHER_PLAYER

_NEXT: Final = {
    "PEN": "pay 1 gold and solve a Problem",
    "CAV": "a marker of {other} goes back",
    "CHA": "move 1 or 2 markers and act there",
}


def way_of(move: Move) -> tuple[Area, Way] | None:
    """Return whose effect a move carries out, and how; None if no area's."""
    match move:
        case PlayCard(_, area, origin) if area is not None:
            return area, Way(origin=origin)
        case SolveBySuit(problem, area, origin):
            return area, Way(origin=origin, problem=problem)
        case SolveByCrown(problem, area):
            return area, Way(confidant=True, problem=problem)
        case MoveMarkers(count, origin, goal):
            return goal, Way(origin=origin, count=count)
    return None


def effect_of(position: Position, move: Move) -> AreaEffect | None:
    """Return what a move of the seat on turn brings; None where it acts in no area."""
    found = way_of(move)
    if found is None or position.turn is None:
        return None
    area, way = found
    return effect_at(position, position.turn, area, way)


def effect_sentence(
    effect: AreaEffect, position: Position, seat: int, other: str = ANOTHER_PLAYER
) -> str:
    """Return what an area brings in full, such as ``1 gold and 1 influence`` or ``wall 8``.

    Args:
        effect: what it brings.
        position: the position.
        seat: to whom.
        other: who may lose a marker by it.
    """
    if effect.asks:
        return _NEXT[effect.asks].format(other=other)
    if effect.gold and effect.influence:
        return f"{effect.gold} gold and {effect.influence} influence"
    if effect.gold or effect.influence:
        return f"{effect.gold} gold" if effect.gold else f"{effect.influence} influence"
    if effect.wall[0] != effect.wall[1]:
        return f"wall {effect.wall[1]}"
    return effect_forms(effect, position, seat)[0]


def gain_of_move(position: Position, move: Move) -> str:
    """Return the gold and influence that a move brings its seat; empty if it brings none."""
    effect = effect_of(position, move)
    if effect is None or effect.asks or position.turn is None:
        return ""
    if not effect.gold and not effect.influence:
        return ""
    return effect_sentence(effect, position, position.turn)


def news_of_move(position: Position, move: Move) -> str:
    """Return what a move brings its seat, for the log; empty if there is nothing to add."""
    if isinstance(move, Keep):
        return count_of(VALUES[move.problem], "point")
    effect = effect_of(position, move)
    if effect is None or effect.asks or position.turn is None:
        return ""
    return effect_forms(effect, position, position.turn)[0]
