"""The position of a game: everything needed to go on from, as one immutable value and as text."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any, Final, NamedTuple

from games.amber.constants import (
    AREAS,
    BOR,
    CARDS,
    COIN_CARDS,
    DUMMY,
    MARKERS_OF_PERIOD,
    MOST_GOLD,
    MOST_INFLUENCE,
    MOST_POWER_OF_OPTION,
    PAWNS,
    PROBLEMS,
    ROUNDS,
    STEPS,
    WALL,
    Area,
    Card,
    Problem,
    Step,
)
from games.author.nodes import Maybe, Node, Number, Words
from games.author.position_text import (
    Computed,
    Distinct,
    Hidden,
    Text,
    flag,
    position_node,
)
from games.author.records import Fields, Many, Record


class Seat(NamedTuple):
    """What a seat has. In a view, `hand` and `kept` are hidden together.

    Attributes:
        hand: the cards left, such as ``MSVH``; of the dummy its pile, the next card first; None
            where hidden.
        cards: how many cards are left.
        pawn: which pawn the seat has; None where hidden.
        last: the card played last, the only one of the played cards that shows; None before.
        influence: the markers in its supply.
        gold: the coins in its supply.
        kept: the Problems it has kept, in their order; None where hidden.
        problems: how many Problems it has kept.
        is_dummy: whether it is the dummy (A13).
    """

    hand: str | None
    cards: int
    pawn: Card | None
    last: Card | None
    influence: int
    gold: int
    kept: tuple[Problem, ...] | None
    problems: int
    is_dummy: bool


class RowProblem(NamedTuple):
    """A Problem of the row that is not solved yet.

    Attributes:
        problem: the Problem.
        claims: while attempts are declared, the seats that attempt it, in the order they spoke.
        winner: once the attempts are settled, the seat it was awarded to, or None.
    """

    problem: Problem
    claims: tuple[int, ...] = ()
    winner: int | None = None


class Later(NamedTuple):
    """The chance of the second period, while the first is played (A21).

    Attributes:
        order: all Problems in the order of the second deck; None where all of this is hidden.
        coins: the nine coins of the dummy, ``0`` or ``1``; empty without a dummy.
        pile: the dummy's second pile, the next card first; empty without a dummy.
    """

    order: tuple[Problem, ...] | None
    coins: str = ""
    pile: str = ""


class Position(NamedTuple):
    """A position, or a view: a position with hidden parts (A10).

    Attributes:
        places: the areas on places 1 to 7; the last is the Borderland.
        markers: those of seat s on area a are ``markers[a * len(seats) + s]``.
        confidant: the area where the Confidant is, or None off the board.
        seats: the seats, clockwise.
        row: the Problems of this round not yet solved, in the order of reveal.
        discard: the discarded Problems, in the Problems' order.
        period: 1 or 2.
        round: from 1 to 7; when the game is over, the last one played.
        power: of the barbarians.
        first: the seat that is first player this round.
        solver: the seat that solved the last Problem so far; None if none was solved.
        turn: the seat that decides; None when the game is over.
        step: what is to be decided.
        deck: the face-down Problems that are known, the next one first.
        unseen: how many Problems lie hidden below those; None if the whole deck is known.
        coins: the dummy's coins of this period, ``0`` or ``1``; empty without a dummy, None where
            hidden.
        later: the chance of the second period; None if there is none to come.
    """

    places: tuple[Area, ...]
    markers: tuple[int, ...]
    confidant: Area | None
    seats: tuple[Seat, ...]
    row: tuple[RowProblem, ...]
    discard: tuple[Problem, ...]
    period: int
    round: int
    power: int
    first: int
    solver: int | None
    turn: int | None
    step: Step
    deck: tuple[Problem, ...]
    unseen: int | None
    coins: str | None
    later: Later | None

    def __str__(self) -> str:
        return notation(len(self.seats)).print(self)

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.step == "over"

    @property
    def dummy(self) -> int | None:
        """The seat of the dummy, or None if there is none."""
        return DUMMY if self.seats[DUMMY].is_dummy else None

    @property
    def deck_size(self) -> int:
        """How many Problems are in the deck, known or not."""
        return len(self.deck) + (self.unseen or 0)

    @property
    def effect(self) -> str | None:
        """The area whose effect is decided: ``PEN``, ``CAV``, ``CHA``, or None."""
        return self.step.partition("+")[2] or None

    def markers_in(self, area: Area) -> tuple[int, ...]:
        """Return how many markers of each seat are on an area."""
        seats = len(self.seats)
        return self.markers[area * seats : (area + 1) * seats]

    def markers_of(self, seat: int) -> tuple[int, ...]:
        """Return how many markers of a seat are on each area, in the order of `AREAS`."""
        return self.markers[seat :: len(self.seats)]

    def reserve(self, seat: int) -> int:
        """Return how many markers of a seat are in the reserve (A3)."""
        placed = sum(self.markers_of(seat))
        return MARKERS_OF_PERIOD[self.period] - placed - self.seats[seat].influence

    @property
    def gold_reserve(self) -> int:
        """How many coins are in the common reserve (A3)."""
        return MOST_GOLD * len(self.seats) - sum(seat.gold for seat in self.seats)

    def place_of(self, area: Area) -> int:
        """Return the place of an area, from 1; the Borderland's is 7 (A1)."""
        return self.places.index(area) + 1

    def wall(self, seat: int) -> int:
        """Return the number from which on a seat would lose its kept Problems (A11)."""
        return WALL - self.power + self.markers_in(BOR)[seat]

    def turn_order(self) -> tuple[int, ...]:
        """Return the seats in turn order: from the first player, clockwise (A5)."""
        seats = len(self.seats)
        return tuple((self.first + number) % seats for number in range(seats))

    def fields(self) -> list[str]:
        """Return the thirteen fields of the notation."""
        return str(self).split(" ")


