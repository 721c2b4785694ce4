"""An ending of King of Siam as the solver plays it, and positions and moves as its numbers."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Final

from games.search.solver import UNKNOWN, EndgameSolver, Expansion
from games.siam.bots.evaluation import side_of
from games.siam.constants import BRITISH, BRITISH_TO_COLONY, CARDS, FACTIONS
from games.siam.moves import (
    PASS,
    Action,
    Exchange,
    Follower,
    Move,
    Placement,
    Swap,
    one_for_one,
    reverse,
)
from games.siam.position import Position
from games.siam.solver.expansion import expand
from games.siam.solver.last_cards import (
    goal_wins_if_all_pass,
    goal_wins_with_one,
    goal_wins_with_two,
)
from games.siam.solver.layout import (
    CARD_LETTERS,
    COUNT_BITS,
    FACTION_MASK,
    FIRST_FACTION,
    HAND_BITS,
    HAND_SIZE,
    HIGH_UNIT,
    KHON_THAI,
    LOW_UNIT,
    MAHARACHA,
    ONE_FOR_ONE,
    PLACES,
    TWO_FOR_ONE,
    UNIT,
    Layout,
)
from games.siam.solver.native_solver import native_solver
from games.siam.solver.state import NOBODY, TAKE_AT, State, action_code


def state_of(layout: Layout, position: Position) -> State:
    """Return a position of an ending as the solver plays it; all hands are known."""
    state = State()
    _set_board(state, layout, position)
    _set_struggles(state, layout, position)
    for number, seat in enumerate(position.seats):
        state.hands |= _hand(seat.hand or "") << 8 * number
        for faction in FACTIONS:
            state.taken += seat.followers[faction] * UNIT[faction] << COUNT_BITS * number
    state.left = sum(seat.cards for seat in position.seats)
    for faction in FACTIONS:
        state.supply += position.supply_of(faction) * UNIT[faction]
    state.turn, state.passes = position.turn, position.passes
    for age, number in enumerate(position.recency):
        state.order |= number + 1 << 3 * age
    state.ban = _ban(layout, position)
    return state


def _hand(hand: str) -> int:
    bits = sum(HAND_BITS[CARD_LETTERS.index(card)] for card in hand if card != "T")
    return bits + hand.count("T") * HAND_BITS[KHON_THAI]


def _set_board(state: State, layout: Layout, position: Position) -> None:
    for place, province in enumerate(layout.provinces):
        for faction in FACTIONS:
            count = position.stacks[3 * province + faction]
            state.low += count * LOW_UNIT[3 * place + faction]
            state.high += count * HIGH_UNIT[3 * place + faction]
        state.free |= (position.controls[province] is None) << place
        state.marked |= (province in position.markers) << place
    state.marked &= state.free


def _set_struggles(state: State, layout: Layout, position: Position) -> None:
    """Set the tiles, who controls what, and what the factions reach from there."""
    borders = position.map.borders
    state.resolved = position.resolved
    for slot, province in enumerate(position.queue):
        control = position.controls[province]
        if control is None:
            place = layout.provinces.index(province)
            state.queue |= place << 3 * (slot - state.resolved)
            continue
        state.ending |= control << 2 * slot
        if control == BRITISH:
            state.british += 1
        else:
            state.reach |= layout.places_of(borders[province]) << 8 * control
    for faction, home in enumerate(position.map.homes):
        if position.controls[home] in (None, faction):
            state.home_reach |= layout.places_of(borders[home]) << 8 * faction


def _ban(layout: Layout, position: Position) -> int:
    if position.exchange is None:
        return 0
    given, source, taken, target = reverse(position.exchange)
    if source not in layout.provinces or target not in layout.provinces:
        return 0
    top = position.seats[position.recency[0]].top
    assert top is not None
    card = CARD_LETTERS.index(top)
    given_at = 3 * layout.provinces.index(source)
    taken_at = 3 * layout.provinces.index(target) + taken
    if len(given) == 1:
        return action_code(card, *sorted((given_at + given[0], taken_at)))
    return action_code(card, given_at + given[0], given_at + given[1], taken_at)


def move_of(layout: Layout, code: int) -> Move:
    """Return the move of a code."""
    if not code:
        return PASS
    stack = code >> TAKE_AT & 31
    follower = None if stack == NOBODY else _follower(layout, stack)
    return Move(CARDS[(code & 7) - 1], _action_of_code(layout, code), follower)


def _follower(layout: Layout, stack: int) -> Follower:
    return Follower(stack % 3, layout.provinces[stack // 3])


def _action_of_code(layout: Layout, code: int) -> Action:
    card, count = code & 7, code >> 3 & 3
    named = [code >> 5 & 31, code >> 10 & 31, code >> 15 & 31][:count]
    if not named:
        return None
    if card == MAHARACHA:
        one, other = (layout.provinces[place] for place in named)
        return Swap(min(one, other), max(one, other), one)
    if card in (ONE_FOR_ONE, TWO_FOR_ONE):
        return _exchange([_follower(layout, stack) for stack in named])
    return Placement(tuple(_follower(layout, stack) for stack in named))


def _exchange(followers: list[Follower]) -> Exchange:
    """Return the exchange that gives one or two followers for the last."""
    *given, taken = followers
    if len(given) == 1:
        return one_for_one(given[0], taken)
    factions = tuple(follower.faction for follower in given)
    return Exchange(factions, given[0].province, taken.faction, taken.province)


_TWO_SEATS: Final = 2
_TWO_CARDS: Final = 2
_MIDDLE: Final = 16
"""What is added to a lead, so that it is no negative number."""


_MOST_CARDS: Final[dict[int, list[int]]] = {
    2: [12, 12, 10, 8, 8, 7, 0, 0, 0],
    3: [8, 8, 6, 5, 5, 4, 0, 0, 0],
    4: [12, 12, 10, 8, 0, 0, 0, 0, 0],
}
"""With how many cards the solver begins, by the seats and the open provinces.

