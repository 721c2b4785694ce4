"""The position of a game: everything needed to go on from, as one immutable value."""

from __future__ import annotations

from typing import NamedTuple

from games.siam.constants import (
    BRITISH,
    BRITISH_TO_COLONY,
    FACTION_LETTERS,
    FACTIONS,
    FULL_HAND,
    PROVINCES,
    Card,
    Control,
    Trio,
    followers_of_each_faction,
)
from games.siam.map import Map
from games.siam.moves import Exchange
from games.siam.text.move_formatter import format_exchange


class Seat(NamedTuple):
    """What lies before a seat.

    Attributes:
        hand: the cards left, such as ``KT12``, or None if hidden from whoever has this view.
        cards: how many cards are left.
        followers: those taken so far, by faction.
        top: the card played last, the only one of the played cards that shows.
    """

    hand: str | None
    cards: int
    followers: Trio
    top: Card | None


class Position(NamedTuple):
    """A position, or a view: a position some of whose hands are hidden.

    Attributes:
        map: where the game is played.
        stacks: followers on the board; those of faction f in province p are ``stacks[3 * p + f]``.
        controls: for each province who controls it, or None while it is open.
        queue: the provinces by the slot of their tile, the resolved ones first.
        markers: the provinces whose tile bears a King marker.
        seats: the seats, clockwise.
        turn: the seat to move.
        passes: how many seats in a row have passed in this struggle.
        recency: the seats that have played a card, by their last one, newest first.
        exchange: what the last card played in the game exchanged, if it did (S13).
    """

    map: Map
    stacks: tuple[int, ...]
    controls: tuple[Control | None, ...]
    queue: tuple[int, ...]
    markers: frozenset[int]
    seats: tuple[Seat, ...]
    turn: int
    passes: int
    recency: tuple[int, ...]
    exchange: Exchange | None

    def __str__(self) -> str:
        return " ".join(self.fields())

    def followers(self, province: int) -> Trio:
        """Return how many followers of each faction stand in a province."""
        rama, lao, malay = self.stacks[3 * province : 3 * province + 3]
        return rama, lao, malay

    def control(self, province: int) -> Control | None:
        """Return the faction that controls a province, BRITISH, or None while it is open."""
        return self.controls[province]

    @property
    def resolved(self) -> int:
        """How many struggles have been resolved."""
        return PROVINCES - self.controls.count(None)

    @property
    def contested(self) -> int | None:
        """The province of the present struggle (S16); None when the game is over."""
        return None if self.over else self.queue[self.resolved]

    @property
    def supply(self) -> Trio:
        """How many followers of each faction are neither on the board nor with a seat (S2)."""
        rama, lao, malay = (self.supply_of(faction) for faction in FACTIONS)
        return rama, lao, malay

    def supply_of(self, faction: int) -> int:
        """Return how many followers of one faction are left in the supply."""
        supply = followers_of_each_faction(len(self.seats)) - sum(self.stacks[faction::3])
        for seat in self.seats:
            supply -= seat.followers[faction]
        return supply

    @property
    def colony(self) -> bool:
        """Whether Siam has become a British colony (S17)."""
        return self.controls.count(BRITISH) >= BRITISH_TO_COLONY

    @property
    def over(self) -> bool:
        """Whether the game is over (S17)."""
        return None not in self.controls or self.colony

    @property
    def hand(self) -> str | None:
        """The hand of the seat to move; None if hidden. An empty hand cannot be hidden."""
        seat = self.seats[self.turn]
        return seat.hand if seat.cards else ""

    def fields(self) -> tuple[str, str, str, str, str, str, str]:
        """Return the seven fields of the notation."""
        exchange = "-"
        if self.exchange is not None:
            card = self.seats[self.recency[0]].top
            exchange = f"{card}:{format_exchange(self.map, self.exchange)}"
        return (
            "/".join(self._province_text(province) for province in range(PROVINCES)),
            ",".join(self._tile_text(province) for province in self.queue),
            "|".join(seat_text(seat) for seat in self.seats),
            str(self.turn),
            str(self.passes),
            ">".join(map(str, self.recency)) or "-",
            exchange,
        )

    def _province_text(self, province: int) -> str:
        control = self.controls[province]
        if control is not None:
            return "=" + FACTION_LETTERS[control]
        return trio_text(self.followers(province))

    def _tile_text(self, province: int) -> str:
        return self.map.provinces[province].id + "*" * (province in self.markers)


def trio_text(trio: Trio) -> str:
    """Print numbers of followers as letter and count.

    >>> trio_text((2, 0, 1)), trio_text((0, 0, 0))
    ('R2M1', '-')
    """
    return "".join(f"{FACTION_LETTERS[f]}{trio[f]}" for f in FACTIONS if trio[f]) or "-"


def seat_text(seat: Seat) -> str:
    """Print a seat.

    >>> seat_text(Seat(FULL_HAND, 8, (1, 0, 1), None)), seat_text(Seat(None, 5, (1, 0, 2), "R"))
    ('KTT12RLM.R1M1.-', '?5.R1M2.R')
    """
    hand = f"?{seat.cards}" if seat.hand is None else seat.hand or "-"
    return f"{hand}.{trio_text(seat.followers)}.{seat.top or '-'}"


def fresh_seat(followers: Trio) -> Seat:
    """Return a seat before its first card."""
    return Seat(FULL_HAND, len(FULL_HAND), followers, None)
