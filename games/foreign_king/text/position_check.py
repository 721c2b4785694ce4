"""Checks what the fields of a position say together."""

from __future__ import annotations

from games.contract import InvalidPositionError
from games.foreign_king.constants import (
    ACTIVE,
    FACTORIES_OF_TYPE,
    FACTORY_NAMES,
    FACTORY_TYPES,
    FIRST_MARKER,
    MOST_STEPS_OF_VIRTUAL_PLAYER,
    PROVINCES,
    citizens_of_colour,
    letters_of_colours,
)
from games.foreign_king.mutable_position import NOBODY, MutablePosition
from games.foreign_king.position import Position
from games.plural import count_of


def check_position(position: Position) -> None:
    """Return if the fields fit each other.

    Raises:
        InvalidPositionError: names the field and the reason.
    """
    here = MutablePosition(position)
    _check_board(here)
    _check_king(here)
    _check_seats(here)
    if len(position.order) != position.seats:
        raise _refuse("order", f"must name each of the {position.seats} seats")
    _check_changes(here)
    _check_asks(here)


def _refuse(field: str, reason: str) -> InvalidPositionError:
    return InvalidPositionError(f"{field}: {reason}")


def _check_board(here: MutablePosition) -> None:
    for letter, supply in zip(letters_of_colours(here.seats), here.supply, strict=True):
        if supply < 0:
            exist = citizens_of_colour(here.seats)
            raise _refuse(
                "board", f"more than {exist} citizens of {letter} on the board and in the Congress"
            )
    for factory in FACTORY_TYPES:
        if here.stock(ACTIVE[factory]) < 0:
            name = FACTORY_NAMES[factory]
            raise _refuse("board", f"there are more than {FACTORIES_OF_TYPE} {name} factories")


def _check_king(here: MutablePosition) -> None:
    if here.marker > FIRST_MARKER:
        raise _refuse("king", f"the marker is at {here.marker}, but starts at {FIRST_MARKER}")
    if here.king is not None and here.marker == FIRST_MARKER:
        raise _refuse("king", "he has left his portrait, so his marker is below 30")
    if here.king is None:
        if here.marker != FIRST_MARKER:
            raise _refuse("king", f"on his portrait his marker is at 30, not {here.marker}")
        if any(here.scores):
            raise _refuse("king", "as long as he is on his portrait, nobody has a score")
        if any(here.factories[1::2]):
            raise _refuse("king", "as long as he is on his portrait, no factory is inactive")


def _check_seats(here: MutablePosition) -> None:
    industrialised = sum(map(here.is_industrialised, range(PROVINCES)))
    if sum(here.medals) != industrialised:
        raise _refuse(
            "seats",
            f"{count_of(sum(here.medals), 'medal')}, but {count_of(industrialised, 'province')} "
            "with a factory: there is one medal for each",
        )
    for seat in range(here.seats):
        if here.loans[seat] > here.medals[seat]:
            raise _refuse("seats", f"seat {seat} has more loans than medals")
        space = here.pawns[seat]
        if space is not None and here.pawns.count(space) > 1:
            raise _refuse("seats", f"two pawns are on {space}")


def _check_changes(here: MutablePosition) -> None:
    allowed = [seat for space in ("order", "queen") for seat in _seat_on(here, space)]
    if here.changes not in ([], allowed, allowed[:1], allowed[1:]):
        raise _refuse(
            "changes",
            "may name only the seat with its pawn on order, then the seat with its pawn on queen",
        )
    if here.asks == "order":
        return
    place = here.order.index(here.turn)
    for seat in here.changes:
        if here.order.index(seat) > place:
            raise _refuse("changes", f"seat {seat} has its turn of this round still to come")
        if seat == here.turn and here.asks not in ("loans", "over"):
            raise _refuse("changes", f"seat {seat} is on turn and has not chosen order yet")


def _seat_on(here: MutablePosition, space: str) -> list[int]:
    return [seat for seat in range(here.seats) if here.pawns[seat] == space]


def _check_asks(here: MutablePosition) -> None:
    match here.asks:
        case "act" | "order":
            _check_running(here)
        case "congress" | "shut" | "virtual":
            _check_arrival(here)
        case "loans":
            if not here.can_close():
                raise _refuse(
                    "asks", f"loans: seat {here.turn} can neither take a loan nor pay one back"
                )
        case "over":
            if not here.is_ended() and not here.nobody_can_act():
                raise _refuse(
                    "asks",
                    "over: the marker is above the second-highest score, a factory is active or "
                    "not built, and a seat can act",
                )


def _check_running(here: MutablePosition) -> None:
    if here.asks == "order" and here.changes[:1] != [here.turn]:
        raise _refuse("asks", f"order: seat {here.turn} is not the first of changes")
    if here.is_ended():
        raise _refuse("asks", f"{here.asks}: the marker or the factories have ended the game")
    if here.asks == "act" and here.nobody_can_act():
        raise _refuse("asks", "act: no seat can use a space, so the game is over")


def _check_arrival(here: MutablePosition) -> None:
    asks = here.asks
    if here.pawns[here.turn] not in ("king", "queen"):
        raise _refuse("asks", f"{asks}: the pawn of seat {here.turn} is not on king or queen")
    if here.king is None:
        raise _refuse("asks", f"{asks}: the King is on his portrait")
    if here.is_empty(here.king):
        raise _refuse("asks", f"{asks}: the King is in a province without citizens")
    if asks == "congress" and here.asked not in here.congress_queue():
        raise _refuse(
            "asks",
            f"congress: seat {here.asked} has no congressmen, or two players have equally many",
        )
    if asks == "shut" and here.leader(here.king) != NOBODY:
        raise _refuse("asks", "shut: the province of the King has a leader")
    if asks == "shut" and not here.has_active_factory(here.king):
        raise _refuse("asks", "shut: the province of the King has no active factory")
    if asks == "virtual" and here.seats > 2:
        raise _refuse("asks", "virtual: only two players have a virtual player")
    if asks == "virtual" and not 1 <= here.steps <= MOST_STEPS_OF_VIRTUAL_PLAYER:
        raise _refuse("asks", f"virtual: there are 1 to {MOST_STEPS_OF_VIRTUAL_PLAYER} steps left")
