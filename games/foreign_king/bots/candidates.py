"""The actions worth thinking about, out of up to millions: by steps, from a space to amounts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from games.foreign_king.constants import COST_OF_QUEEN, PROVINCES, Space
from games.foreign_king.effects import play_move
from games.foreign_king.listing import (
    count_moves,
    king_routes,
    list_actions,
    list_moves,
    origins,
    queen_spaces,
)
from games.foreign_king.moves import (
    Action,
    Move,
    MoveCitizens,
    MoveKing,
    Place,
    PlainAction,
    UseQueen,
    VirtualStep,
)
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.foreign_king.ways import GOALS, ways_from

_EXTENDED: Final = 3
"""So many of the best moves of citizens are tried with one more citizen."""
_FEW_MOVES: Final = 200
"""So many moves are all looked at where all are wanted."""

Judge = Callable[[MutablePosition, int], float]
Rate = Callable[[Action], float]


def rate_moves(position: Position, judge: Judge, width: int | None) -> dict[Move, float]:
    """Return moves with what they look worth to the seat that decides.

    Args:
        position: one that is not over.
        judge: returns what the position after a move is worth to a seat, and may change it.
        width: how many are wanted at most; None for all legal moves, if these are few.
    """
    seat = position.turn if position.asked is None else position.asked

    def rate(move: Move) -> float:
        after = MutablePosition(position)
        play_move(after, move)
        return judge(after, seat)

    before = MutablePosition(position)
    acts = position.asks == "act" and before.can_act(position.turn)
    if acts and (width is not None or count_moves(position) > _FEW_MOVES):
        return _rate_actions(before, rate)
    if width == 1 and position.asks == "virtual" and before.supply[before.seats]:
        return {step: rate(step) for step in map(_place_virtual_citizen, range(PROVINCES))}
    return {move: rate(move) for move in list_moves(position)}


def _place_virtual_citizen(province: int) -> Move:
    return VirtualStep(None, province)


def _rate_actions(here: MutablePosition, rate: Rate) -> dict[Move, float]:
    """Return actions of the seat on turn that are worth a thought, with their worth.

    Args:
        here: a position that asks for an action, with at least one usable space.
        rate: returns what an action is worth.
    """
    means = here.means(here.turn)
    rated: dict[Move, float] = {}

    def note(action: Action) -> float:
        worth = rated[action] = rate(action)
        return worth

    def note_through_queen(action: PlainAction) -> float:
        return note(UseQueen(action))

    usable = here.usable_spaces(here.turn)
    for space in usable:
        if space != "queen":
            _rate_space(here, space, means, note)
    if "queen" in usable:
        opened = queen_spaces(here)
        # A free space is cheaper without her.
        for space in [each for each in opened if each in here.pawns] or opened:
            _rate_space(here, space, means - COST_OF_QUEEN, note_through_queen)
    return rated


def _rate_space(
    here: MutablePosition, space: Space, means: int, note: Callable[[PlainAction], float]
) -> None:
    if space == "move":
        _rate_citizens(here, means, note)
        return
    for action in _plain_actions(here, space, means):
        note(action)


def _plain_actions(here: MutablePosition, space: Space, means: int) -> Iterator[PlainAction]:
    if space == "place":
        return _places(here, means)
    if space == "king":
        return _king_moves(here, means)
    return list_actions(here, space, means)


def _places(here: MutablePosition, means: int) -> Iterator[PlainAction]:
    """Iterate over placings: one citizen, enough to tie or to lead, one more, all."""
    most = min(here.supply[here.turn], means + 1)
    for province in range(PROVINCES):
        start = here.colours * province
        counts = here.citizens[start : start + here.colours]
        mine = counts.pop(here.turn)
        to_lead = max(counts) + 1 - mine
        for count in sorted({1, to_lead - 1, to_lead, to_lead + 1, most}):
            if 1 <= count <= most:
                yield Place(count, province)


def _king_moves(here: MutablePosition, means: int) -> Iterator[PlainAction]:
    """Iterate over ways of the King: to each goal the shortest and the longest."""
    steps_to: dict[int, list[int]] = {}
    for steps, goals in king_routes(here, means):
        for goal in goals:
            steps_to.setdefault(goal, []).append(steps)
    for goal, all_steps in steps_to.items():
        for steps in sorted({all_steps[0], all_steps[-1]}):
            yield MoveKing(goal, steps)


def _rate_citizens(here: MutablePosition, means: int, note: Callable[[PlainAction], float]) -> None:
    """Rate moves of one citizen; then the best ones with one more, as long as that is better."""
    for origin in origins(here, here.turn):
        citizens = here.citizens[here.colours * origin + here.turn]
        ways = ways_from(here.map, origin)
        nothing = (0,) * GOALS
        best = [(-1.0, 0, nothing)]
        for moved in range(1, citizens + 1):
            longer: dict[tuple[int, ...], tuple[float, int, tuple[int, ...]]] = {}
            for worth, steps, goals in best:
                for goal, needed in ways:
                    more = (*goals[:goal], goals[goal] + 1, *goals[goal + 1 :])
                    if more not in longer and steps + needed <= means + 1:
                        found = note(MoveCitizens(origin, more))
                        if found > worth or moved == 1:
                            longer[more] = found, steps + needed, more
            best = sorted(longer.values(), reverse=True)[:_EXTENDED]
            if not best:
                break
