"""A game as it runs: a position on lists that change in place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from games.contract import GameError
from games.siam.constants import BRITISH, BRITISH_TO_COLONY, PROVINCES, Card, Control, Faction
from games.siam.moves import reverse
from games.siam.playouts.tables import (
    EVERYWHERE,
    HAND_OF_TEXT,
    MEMBERS,
    exchange_of,
    map_tables,
    stacks_of,
)
from games.siam.position import Position, Seat

NEVER: Final = 1000
"""The clock of a seat that never played a card: more than any."""


class RunningGame:
    """A game that goes on from a position and can go back to it.

    Attributes:
        stacks: the followers on the board, as in a position.
        standing: how many these are.
        supply: the supply of each faction.
        controls: who controls each province.
        free: the set of open provinces.
        resolved: how many struggles have been resolved.
        british: how many provinces are British.
        reach: for each faction the neighbours of the provinces it controls, as a set.
        home_reach: for each faction the neighbours of its home, as a set; empty when others
            control that.
        queue: the provinces by the slot of their tile.
        marked: the set of provinces whose tile bears a King marker.
        hands: the hand of each seat.
        left: how many cards these are together.
        taken: for each seat the followers taken, by faction.
        tops: for each seat the card played last.
        clocks: for each seat how many cards were left in the game when it played its last one, so
            the newest is lowest; NEVER if it played none.
        turn: the seat to move.
        passes: how many seats in a row have passed.
        undo: what would undo the exchange of the last card played, if it made one (S13), by its
            stacks.
    """

    __slots__ = (
        "_start_hands",
        "_start_supply",
        "british",
        "clocks",
        "controls",
        "free",
        "hands",
        "home_reach",
        "left",
        "marked",
        "passes",
        "queue",
        "reach",
        "resolved",
        "stacks",
        "standing",
        "start",
        "supply",
        "tables",
        "taken",
        "tops",
        "turn",
        "undo",
    )

    def __init__(self, start: Position) -> None:
        """Set up a position.

        Raises:
            GameError: a hand is hidden.
        """
        self.start = start
        self.tables = map_tables(start.map)
        self._start_supply = start.supply
        self._start_hands = []
        for number, seat in enumerate(start.seats):
            if seat.hand is None:
                raise GameError(f"the hand of seat {number} is hidden in this view")
            self._start_hands.append(HAND_OF_TEXT[seat.hand])
        self.restart()

    def restart(self) -> None:
        """Go back to the position it began with."""
        start = self.start
        self.stacks = list(start.stacks)
        self.standing = sum(self.stacks)
        self.supply = list(self._start_supply)
        self.controls: list[Control | None] = [None] * PROVINCES
        self.free = EVERYWHERE
        self.resolved = self.british = 0
        self.reach = [0, 0, 0]
        self.home_reach = [self.tables.neighbours[home] for home in start.map.homes]
        for province in start.queue:
            control = start.controls[province]
            if control is None:
                break
            self.settle(province, control)
        self.queue = list(start.queue)
        self.marked = sum(1 << province for province in start.markers)
        self.hands = self._start_hands.copy()
        self.left = sum(seat.cards for seat in start.seats)
        self.taken = [list(seat.followers) for seat in start.seats]
        self.tops: list[Card | None] = [seat.top for seat in start.seats]
        self.clocks = [NEVER] * len(start.seats)
        for age, seat in enumerate(start.recency):
            self.clocks[seat] = self.left + 1 + age
        self.turn = start.turn
        self.passes = start.passes
        self.undo: tuple[int, ...] | None = None
        if start.exchange is not None:
            self.undo = stacks_of(reverse(start.exchange))

    @property
    def over(self) -> bool:
        """Whether the game is over (S17)."""
        return not self.free or self.british >= BRITISH_TO_COLONY

    def settle(self, province: int, control: Control) -> None:
        """Give a province to whoever won the struggle over it, and note what follows."""
        tables = self.tables
        self.controls[province] = control
        self.resolved += 1
        self.free ^= 1 << province
        if control == BRITISH:
            self.british += 1
        else:
            self.reach[control] |= tables.neighbours[province]
        native = tables.home_of[province]
        if native >= 0 and control != native:
            self.home_reach[native] = 0

    def position(self) -> Position:
        """Return the position reached."""
        recency = sorted(range(len(self.hands)), key=self.clocks.__getitem__)
        texts = [hand.text for hand in self.hands]
        return Position(
            self.start.map,
            tuple(self.stacks),
            tuple(self.controls),
            tuple(self.queue),
            frozenset(MEMBERS[self.marked]),
            tuple(
                Seat(text, len(text), (taken[0], taken[1], taken[2]), top)
                for text, taken, top in zip(texts, self.taken, self.tops, strict=True)
            ),
            self.turn,
            self.passes,
            tuple(seat for seat in recency if self.clocks[seat] != NEVER),
            None if self.undo is None else reverse(exchange_of(self.undo)),
        )

    def targets(self, faction: Faction) -> int:
        """Return the set of provinces where the card of a faction may place its followers."""
        return (self.reach[faction] | self.home_reach[faction]) & self.free

    def banned(self, card: Card) -> tuple[int, ...] | None:
        """Return the exchange that a 1 vs 1 or 2 vs 1 may not make now (S13), by its stacks."""
        if self.undo is None or self.tops[self.clocks.index(min(self.clocks))] != card:
            return None
        return self.undo

    def exchange(self, stacks: tuple[int, ...]) -> None:
        """Exchange followers of these stacks: one or two, for the last; none, if there is none."""
        self.undo = None
        if not stacks:
            return
        *given, taken = stacks
        here, there = given[0] - given[0] % 3, taken - taken % 3
        moved = [(stack, there + stack % 3) for stack in given]
        moved.append((taken, here + taken % 3))
        for stack, goal in moved:
            self.stacks[stack] -= 1
            self.stacks[goal] += 1
        goals = [goal for _, goal in moved]
        self.undo = tuple(sorted(goals)) if len(given) == 1 else tuple(goals)

    def swap(self, provinces: tuple[int, ...]) -> None:
        """Swap two tiles and mark the first; none, if there are none."""
        if provinces:
            one, other = provinces
            first, second = self.queue.index(one), self.queue.index(other)
            self.queue[first], self.queue[second] = other, one
            self.marked |= 1 << one
        self.undo = None

    def place(self, stacks: Iterable[int]) -> None:
        """Place followers from the supply."""
        for stack in stacks:
            self.stacks[stack] += 1
            self.supply[stack % 3] -= 1
            self.standing += 1
        self.undo = None

    def take(self, stack: int) -> None:
        """Let the seat to move take a follower."""
        self.stacks[stack] -= 1
        self.taken[self.turn][stack % 3] += 1
        self.standing -= 1
