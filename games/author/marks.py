"""What the types of a game's fields say: seats, hidden items, cards, bounds of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto
from typing import Annotated, Final, TypeAlias, TypeVar

from games.author.boards import Board

T = TypeVar("T")

MOST_SEATS: Final = 8
"""Seats of a table: as many as the wire carries."""


class Mark(Enum):
    """What an annotation says of a type, beyond the type.

    Attributes:
        SEAT: a number is that of a seat.
        PER_SEAT: a tuple has one item a seat.
        OWN: the seat whose part it is in sees the item.
        CLOSED: nobody sees the item yet.
        PAST: the text is the digest of an earlier position.
    """

    SEAT = auto()
    PER_SEAT = auto()
    OWN = auto()
    CLOSED = auto()
    PAST = auto()


Seat: TypeAlias = Annotated[int, Mark.SEAT]
"""A seat, from 0."""
PerSeat: TypeAlias = Annotated[tuple[T, ...], Mark.PER_SEAT]
"""One item a seat."""
Own: TypeAlias = Annotated[T | None, Mark.OWN]
"""What only the seat sees whose part it is in; None where it is hidden."""
Closed: TypeAlias = Annotated[T | None, Mark.CLOSED]
"""What nobody sees yet; None where it is hidden."""
Past: TypeAlias = Annotated[tuple[Annotated[str, Mark.PAST], ...], Mark.PAST]
"""Digests of the earlier positions, for games in which positions come back."""


@dataclass(frozen=True, slots=True)
class Between:
    """The bounds of a number, both included."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Deck:
    """Cards of which so many exist; all of them are always somewhere in the position.

    Attributes:
        name: what one of them is called.
        cards: the number of each card; a card that exists twice stands there twice.
        words: the word of each number; the numbers themselves if left out.
        board: whose places the cards name, if they do.
    """

    name: str
    cards: tuple[int, ...]
    words: tuple[str, ...] = ()
    board: Board | None = None

    @classmethod
    def of(cls, board: Board, times: int) -> Deck:
        """Return a deck with so many cards for each place of a board."""
        cards = tuple(place for place in board for _ in range(times))
        return cls("card", cards, board.places, board)
