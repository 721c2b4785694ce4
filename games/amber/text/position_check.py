"""Parses positions and views, and checks what their fields say together."""

from __future__ import annotations

from collections.abc import Iterator

from games.amber.constants import (
    ACES,
    CARDS,
    DUMMY,
    FEWEST_REVEALED,
    FULL_HAND,
    MARKERS_OF_PERIOD,
    PAWNS,
    PROBLEMS,
    ROUNDS,
    VALUES,
    Problem,
)
from games.amber.position import Later, Position, Seat, notation
from games.author.position_text import read_position
from games.contract import InvalidPositionError
from games.plural import count_of


def refuse(field: str, reason: str) -> InvalidPositionError:
    """Return the error that a field of a position is wrong."""
    return InvalidPositionError(f"{field}: {reason}")


def parse_position(text: str, most_power: int) -> Position:
    """Parse a position or a view; only the canonical text is one.

    Args:
        text: the thirteen fields.
        most_power: of the barbarians, by the options.

    Raises:
        InvalidPositionError: names the field and the reason.
    """
    seats = 3 if (*text.split(" "), "")[1].count("|") == 2 else 2
    position: Position = read_position(notation(seats, most_power), text)
    check_position(position)
    return position


def check_position(position: Position) -> None:
    """Return if the fields fit each other.

    Raises:
        InvalidPositionError: names the field and the reason.
    """
    if any(seat.is_dummy for seat in (position.seats[0], *position.seats[2:])) or (
        position.seats[DUMMY].is_dummy and len(position.seats) != 2
    ):
        raise refuse("seats", "only seat 1 of two can be a dummy (>)")
    if (position.turn is None) != position.over:
        raise refuse("turn", "is '-' when the game is over, and only then")
    _check_markers(position)
    for number in range(len(position.seats)):
        _check_seat(position, number)
    pawns = [seat.pawn for seat in position.seats if seat.pawn is not None]
    if len(set(pawns)) != len(pawns):
        raise refuse("seats", "two seats have the same pawn")
    _check_problems(position)
    _check_row(position)
    _check_deck(position)
    _check_chance(position)
    _check_step(position)


def _check_markers(position: Position) -> None:
    exist = MARKERS_OF_PERIOD[position.period]
    for seat in range(len(position.seats)):
        if position.reserve(seat) < 0:
            raise refuse(
                "board",
                f"more than {exist} markers of seat {seat} in its supply and on the areas",
            )


# Seats


def _check_seat(position: Position, number: int) -> None:
    seat = position.seats[number]
    if (seat.hand is None) != (seat.kept is None):
        raise refuse("seats", f"hand and kept Problems of seat {number} are hidden together")
    if seat.pawn is None and (seat.hand is not None or (seat.last or "-") in PAWNS):
        raise refuse("seats", f"the pawn of seat {number} must be named")
    expected = FULL_HAND + 1 - position.round - _has_acted(position, number)
    if seat.cards != expected:
        raise refuse(
            "seats", f"seat {number} has {count_of(expected, 'card')} now, not {seat.cards}"
        )
    _check_last(number, seat)
    if seat.hand is not None:
        _check_hand(number, seat)
    if seat.kept is not None:
        if any(not VALUES[problem] for problem in seat.kept):
            raise refuse("seats", f"seat {number} has kept a Crown")
        if list(seat.kept) != sorted(seat.kept):
            raise refuse("seats", f"the kept Problems of seat {number} are out of order")
    if seat.problems and position.solver is None:
        raise refuse("solver", f"seat {number} has kept a Problem, so somebody solved the last one")


def _has_acted(position: Position, number: int) -> bool:
    """Return whether a seat has played its card of this round."""
    if position.step != "act":
        order = position.turn_order()
        if not position.step.startswith("act+"):
            return True
        assert position.turn is not None
        return order.index(number) <= order.index(position.turn)
    order = position.turn_order()
    assert position.turn is not None
    return order.index(number) < order.index(position.turn)


def _check_last(number: int, seat: Seat) -> None:
    if (seat.last is None) != (seat.cards == FULL_HAND):
        raise refuse("seats", f"seat {number} has a last card exactly if it has played one")
    if seat.last is None:
        return
    if seat.hand is not None and seat.last in seat.hand:
        raise refuse("seats", f"the last card of seat {number}, {seat.last}, is in its hand")
    if seat.last in PAWNS and seat.last != seat.pawn:
        raise refuse("seats", f"the last card of seat {number}, {seat.last}, is not its pawn")


def _check_hand(number: int, seat: Seat) -> None:
    assert seat.hand is not None
    foreign = set(seat.hand) - set(ACES) - {seat.pawn}
    if foreign:
        raise refuse("seats", f"seat {number} cannot have the card {min(foreign)}")
    if len(set(seat.hand)) != len(seat.hand):
        raise refuse("seats", f"seat {number} has a card twice")
    if not seat.is_dummy and list(seat.hand) != sorted(seat.hand, key=CARDS.index):
        raise refuse("seats", f"the hand of seat {number} is out of order ({CARDS})")


