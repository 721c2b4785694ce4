"""What moves do to a position that is changed in place (F3–F17).

Nothing here asks whether a move is legal; `games.foreign_king.check` does.
"""

from __future__ import annotations

from games.foreign_king.constants import (
    ACTIVE,
    CITIZENS_FOR_POINT,
    INCOME_OF_ORDER,
    LOAN,
    POINTS_OF_METAL,
    POINTS_OF_TEXTILE,
    REPAYMENT,
    Colour,
    Factory,
)
from games.foreign_king.costs import cost_of_action, loans_needed
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
    TakeCoins,
    TakeOrder,
    UseQueen,
    VirtualStep,
)
from games.foreign_king.mutable_position import NOBODY, MutablePosition
from games.foreign_king.ways import SUPPLY


def play_move(here: MutablePosition, move: Move) -> None:
    """Change a position by a legal move."""
    if isinstance(move, Close):
        _close(here, move.loans)
    elif isinstance(move, Answer):
        _answer(here, yes=move.yes)
    elif isinstance(move, VirtualStep):
        _step(here, move)
    elif isinstance(move, Shut):
        _shut(here, move.factory)
    elif isinstance(move, ShiftOrder):
        _shift(here, move.place)
    elif isinstance(move, Skip):
        finish_action(here)
    else:
        _act(here, move)


# Actions


def _act(here: MutablePosition, action: Action) -> None:
    seat = here.turn
    cost = cost_of_action(here.map, action)
    loans = loans_needed(here.francs[seat], cost)
    here.loans[seat] += loans
    here.francs[seat] += LOAN * loans - cost
    here.pawns[seat] = action.space
    if isinstance(action, UseQueen):
        if isinstance(action.action, TakeOrder):
            here.changes.append(seat)  # after the seat whose pawn is on the space (F13)
        _carry_out(here, seat, action.action)
    else:
        if isinstance(action, TakeOrder):
            here.changes.insert(0, seat)
        _carry_out(here, seat, action)


def _carry_out(here: MutablePosition, seat: int, action: PlainAction) -> None:
    if isinstance(action, MoveKing):
        _move_king(here, action.goal, action.steps)
        return
    if isinstance(action, Place):
        add_citizens(here, seat, action.province, action.count)
    elif isinstance(action, Build):
        if not here.is_industrialised(action.province):
            here.medals[seat] += 1
        here.factories[4 * action.province + ACTIVE[action.factory]] += 1
    elif isinstance(action, MoveCitizens):
        move_citizens(here, seat, action)
    elif isinstance(action, SendToCongress):
        if action.origin is None:
            here.supply[seat] -= 1
        else:
            here.citizens[here.colours * action.origin + seat] -= 1
        here.congressmen[seat] += 1
    elif isinstance(action, TakeCoins):
        here.francs[seat] += here.income(seat)
    else:
        here.francs[seat] += INCOME_OF_ORDER
    finish_action(here)


def add_citizens(here: MutablePosition, colour: Colour, province: int, count: int) -> None:
    """Put citizens of the supply into a province, or back if the count is below 0."""
    here.citizens[here.colours * province + colour] += count
    here.supply[colour] -= count


def move_citizens(here: MutablePosition, seat: int, move: MoveCitizens) -> None:
    """Move citizens of one province (F8)."""
    for goal, count in enumerate(move.goals):
        if count:
            add_citizens(here, seat, move.origin, -count)
            if goal != SUPPLY:
                add_citizens(here, seat, goal, count)


# The King arrives (F11)


def _move_king(here: MutablePosition, goal: int, steps: int) -> None:
    here.king = goal
    here.marker = max(0, here.marker - steps - 1)
    if here.is_empty(goal):
        finish_action(here)
    else:
        _ask_congress(here, here.congress_queue())


def _ask_congress(here: MutablePosition, queue: list[int]) -> None:
    if queue:
        here.asks, here.asked = "congress", queue[0]
    else:
        _score(here)


def _answer(here: MutablePosition, *, yes: bool) -> None:
    seat = here.asked
    assert seat is not None
    assert here.king is not None
    queue = here.congress_queue()
    rest = queue[queue.index(seat) + 1 :]
    if yes:
        here.citizens[here.colours * here.king + seat] += here.congressmen[seat]
        here.congressmen[seat] = 0
        rest = []
    _ask_congress(here, rest)


def _score(here: MutablePosition) -> None:
    province = here.king
    assert province is not None
    leader = here.leader(province)
    if leader == NOBODY:
        if here.has_active_factory(province):
            here.asks, here.asked = "shut", None
        else:
            finish_action(here)
        return
    points = score_province(here, province, leader)
    here.scores[leader] += points
    if here.seats == 2 and leader < 2 and points > 1:
        here.asks, here.asked, here.steps = "virtual", 1 - leader, points - 1  # F17
    else:
        finish_action(here)


def score_province(here: MutablePosition, province: int, leader: Colour) -> int:
    """Make the factories of a province inactive; return what they bring its leader."""
    factories = here.factories
    metal, textile = 4 * province, 4 * province + 2
    points = POINTS_OF_METAL * factories[metal] + POINTS_OF_TEXTILE * factories[textile]
    if not points:
        return here.citizens[here.colours * province + leader] // CITIZENS_FOR_POINT
    factories[metal + 1] += factories[metal]
    factories[textile + 1] += factories[textile]
    factories[metal] = factories[textile] = 0
    return points


def _shut(here: MutablePosition, factory: Factory | None) -> None:
    if factory is not None:
        assert here.king is not None
        active = 4 * here.king + ACTIVE[factory]
        here.factories[active] -= 1
        here.factories[active + 1] += 1
    finish_action(here)


def _step(here: MutablePosition, step: VirtualStep) -> None:
    virtual = here.seats
    if step.origin is not None:
        add_citizens(here, virtual, step.origin, -1)
    add_citizens(here, virtual, step.goal, 1)
    here.steps -= 1
    if not here.steps:
        finish_action(here)


# The end of a turn


def finish_action(here: MutablePosition) -> None:
    """Go on after everything else in the turn: the closing, the end or the next turn."""
    here.asked, here.steps = None, 0
    if here.can_close():
        here.asks = "loans"
    else:
        _end_turn(here)


def _close(here: MutablePosition, loans: int) -> None:
    here.loans[here.turn] += loans
    here.francs[here.turn] += LOAN * loans if loans > 0 else REPAYMENT * loans
    _end_turn(here)


def _end_turn(here: MutablePosition) -> None:
    if here.is_ended():
        here.asks = "over"
        return
    place = here.order.index(here.turn) + 1
    if place < here.seats:
        _begin_turn(here, here.order[place])
    else:
        _begin_round(here)


def _begin_round(here: MutablePosition) -> None:
    """Ask for the first shift in the turn order; without any, begin the round (F13)."""
    if here.changes:
        here.asks, here.turn = "order", here.changes[0]
    else:
        _begin_turn(here, here.order[0])


def _shift(here: MutablePosition, place: int) -> None:
    seat = here.changes.pop(0)
    here.order.remove(seat)
    here.order.insert(place - 1, seat)
    _begin_round(here)


def _begin_turn(here: MutablePosition, seat: int) -> None:
    here.turn = seat
    here.asks = "over" if here.nobody_can_act() else "act"