# Notation: one description prints and reads

_PROBLEM: Final = Words(
    range(len(PROBLEMS)), PROBLEMS, says=f"{{found}} is no Problem; such are {' '.join(PROBLEMS)}"
)
_COINS: Final = Text(
    f"[01]{{{len(COIN_CARDS)}}}", f"{{found}} must be {len(COIN_CARDS)} digits 0 or 1, or -"
)
_SEAT: Final = Record(
    Seat,
    "{is_dummy}{hand}.{pawn}.{last}.{influence}.{gold}.{kept}",
    {
        "is_dummy": flag(">"),
        "hand": Hidden(
            "hand",
            "cards",
            Text(
                f"[{CARDS}]+",
                f"the hand of seat {{number}}, {{found}}, must be cards of {CARDS}, -, "
                "or ? and their number",
            ),
            ROUNDS,
        ),
        "pawn": Maybe(
            Words(PAWNS, says=f"the pawn of seat {{number}}, {{found}}, must be one of {PAWNS}"),
            sign="?",
        ),
        "last": Maybe(
            Words(
                CARDS,
                says=f"the last card of seat {{number}}, {{found}}, must be one of {CARDS}, or -",
            ),
            sign="-",
        ),
        "influence": Number(0, MOST_INFLUENCE),
        "gold": Number(0, MOST_GOLD),
        "kept": Hidden(
            "kept",
            "problems",
            Many(_PROBLEM, "+", says="{found} must be Problems, -, or ? and their number"),
            len(PROBLEMS),
        ),
    },
    "seat {number} needs hand.pawn.last card.influence.gold.kept Problems",
)
_DECK: Final = Many(
    Words(
        (*range(len(PROBLEMS)), *(~number for number in range(len(PROBLEMS) + 1))),
        (*PROBLEMS, *(f"?{number}" for number in range(len(PROBLEMS) + 1))),
        says="{found} is no Problem; the deck has known Problems and then, if others are hidden, "
        "'?' and their number without leading zeros",
    ),
    ",",
)
_ORDER_SAYS: Final = f"must name each of the {len(PROBLEMS)} Problems once"
_LATER: Final = Record(
    Later,
    "{order}[;{coins};{pile}]",
    {
        "order": Maybe(Distinct(_PROBLEM, ",", length=len(PROBLEMS), says=_ORDER_SAYS), sign="?"),
        "coins": _COINS,
        "pile": Text(".+", "needs the dummy's coins and pile"),
    },
    "needs the Problems, coins and pile with ';' between, or '-'",
)