# Problems


def _known_problems(position: Position) -> Iterator[Problem]:
    for each in position.row:
        yield each.problem
    yield from position.discard
    yield from position.deck
    for seat in position.seats:
        yield from seat.kept or ()


def _check_problems(position: Position) -> None:
    if list(position.discard) != sorted(position.discard):
        raise refuse("discard", "the Problems are out of order")
    known = list(_known_problems(position))
    if len(set(known)) != len(known):
        twice = next(problem for problem in known if known.count(problem) > 1)
        raise refuse("deck", f"{PROBLEMS[twice]} is there twice")
    hidden = sum(seat.problems for seat in position.seats if seat.kept is None)
    total = len(known) + hidden + (position.unseen or 0)
    if total != len(PROBLEMS):
        raise refuse(
            "deck",
            f"row, discard, deck and kept Problems are {count_of(total, 'card')}, "
            f"not {len(PROBLEMS)}",
        )


def _check_row(position: Position) -> None:
    most = 0 if position.over else len(position.seats)
    if len(position.row) > most:
        raise refuse("row", f"there can be {count_of(most, 'Problem')} at most now")
    claims = [seat for each in position.row for seat in each.claims]
    winners = [each.winner for each in position.row if each.winner is not None]
    if claims and position.step != "declare":
        raise refuse("row", "Problems are claimed only while attempts are declared")
    if winners and not position.step.startswith("solve"):
        raise refuse("row", "Problems are awarded only while they are solved")
    if len(set(claims)) != len(claims) or len(set(winners)) != len(winners):
        raise refuse("row", "a seat stands there twice")
    order = position.turn_order()
    place = 0 if position.turn is None else order.index(position.turn)
    for each in position.row:
        spoke = [order.index(seat) for seat in each.claims]
        if spoke != sorted(spoke):
            raise refuse("row", f"the claims of {PROBLEMS[each.problem]} are not in turn order")
        if spoke and spoke[-1] >= place:
            raise refuse("row", f"seat {each.claims[-1]} has not spoken yet")
        if each.winner is not None and order.index(each.winner) < place:
            raise refuse("row", f"seat {each.winner} has solved its Problem already")


def _check_deck(position: Position) -> None:
    expected = len(PROBLEMS) - len(position.seats) * position.round
    if position.period == 1 and position.deck_size != expected:
        known = count_of(expected, "Problem")
        raise refuse("deck", f"has {known} in this round, not {position.deck_size}")


# Chance and step


def _check_chance(position: Position) -> None:
    alone = position.dummy is not None
    if alone and position.coins == "":
        raise refuse("coins", "the dummy has coins")
    if not alone and position.coins != "":
        raise refuse("coins", "only a dummy has coins: write '-'")
    later = position.later
    if later is None:
        return
    if position.period == 2 or position.over:
        raise refuse("later", "no period is to come: write '-'")
    if later.order is not None:
        _check_later(position, later)
    elif later.coins:
        raise refuse("later", "where the Problems are hidden, so are the coins and the pile")


def _check_later(position: Position, later: Later) -> None:
    dummy = position.dummy
    if dummy is None:
        if later.coins or later.pile:
            raise refuse("later", "only a dummy has coins and a pile")
        return
    if not later.pile:
        raise refuse("later", "needs the dummy's coins and pile")
    pawn = position.seats[dummy].pawn
    pawns = PAWNS if pawn is None else pawn
    aces = set(later.pile) - set(pawns)
    if len(later.pile) != FULL_HAND or len(set(later.pile)) != FULL_HAND or aces != set(ACES):
        raise refuse("later", "the pile must be the six aces and the dummy's pawn")


def _check_step(position: Position) -> None:
    step, turn = position.step, position.turn
    if turn is None:
        early = position.period == 2 and position.deck_size < FEWEST_REVEALED
        if position.round < ROUNDS and not early:
            raise refuse("step", f"the game is not over in round {position.round}")
        return
    if step.startswith("solve"):
        awarded = any(each.winner == turn for each in position.row)
        if awarded != (step == "solve"):
            has = "has been awarded no Problem" if step == "solve" else "still has a Problem"
            raise refuse("step", f"{step}: seat {turn} {has} to solve")
    if reason := _refuse_effect(position, turn):
        raise refuse("step", f"{step}: {reason}")


def _refuse_effect(position: Position, turn: int) -> str:
    """Return why the effect of an area cannot be decided, or nothing if it can."""
    effect = position.effect
    if effect == "PEN":
        if not position.seats[turn].gold:
            return f"seat {turn} has no gold"
        if all(each.winner is not None for each in position.row):
            return "no Problem of the row is open"
    elif effect == "CAV" and sum(position.markers) == sum(position.markers_of(turn)):
        return "no opponent has a marker on an area"
    elif effect == "CHA" and not any(position.markers_of(turn)):
        return f"seat {turn} has no marker on an area"
    return ""
