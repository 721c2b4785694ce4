"""Random turns and whole random games, fast: on lists that change in place.

A random turn is a pass with probability 0.35, or with an empty hand; else a card uniformly among
the kinds in the hand, then one of its actions uniformly, then one of the followers uniformly. The
last card of the game (S15): uniformly among its legal moves, a pass if there is none.

To draw one of a card's actions uniformly, none are listed. Tables hold every exchange there could
be on this map, possible now or not; one is drawn until a possible one comes up. When that takes too
long (few followers are left), the possible ones are listed after all.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from random import Random
from typing import Final, NamedTuple, TypeVar

from games.contract import GameError
from games.siam.actions import actions, targets
from games.siam.constants import (
    BRITISH,
    BRITISH_TO_COLONY,
    FACTION_OF_CARD,
    FACTIONS,
    FULL_HAND,
    HAND_AFTER,
    HANDS,
    PROVINCES,
    Card,
    Faction,
)
from games.siam.lastcard import LastCard
from games.siam.map import Map
from games.siam.moves import (
    FOLLOWERS,
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
from games.siam.position import Position, Seat
from games.siam.scoring import majority

PASS_PROBABILITY: Final = 0.35
_DRAWS: Final = 40
"""How often to draw from a table before listing what is possible."""
_FEW_DRAWS: Final = 6
_MANY_DRAWS: Final = 80
_SMALL_BOARD: Final = 2
"""With so few open provinces the last card's moves are listed at once."""

_T = TypeVar("_T")


class Playouts(NamedTuple):
    """How much was played.

    Attributes:
        turns: all turns, passes included.
        cards: the cards played in them.
    """

    turns: int
    cards: int


def playouts(position: Position, games: int, random: Random) -> Playouts:
    """Play random games from a position.

    Raises:
        GameError: a hand is hidden.
    """
    turns = cards = 0
    game = RandomGame(position, random)
    for _ in range(games):
        played = game.finish()
        game.restart()
        turns += played.turns
        cards += played.cards
    return Playouts(turns, cards)


def random_move(position: Position, random: Random) -> Move:
    """Draw a random turn; the hands of the other seats may be hidden.

    Raises:
        GameError: the game is over, or the hand of the seat to move is hidden.
    """
    if position.over:
        raise GameError("the game is over")
    if position.hand is None:
        raise GameError(f"the hand of seat {position.turn} is hidden in this view")
    return Move(*RandomGame(_filled(position), random).step())


def _filled(view: Position) -> Position:
    """Give hidden hands any cards: a single turn asks only how many the others have left."""
    seats = (
        seat if seat.hand is not None else seat._replace(hand=FULL_HAND[: seat.cards])
        for seat in view.seats
    )
    return view._replace(seats=tuple(seats))


class _Way(NamedTuple):
    """An exchange there could be on a map, and the stacks that must hold followers for it."""

    one: int
    other: int
    exchange: Exchange


@cache
def _one_for_one_ways() -> tuple[_Way, ...]:
    """Return every 1 vs 1 there could be."""
    return tuple(
        _Way(one, other, one_for_one(FOLLOWERS[one], FOLLOWERS[other]))
        for one, other in combinations(range(len(FOLLOWERS)), 2)
        if FOLLOWERS[one].province != FOLLOWERS[other].province
    )


class _FullWay(NamedTuple):
    """A full 2 vs 1 there could be on a map."""

    one: int
    other: int
    needed: int
    taken: int
    exchange: Exchange


@cache
def _two_for_one_ways(board: Map) -> tuple[_FullWay, ...]:
    """Return every full 2 vs 1 there could be on a map."""
    return tuple(
        _FullWay(
            one=3 * source + given[0],
            other=3 * source + given[1],
            needed=given.count(given[0]),
            taken=3 * target + taken,
            exchange=Exchange(given, source, taken, target),
        )
        for source in range(PROVINCES)
        for target in board.borders[source]
        for given in combinations_with_replacement(FACTIONS, 2)
        for taken in FACTIONS
    )


@cache
def _placement(*stacks: int) -> Placement:
    return Placement(tuple(FOLLOWERS[stack] for stack in stacks))