def _deck(cards: tuple[int, ...]) -> dict[str, Any]:
    """Return the deck and how many Problems are hidden below it, whose number counts from ~0."""
    known = tuple(card for card in cards if card >= 0)
    hidden = cards[len(known) :]
    if cards[: len(known)] != known or len(hidden) > 1:
        raise ValueError("{found} must be known Problems and then the hidden ones")
    return {"deck": known, "unseen": ~hidden[0] if hidden else None}


def _board(seats: int) -> Node:
    """Return how the areas are written, in the order of their places."""
    begin = f"each part must begin with an area ({' '.join(AREAS)}), not {{found}}"
    counts = Many(
        Number(0, max(MARKERS_OF_PERIOD)),
        ".",
        length=seats,
        says=f"there must be the markers of {seats} seats with '.' between them, not {{found}}",
    )
    area = Record(
        tuple,
        "{area}{counts}{confidant}",
        {
            "area": Words(range(len(AREAS)), AREAS, says=begin),
            "counts": Computed(f"value.markers[{{0}} * {seats} + {{{{}}}}]", counts),
            "confidant": Computed("{0} == value.confidant", flag("*")),
        },
        begin,
    )
    says = f"needs {len(AREAS)} areas with '/' between, not {{count}}"
    areas = Many(area, "/", length=len(AREAS), says=says)
    return Computed("{0}.places", areas, _fields_of_board)


def _fields_of_board(areas: Sequence[tuple[Area, tuple[int, ...], bool]]) -> dict[str, Any]:
    places = tuple(area for area, _, _ in areas)
    confidants = [area for area, _, is_there in areas if is_there]
    if twice := [AREAS[area] for area in places if places.count(area) > 1]:
        raise ValueError(f"{twice[0]} is there twice")
    if len(confidants) > 1:
        raise ValueError("there are two Confidants")
    if places[-1] != BOR:
        raise ValueError("the Borderland must be the last area")
    return {
        "places": places,
        "markers": tuple(count for _, counts, _ in sorted(areas) for count in counts),
        "confidant": confidants[0] if confidants else None,
    }


@cache
def notation(seats: int, most_power: int = MOST_POWER_OF_OPTION) -> Fields:
    """Return how positions and views with so many seats are written.

    >>> notation(2).nodes["row"].print((RowProblem(15, (0, 1)), RowProblem(3, (), 1)))
    '9MS:01,3MW=1'
    """
    words = tuple(map(str, range(seats)))
    seat = Words(range(seats), words, says=f"{{found}} must be a seat from 0 to {seats - 1}")
    maybe = Maybe(seat, sign="-")
    claims = Many(seat, "", says="no seat stands behind ':'")
    row = Record(
        RowProblem,
        "{problem}[:{claims}|={winner}]",
        {"problem": _PROBLEM, "claims": claims, "winner": seat},
        "{found} must be a Problem, or one with ':' or '=' and seats behind it",
    )
    return position_node(
        Position,
        {
            "board": _board(seats),
            "seats": Many(_SEAT, "|", length=seats, says="there are 2 or 3 seats, not {count}"),
            "row": Many(row, ","),
            "discard": Many(_PROBLEM, ","),
            "round": Record(
                dict,
                "{period}.{round}",
                {"period": Number(1, 2), "round": Number(1, ROUNDS)},
                "{found} must be the period, '.' and the round",
            ),
            "power": Number(0, most_power),
            "first": seat,
            "solver": maybe,
            "turn": maybe,
            "step": Words(STEPS, says=f"{{found}} must be one of {' '.join(STEPS)}"),
            "deck": Computed(
                "(*{0}.deck, *(() if {0}.unseen is None else (~{0}.unseen,)))", _DECK, _deck
            ),
            "coins": Maybe(_COINS, sign="?"),
            "later": Maybe(_LATER, sign="-"),
        },
    )