With more than five open, one position can have so many moves that it alone takes seconds.
"""
_FIRST_CARDS: Final = 12
"""With how many cards left a search asks the solver about positions to come."""


def endgame_of(position: Position, goal: int) -> SiamEndgame | None:
    """Return the ending that begins with a position, to prove that a side wins.

    None if more than twelve cards are left, or if two sides have seats that never played a card:
    they could share a win (S18), and then who does not win has not lost.
    """
    seats = len(position.seats)
    fresh = {side_of(seats, seat) for seat in range(seats) if seat not in position.recency}
    left = sum(seat.cards for seat in position.seats)
    if left > _FIRST_CARDS or len(fresh) > 1:
        return None
    return SiamEndgame(Layout(position, goal))


class SiamEndgame:
    """An ending whose hands are all known."""

    def __init__(self, layout: Layout) -> None:
        """Take what stays the same."""
        self.layout = layout
        self.effort = layout.effort

    def own_solver(self) -> EndgameSolver | None:
        """Return the solver in C, if there is a library for this computer."""
        return native_solver(self, self.layout)

    def start(self, position: object) -> object | None:
        """Return a position of the ending as the solver plays it; None if it is hopelessly long."""
        assert isinstance(position, Position)
        left = sum(seat.cards for seat in position.seats)
        if left > _MOST_CARDS[len(position.seats)][position.controls.count(None)]:
            return None
        return state_of(self.layout, position)

    def move(self, move: int) -> object:
        """Return the move of a code."""
        return move_of(self.layout, move)

    def settled(self, position: object) -> int:
        """Return 1 if the goal has won, 0 if it cannot win any more, else `UNKNOWN`."""
        assert isinstance(position, State)
        layout = self.layout
        if position.over or not position.left:
            return int(goal_wins_if_all_pass(layout, position))
        if position.left == 1:
            return int(goal_wins_with_one(layout, position))
        if position.left == _TWO_CARDS:
            return int(goal_wins_with_two(layout, position))
        holders = 0
        for seat in range(layout.seats):
            if position.hand(seat):
                holders |= 1 << layout.side[seat]
        if holders & holders - 1:
            return UNKNOWN
        # Only one side has cards. It passes if that wins.
        wins = goal_wins_if_all_pass(layout, position)
        return int(wins) if wins == (holders == 1 << layout.goal) else UNKNOWN

    def goal_to_move(self, position: object) -> bool:
        """Return whether the side to move is the goal."""
        assert isinstance(position, State)
        return self.layout.side[position.turn] == self.layout.goal

    def play(self, position: object, move: int) -> object:
        """Return the position after a move."""
        assert isinstance(position, State)
        return position.play(self.layout, move)

    def expand(self, position: object) -> Expansion:
        """Return all moves, those to equal positions only once."""
        assert isinstance(position, State)
        return expand(self.layout, position)

    def key(self, position: object) -> Hashable:
        """Return what of a position can still matter.

        King markers matter as long as a Maharacha is left, the exchange banned as long as its card
        is, the supply as far as the cards left can use it, and the provinces reached as long as the
        card of the faction is left.
        """
        assert isinstance(position, State)
        held, usable = self._cards_left(position)
        supply = 0
        reach = 0
        for faction in range(3):
            mask = FACTION_MASK[faction]
            supply |= min(position.supply & mask, usable & mask)
            if held & HAND_BITS[FIRST_FACTION + faction]:
                reach |= position.targets(faction) << 8 * faction
        board = position.low
        if position.high:
            board |= position.high << 60
        marked = position.marked if held & 1 else 0
        ban = position.ban if held & HAND_BITS[position.ban & 7] else 0
        return (
            board,
            position.queue | position.free << 24 | marked << 32,
            position.turn | position.passes << 2 | position.order << 4 | supply << 16,
            position.hands,
            reach << 32 | self.layout.standing(position.ending, position.resolved),
            self._taken_that_matters(position),
            ban,
        )

    def _cards_left(self, position: State) -> tuple[int, int]:
        """Return the kinds of cards left, and how many followers they can place, as a count."""
        held = 0
        usable = 0
        for seat in range(self.layout.seats):
            hand = position.hand(seat)
            held |= hand
            usable += (hand >> 1 & 3) * (UNIT[0] + UNIT[1] + UNIT[2])
            for faction in range(3):
                usable += (hand >> FIRST_FACTION + faction & 1) * 2 * UNIT[faction]
        return held, usable

    def _taken_that_matters(self, position: State) -> int:
        """Return what of the followers taken can still matter.

        Of two seats that is who leads in each faction, and by how much as far as the cards left can
        change it; more only if a colony is possible.
        """
        layout, taken = self.layout, position.taken
        possible = position.british + len(PLACES[position.free])
        if layout.seats != _TWO_SEATS or possible >= BRITISH_TO_COLONY:
            return taken
        ours, theirs = HAND_SIZE[position.hand(0)], HAND_SIZE[position.hand(1)]
        found = 1 << 2 * COUNT_BITS
        for shift in (0, 5, 10):
            lead = (taken >> shift & 31) - (taken >> COUNT_BITS + shift & 31)
            if lead > theirs:
                lead = theirs + 1
            elif lead < -ours:
                lead = -ours - 1
            found |= lead + _MIDDLE << 2 * shift
        return found