class RandomGame:
    """A game that is played on at random, from a position."""

    def __init__(self, position: Position, random: Random) -> None:
        """Set up the position.

        Raises:
            GameError: a hand is hidden.
        """
        self._random = random.random
        self._one_ways = _one_for_one_ways()
        self._two_ways = _two_for_one_ways(position.map)
        self._start = position
        self._supply_at_start = position.supply
        self._resolved_at_start = position.resolved
        self._over_at_start = position.over
        for number, seat in enumerate(position.seats):
            if seat.hand is None:
                raise GameError(f"the hand of seat {number} is hidden in this view")
        self.restart()

    def restart(self) -> None:
        """Go back to the position it began with."""
        position = self._start
        self._map = position.map
        self._stacks = list(position.stacks)
        self._controls = list(position.controls)
        self._queue = list(position.queue)
        self._markers = position.markers
        self._hands = [seat.hand or "" for seat in position.seats]
        self._taken = [list(seat.followers) for seat in position.seats]
        self._tops = [seat.top for seat in position.seats]
        self._turn = position.turn
        self._passes = position.passes
        self._recency = list(position.recency)
        self._exchange = position.exchange
        # What follows from the rest, kept at hand
        self._left = sum(map(len, self._hands))
        self._over = self._over_at_start
        self._supply = list(self._supply_at_start)
        self._resolved = self._resolved_at_start
        self._open = [p for p, control in enumerate(self._controls) if control is None]
        self._targets: dict[Faction, list[int]] = {}

    def position(self) -> Position:
        """Return the position reached."""
        return Position(
            self._map,
            tuple(self._stacks),
            tuple(self._controls),
            tuple(self._queue),
            self._markers,
            tuple(
                Seat(hand, len(hand), (taken[0], taken[1], taken[2]), top)
                for hand, taken, top in zip(self._hands, self._taken, self._tops, strict=True)
            ),
            self._turn,
            self._passes,
            tuple(self._recency),
            self._exchange,
        )

    def finish(self) -> Playouts:
        """Play random turns to the end of the game."""
        turns = cards = 0
        seats = len(self._hands)
        while not self._over:
            if self._left:
                turns += 1
                cards += self.step()[0] is not None
            else:  # nothing but forced passes
                turns += seats - self._passes
                self._resolve()
        return Playouts(turns, cards)

    def step(self) -> tuple[Card | None, Action, Follower | None]:
        """Draw a random turn and play it; return the parts of the move."""
        hand = self._hands[self._turn]
        random = self._random
        if not hand or random() < PASS_PROBABILITY:
            return self._pass()
        kinds = HANDS[hand]
        card = kinds[int(random() * len(kinds))]
        if self._left == 1:
            return self._step_last(card)
        action = self._draw_action(card)
        self._act(action)
        follower = self._draw_follower()
        self._end_turn(card, action, follower)
        return card, action, follower

    # Drawing

    def _pick(self, items: Sequence[_T]) -> _T:
        return items[int(self._random() * len(items))]

    def _draw_action(self, card: Card) -> Action:
        if card == "T":
            return self._draw_khon_thai()
        if card == "1":
            return self._draw_one_for_one()
        if card == "2":
            return self._draw_two_for_one()
        if card == "K":
            return self._draw_swap()
        return self._draw_reinforcement(FACTION_OF_CARD[card])

    def _draw_swap(self) -> Action:
        free = [province for province in self._open if province not in self._markers]
        if len(free) < 2:
            return None
        marked = self._pick(free)
        free.remove(marked)
        other = self._pick(free)
        return Swap(marked, other, marked) if marked < other else Swap(other, marked, marked)

    def _draw_khon_thai(self) -> Action:
        random, free = self._random, self._open
        count = len(free)
        stacks = [3 * free[int(random() * count)] + f for f in FACTIONS if self._supply[f]]
        return _placement(*stacks) if stacks else None

    def _draw_reinforcement(self, faction: Faction) -> Action:
        reached = self._targets.get(faction)
        if reached is None:
            reached = self._targets[faction] = targets(self._map, self._controls, faction)
        supply = self._supply[faction]
        if not supply or not reached:
            return None
        if supply == 1:
            return _placement(3 * self._pick(reached) + faction)
        while True:  # of all ordered pairs the sorted ones
            first, second = self._pick(reached), self._pick(reached)
            if first <= second:
                return _placement(3 * first + faction, 3 * second + faction)

    def _draw_one_for_one(self) -> Action:
        stacks = self._stacks
        for _ in range(_DRAWS):
            one, other, exchange = self._one_ways[int(self._random() * len(self._one_ways))]
            if stacks[one] and stacks[other] and not self._banned("1", exchange):
                return exchange
        return self._pick(actions(self.position(), "1"))

    def _draw_two_for_one(self) -> Action:
        stacks = self._stacks
        for _ in range(_DRAWS):
            way = self._two_ways[int(self._random() * len(self._two_ways))]
            one, other, needed, taken, exchange = way
            if (
                stacks[one] >= needed
                and stacks[other]
                and stacks[taken]
                and not self._banned("2", exchange)
            ):
                return exchange
        return self._pick(actions(self.position(), "2"))

    def _banned(self, card: Card, exchange: Exchange) -> bool:
        last = self._exchange
        return (
            last is not None and self._tops[self._recency[0]] == card and exchange == reverse(last)
        )

    def _draw_follower(self) -> Follower | None:
        stacks = self._stacks
        random = self._random
        for _ in range(_DRAWS):
            stack = int(random() * len(stacks))
            if stacks[stack]:
                return FOLLOWERS[stack]
        standing = [f for f, count in zip(FOLLOWERS, stacks, strict=True) if count]
        return self._pick(standing) if standing else None

    # Playing

    def _pass(self) -> Move:
        self._passes += 1
        self._turn = (self._turn + 1) % len(self._hands)
        if self._passes == len(self._hands):
            self._resolve()
        return PASS

    def _resolve(self) -> None:
        province = self._queue[self._resolved]
        start = 3 * province
        stacks = self._stacks
        rama, lao, malay = stacks[start : start + 3]
        self._controls[province] = majority((rama, lao, malay))
        for faction in FACTIONS:
            self._supply[faction] += stacks[start + faction]
            stacks[start + faction] = 0
        self._passes = 0
        self._resolved += 1
        self._open.remove(province)
        self._targets.clear()
        self._over = not self._open or self._controls.count(BRITISH) >= BRITISH_TO_COLONY

    def _act(self, action: Action) -> None:
        stacks = self._stacks
        if isinstance(action, Placement):
            for faction, province in action.followers:
                stacks[3 * province + faction] += 1
                self._supply[faction] -= 1
        elif isinstance(action, Exchange):
            given, source, taken, target = action
            for faction in given:
                stacks[3 * source + faction] -= 1
                stacks[3 * target + faction] += 1
            stacks[3 * source + taken] += 1
            stacks[3 * target + taken] -= 1
        elif action is not None:
            first, second = self._queue.index(action.first), self._queue.index(action.second)
            self._queue[first], self._queue[second] = action.second, action.first
            self._markers |= {action.marked}

    def _end_turn(self, card: Card, action: Action, follower: Follower | None) -> None:
        turn = self._turn
        if follower is not None:
            faction, province = follower
            self._stacks[3 * province + faction] -= 1
            self._taken[turn][faction] += 1
        self._hands[turn] = HAND_AFTER[self._hands[turn], card]
        self._tops[turn] = card
        self._left -= 1
        self._exchange = action if isinstance(action, Exchange) else None
        if turn in self._recency:
            self._recency.remove(turn)
        self._recency.insert(0, turn)
        self._passes = 0
        self._turn = (turn + 1) % len(self._hands)

    def _step_last(self, card: Card) -> tuple[Card | None, Action, Follower | None]:
        move = self._draw_last(card)
        if move.card is None:
            return self._pass()
        self._act(move.action)
        self._end_turn(card, move.action, move.follower)
        return move

    def _draw_last(self, card: Card) -> Move:
        """Draw uniformly among the legal moves of the last card; a pass if there is none.

        A few are drawn at random, in the hope that one is legal. If none is, all are listed; but
        Khon Thai has hundreds of actions, so first it is asked whether there can be any.
        """
        position = self.position()
        last = LastCard(position)
        if len(self._open) > _SMALL_BOARD:
            if move := self._draw_winning(last, card, _FEW_DRAWS):
                return move
            if card == "T":
                placed = [faction for faction in FACTIONS if self._supply[faction]]
                if placed and not last.khon_thai_may_win(placed, self._open):
                    return PASS
                if move := self._draw_winning(last, card, _MANY_DRAWS):
                    return move
        winning = [action for action in actions(position, card) if last.wins(action)]
        legal = [Move(card, action, taken) for action in winning for taken in last.takes(action)]
        return self._pick(legal) if legal else PASS

    def _draw_winning(self, last: LastCard, card: Card, draws: int) -> Move | None:
        # An action with any of the followers there could be, until that is a legal move: so moves,
        # not actions, are equally likely.
        for _ in range(draws):
            action, follower = self._draw_action(card), self._pick(FOLLOWERS)
            if last.allows(action, follower):
                return Move(card, action, follower)
        return None
