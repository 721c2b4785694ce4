"""All legal moves of a position: listed, or only counted."""

from __future__ import annotations

from collections.abc import Iterator

from games.foreign_king.constants import (
    ACTIVE,
    COST_OF_FACTORY,
    COST_OF_QUEEN,
    FACTORY_TYPES,
    PROVINCES,
    QUEEN_OPENS,
    REPAYMENT,
    Space,
)
from games.foreign_king.moves import (
    COINS,
    NO,
    ORDER,
    SKIP,
    YES,
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
    UseQueen,
    VirtualStep,
)
from games.foreign_king.mutable_position import MutablePosition
from games.foreign_king.position import Position
from games.foreign_king.ways import list_ways, ways_from


def list_moves(position: Position) -> Iterator[Move]:
    """Iterate over all legal moves, each once; nothing when the game is over."""
    here = MutablePosition(position)
    if here.asks != "act":
        yield from list_answers(here)
        return
    spaces = here.usable_spaces(here.turn)
    means = here.means(here.turn)
    for space in spaces:
        if space == "queen":
            yield from map(UseQueen, list_queen_actions(here))
        else:
            yield from list_actions(here, space, means)
    if not spaces:
        yield SKIP


def queen_spaces(here: MutablePosition) -> list[Space]:
    """Return the spaces whose actions the seat on turn could carry out through the queen."""
    means = here.means(here.turn) - COST_OF_QUEEN
    if means < 0:
        return []
    return [space for space in QUEEN_OPENS if here.can_carry_out(here.turn, space, means)]


def list_queen_actions(here: MutablePosition) -> Iterator[PlainAction]:
    """Iterate over the actions that the seat on turn can carry out through the queen."""
    means = here.means(here.turn) - COST_OF_QUEEN
    for space in queen_spaces(here):
        yield from list_actions(here, space, means)


def list_actions(here: MutablePosition, space: Space, means: int) -> Iterator[PlainAction]:
    """Iterate over the actions of a space that the seat on turn can pay with these means."""
    match space:
        case "build":
            return _list_builds(here, means)
        case "place":
            most = min(here.supply[here.turn], means + 1)
            return (Place(n, province) for n in range(1, most + 1) for province in range(PROVINCES))
        case "move":
            return _list_citizen_moves(here, means)
        case "congress":
            from_supply = [None] if here.supply[here.turn] else []
            return map(SendToCongress, (*origins(here, here.turn), *from_supply))
        case "king":
            routes = king_routes(here, means)
            return (MoveKing(goal, steps) for steps, goals in routes for goal in goals)
        case _:
            return iter([COINS if space == "coins" else ORDER])


def _list_builds(here: MutablePosition, means: int) -> Iterator[Build]:
    if means >= COST_OF_FACTORY:
        for factory in FACTORY_TYPES:
            if here.stock(ACTIVE[factory]):
                yield from (Build(factory, province) for province in range(PROVINCES))


def _list_citizen_moves(here: MutablePosition, means: int) -> Iterator[MoveCitizens]:
    for origin in origins(here, here.turn):
        citizens = here.citizens[here.colours * origin + here.turn]
        for goals in list_ways(ways_from(here.map, origin), citizens, means + 1):
            yield MoveCitizens(origin, goals)


def origins(here: MutablePosition, colour: int) -> list[int]:
    """Return the provinces with citizens of a colour."""
    return [p for p in range(PROVINCES) if here.citizens[here.colours * p + colour]]


def king_routes(here: MutablePosition, means: int) -> list[tuple[int, tuple[int, ...]]]:
    """Return each number of steps of the King that can be paid, with where he can arrive."""
    if here.king is None:
        return [(0, tuple(range(PROVINCES)))]
    routes = here.map.routes[here.king]
    return [
        (steps, routes[steps])
        for steps in range(1, min(means + 1, PROVINCES - 1) + 1)
        if routes[steps]
    ]


def list_answers(here: MutablePosition) -> Iterator[Move]:
    """Iterate over the legal moves where something else than an action is asked."""
    match here.asks:
        case "congress":
            yield YES
            yield NO
        case "shut":
            assert here.king is not None
            for factory in FACTORY_TYPES:
                if here.factories[4 * here.king + ACTIVE[factory]]:
                    yield Shut(factory)
            yield Shut(None)
        case "virtual":
            if here.supply[here.seats]:
                yield from (VirtualStep(None, goal) for goal in range(PROVINCES))
            for origin in origins(here, here.seats):
                yield from (VirtualStep(origin, goal) for goal in here.map.borders[origin])
        case "loans":
            yield from map(Close, range(-most_repaid(here), most_borrowed(here) + 1))
        case "order":
            yield from (ShiftOrder(place + 1) for place in range(here.seats))


def most_borrowed(here: MutablePosition) -> int:
    """Return how many loans the seat on turn could take at its closing."""
    return here.medals[here.turn] - here.loans[here.turn]


def most_repaid(here: MutablePosition) -> int:
    """Return how many loans the seat on turn could pay back at its closing."""
    return min(here.loans[here.turn], here.francs[here.turn] // REPAYMENT)


# Counting


def count_moves(position: Position) -> int:
    """Return the number of legal moves, without listing them."""
    here = MutablePosition(position)
    if here.asks != "act":
        return sum(1 for _ in list_answers(here))
    means = here.means(here.turn)
    spaces = here.usable_spaces(here.turn)
    return sum(count_actions(here, space, means) for space in spaces) or 1


def count_actions(here: MutablePosition, space: Space, means: int) -> int:
    """Return the number of actions of a space that the seat on turn can pay with these means."""
    seat = here.turn
    if space == "place":
        return PROVINCES * min(here.supply[seat], means + 1)
    if space == "move":
        return sum(count_ways(here, origin, means) for origin in origins(here, seat))
    if space == "queen":
        left = means - COST_OF_QUEEN
        return sum(count_actions(here, each, left) for each in queen_spaces(here))
    return sum(1 for _ in list_actions(here, space, means))


def count_ways(here: MutablePosition, origin: int, means: int) -> int:
    """Return in how many ways the citizens of one province can move."""
    citizens = here.citizens[here.colours * origin + here.turn]
    return ways_from(here.map, origin).count(citizens, means + 1) - 1
