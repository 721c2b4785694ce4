"""The position of a game: everything needed to go on from, as one immutable value."""

from __future__ import annotations

from typing import NamedTuple

from games.amber.constants import (
    AREAS,
    BOR,
    DUMMY,
    MARKERS_OF_PERIOD,
    MOST_GOLD,
    PROBLEMS,
    WALL,
    Area,
    Card,
    Problem,
    Step,
)


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
        return " ".join(self.fields())

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

    def fields(self) -> tuple[str, ...]:
        """Return the thirteen fields of the notation."""
        return (
            "/".join(self._area_text(area) for area in self.places),
            "|".join(seat_text(seat) for seat in self.seats),
            ",".join(row_text(each) for each in self.row) or "-",
            problems_text(self.discard, ","),
            f"{self.period}.{self.round}",
            str(self.power),
            str(self.first),
            "-" if self.solver is None else str(self.solver),
            "-" if self.turn is None else str(self.turn),
            self.step,
            self._deck_text(),
            "?" if self.coins is None else self.coins or "-",
            later_text(self.later),
        )

    def _area_text(self, area: Area) -> str:
        counts = ".".join(map(str, self.markers_in(area)))
        return f"{AREAS[area]}{counts}{'*' * (area == self.confidant)}"

    def _deck_text(self) -> str:
        if self.unseen is None:
            return problems_text(self.deck, ",")
        return ",".join([*(PROBLEMS[problem] for problem in self.deck), f"?{self.unseen}"])


def problems_text(problems: tuple[Problem, ...], separator: str) -> str:
    """Print some Problems; ``-`` for none."""
    return separator.join(PROBLEMS[problem] for problem in problems) or "-"


def seat_text(seat: Seat) -> str:
    """Print a seat.

    >>> seat_text(Seat("MSK", 3, "H", "H", 1, 4, (15,), 1, False))
    'MSK.H.H.1.4.9MS'
    >>> seat_text(Seat(None, 5, None, "V", 0, 3, None, 2, True))
    '>?5.?.V.0.3.?2'
    """
    hand = f"?{seat.cards}" if seat.hand is None else seat.hand or "-"
    kept = f"?{seat.problems}" if seat.kept is None else problems_text(seat.kept, "+")
    start = f"{'>' * seat.is_dummy}{hand}.{seat.pawn or '?'}.{seat.last or '-'}"
    return f"{start}.{seat.influence}.{seat.gold}.{kept}"


def row_text(row_problem: RowProblem) -> str:
    """Print a Problem of the row.

    >>> row_text(RowProblem(15, (0, 2))), row_text(RowProblem(15, (), 2)), row_text(RowProblem(18))
    ('9MS:02', '9MS=2', 'CM')
    """
    text = PROBLEMS[row_problem.problem]
    if row_problem.claims:
        return f"{text}:{''.join(map(str, row_problem.claims))}"
    return text if row_problem.winner is None else f"{text}={row_problem.winner}"


def later_text(later: Later | None) -> str:
    """Print the chance of the second period; ``-`` for none."""
    if later is None:
        return "-"
    if later.order is None:
        return "?"
    text = problems_text(later.order, ",")
    return f"{text};{later.coins};{later.pile}" if later.pile else text
