"""A position of an ending, on whole numbers, and what a move does to it.

A move is one number, its *code*: the card (`layout.CARD_LETTERS`) in the lowest three bits, then in
two bits how many stacks its action names, then these in five bits each, then in five bits the stack
of the follower taken, or `NOBODY`. For Maharacha the action names two places, the one whose tile is
marked first. A pass is 0.
"""

from __future__ import annotations

from typing import Final

from games.siam.constants import BRITISH, BRITISH_TO_COLONY
from games.siam.solver.layout import (
    CARD_LETTERS,
    COUNT_BITS,
    COUNT_MASK,
    FIRST_FACTION,
    HALF,
    HAND_BITS,
    HIGH_UNIT,
    KHON_THAI,
    LOW_UNIT,
    MAHARACHA,
    PLACES,
    UNIT,
    Layout,
)

NOBODY: Final = 31
TAKE_AT: Final = 20


class State:
    """A position of an ending; it is changed only before it is handed on.

    Attributes:
        low, high: the counts of places 0 to 3, and of 4 to 7.
        queue: the open places in the order of their tiles, three bits each.
        free: the set of open places.
        marked: the set of places whose tile bears a King marker.
        ending: who won the struggles so far, two bits for each slot.
        resolved: how many struggles these are.
        british: how many the British won.
        hands: the hands, eight bits each.
        left: how many cards are left.
        taken: the followers the seats took, a count for each.
        supply: the supply, as a count.
        reach: for each faction the places next to those it controls, eight bits each.
        home_reach: for each faction the places next to its home, unless others control that.
        turn: the seat to move.
        passes: how many seats in a row have passed.
        order: the seats that played, the newest in the lowest three bits, each plus 1.
        ban: the code of the exchange that may not be made now (S13), or 0.
    """

    def __init__(self) -> None:
        """Create an empty position, to be filled in."""
        self.low = 0
        self.high = 0
        self.queue = 0
        self.free = 0
        self.marked = 0
        self.ending = 0
        self.resolved = 0
        self.british = 0
        self.hands = 0
        self.left = 0
        self.taken = 0
        self.supply = 0
        self.reach = 0
        self.home_reach = 0
        self.turn = 0
        self.passes = 0
        self.order = 0
        self.ban = 0

    def copy(self) -> State:
        """Return the same position, to be changed."""
        state = State()
        state.low = self.low
        state.high = self.high
        state.queue = self.queue
        state.free = self.free
        state.marked = self.marked
        state.ending = self.ending
        state.resolved = self.resolved
        state.british = self.british
        state.hands = self.hands
        state.left = self.left
        state.taken = self.taken
        state.supply = self.supply
        state.reach = self.reach
        state.home_reach = self.home_reach
        state.turn = self.turn
        state.passes = self.passes
        state.order = self.order
        state.ban = self.ban
        return state

    @property
    def over(self) -> bool:
        """Whether the game is over (S17)."""
        return not self.free or self.british >= BRITISH_TO_COLONY

    def count(self, place: int) -> int:
        """Return the followers in a place."""
        if place < HALF:
            return self.low >> COUNT_BITS * place & COUNT_MASK
        return self.high >> COUNT_BITS * (place - HALF) & COUNT_MASK

    def hand(self, seat: int) -> int:
        """Return a seat's hand."""
        return self.hands >> 8 * seat & 255

    def hands_without(self, card: int) -> int:
        """Return the hands once the seat to move has played a card."""
        return self.hands - (HAND_BITS[card] << 8 * self.turn)

    def targets(self, faction: int) -> int:
        """Return the set of places where the card of a faction may place its followers."""
        return (self.reach | self.home_reach) >> 8 * faction & self.free

    def play(self, layout: Layout, code: int) -> State:
        """Return the position after a move."""
        state = self.copy()
        if code:
            state._play_card(code)  # noqa: SLF001 - its own class
            state.turn = (self.turn + 1) % layout.seats
        else:
            state.pass_turn(layout)
        return state

    def _play_card(self, code: int) -> None:
        turn = self.turn
        self._act(code)
        stack = code >> TAKE_AT & 31
        if stack != NOBODY:
            self.low -= LOW_UNIT[stack]
            self.high -= HIGH_UNIT[stack]
            self.taken += UNIT[stack % 3] << COUNT_BITS * turn
        self.hands = self.hands_without(code & 7)
        self.left -= 1
        self.passes = 0
        self.order = newest(self.order, turn)
        self.ban = undoing(code)

    def acted(self, code: int) -> State:
        """Return the position after the action of a code, before anybody is taken."""
        if not code >> 3 & 3:
            return self
        state = self.copy()
        state._act(code)  # noqa: SLF001 - its own class
        return state

    def _act(self, code: int) -> None:
        """Do what the action of a code does to board, tiles and supply."""
        card, count = code & 7, code >> 3 & 3
        if not count:
            return
        one, other, third = code >> 5 & 31, code >> 10 & 31, code >> 15 & 31
        if card == MAHARACHA:
            self.queue = swapped(self.queue, len(PLACES[self.free]), one, other)
            self.marked |= 1 << one
        elif card == KHON_THAI or card >= FIRST_FACTION:
            self._place(one)
            if count > 1:
                self._place(other)
            if count > 2:
                self._place(third)
        elif count == 2:
            self._move(one, 3 * (other // 3) + one % 3)
            self._move(other, 3 * (one // 3) + other % 3)
        else:
            here, there = 3 * (one // 3), 3 * (third // 3)
            self._move(one, there + one % 3)
            self._move(other, there + other % 3)
            self._move(third, here + third % 3)

    def _place(self, stack: int) -> None:
        self.low += LOW_UNIT[stack]
        self.high += HIGH_UNIT[stack]
        self.supply -= UNIT[stack % 3]

    def _move(self, stack: int, goal: int) -> None:
        self.low += LOW_UNIT[goal] - LOW_UNIT[stack]
        self.high += HIGH_UNIT[goal] - HIGH_UNIT[stack]

    def pass_turn(self, layout: Layout) -> None:
        """Let the seat to move pass; the last pass in a row ends the struggle (S16)."""
        self.passes += 1
        self.turn = (self.turn + 1) % layout.seats
        if self.passes == layout.seats:
            self.passes = 0
            self._resolve(layout)

    def _resolve(self, layout: Layout) -> None:
        place = self.queue & 7
        count = self.count(place)
        control = layout.majority[count]
        if place < HALF:
            self.low -= count << COUNT_BITS * place
        else:
            self.high -= count << COUNT_BITS * (place - HALF)
        self.supply += count
        self.queue >>= 3
        self.free ^= 1 << place
        self.marked &= self.free
        self.ending |= control << 2 * self.resolved
        self.resolved += 1
        if control == BRITISH:
            self.british += 1
        else:
            self.reach |= layout.neighbours[place] << 8 * control
        native = layout.native[place]
        if native >= 0 and native != control:
            self.home_reach &= ~(255 << 8 * native)


def swapped(queue: int, size: int, one: int, other: int) -> int:
    """Return the order of so many tiles when two of them have changed places."""
    found = 0
    for slot in range(size):
        place = queue >> 3 * slot & 7
        if place == one:
            place = other
        elif place == other:
            place = one
        found |= place << 3 * slot
    return found


def newest(order: int, seat: int) -> int:
    """Return the order of those who played once a seat has played a card."""
    found, at = seat + 1, 3
    while order:
        each = order & 7
        order >>= 3
        if each != seat + 1:
            found |= each << at
            at += 3
    return found


def undoing(code: int) -> int:
    """Return the code of the exchange that undoes the one of a move, or 0 (S13)."""
    card, count = code & 7, code >> 3 & 3
    if CARD_LETTERS[card] not in "12" or not count:
        return 0
    one, other, third = code >> 5 & 31, code >> 10 & 31, code >> 15 & 31
    if count == 2:
        first, second = 3 * (one // 3) + other % 3, 3 * (other // 3) + one % 3
        return action_code(card, *sorted((first, second)))
    there, here = 3 * (third // 3), 3 * (one // 3)
    return action_code(card, there + one % 3, there + other % 3, here + third % 3)


def action_code(card: int, *stacks: int) -> int:
    """Return the code of a card's action on some stacks or places, without a taking."""
    code = card | len(stacks) << 3
    for number, stack in enumerate(stacks):
        code |= stack << 5 * (number + 1)
    return code
