"""A game that is played on at random, fast: one loop on lists that change in place.

To draw one of a card's actions uniformly, none are listed: anything there could be is drawn until
something possible comes up. When that takes too long (few followers are left), the possible ones
are listed after all.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

from games.siam.constants import BRITISH, BRITISH_TO_COLONY, FACTION_OF_CARD, PROVINCES, Card
from games.siam.moves import FOLLOWERS, PASS, Move
from games.siam.playouts import exchanges
from games.siam.playouts.last_card_actions import CardActions, Did, Kind, action_of
from games.siam.playouts.last_card_draw import Drawn, LastDraw
from games.siam.playouts.mutable_position import RunningGame
from games.siam.playouts.tables import FIRST_STACKS, PLACINGS, SINGLE_PLACINGS, STACKS, SWAPS
from games.siam.position import Position

PASS_PROBABILITY: Final = 0.35
_DRAWS: Final = 40
"""How often to draw an exchange before listing what is possible."""

Turn: TypeAlias = tuple[Card, Did, int | None]
"""A card as it was played: what it did, and the stack a follower was taken from, if any."""


class RandomGame(RunningGame):
    """A game that is played on at random, from a position."""

    __slots__ = ("_futile", "_random")

    def __init__(self, position: Position, random: Random) -> None:
        """Set up the position.

        Raises:
            GameError: a hand is hidden.
        """
        self._random = random
        super().__init__(position)

    def restart(self) -> None:
        """Go back to the position it began with."""
        super().restart()
        self._futile: Kind | None = None

    def step(self) -> Move:
        """Draw a random turn and play it."""
        turn: list[Turn] = []
        self.run(1, turn)
        if not turn:
            return PASS
        card, did, stack = turn[0]
        return Move(card, action_of(card, did), None if stack is None else FOLLOWERS[stack])

    def run(self, most: int = sys.maxsize, log: list[Turn] | None = None) -> int:  # noqa: C901, PLR0912, PLR0915 - see below
        """Play random turns to the end of the game.

        This is where random games spend their time, so it is one function on local variables: a
        call costs as much as a third of a turn.

        Args:
            most: stop after so many turns.
            log: where to note the cards played.

        Returns:
            How many turns were played.
        """
        if self.over:
            return 0
        rng = self._random.random
        stacks, supply, hands, taken = self.stacks, self.supply, self.hands, self.taken
        queue, tops, clocks, controls = self.queue, self.tops, self.clocks, self.controls
        reach, home_reach = self.reach, self.home_reach
        neighbours, home_of, two_for_one = self.tables
        standing, left, free, marked = self.standing, self.left, self.free, self.marked
        turn, passes, undo = self.turn, self.passes, self.undo
        british, resolved = self.british, self.resolved
        seats = len(hands)
        following = [*range(1, seats), 0]
        open_stacks, places = STACKS[free], FIRST_STACKS[free]
        turns = 0
        did: Did
        possible: Sequence[tuple[int, ...]]
        stack: int | None
        for turns in range(1, most + 1):  # noqa: B007 - returned
            hand = hands[turn]
            kinds = hand.kinds
            if kinds and rng() >= PASS_PROBABILITY:
                kind = int(rng() * len(kinds))
                card = kinds[kind]
                played = True
                if left == 1:  # S15
                    self.free, self.marked, self.undo = free, marked, undo
                    self.turn, self.standing, self.resolved = turn, standing, resolved
                    drawn = self._play_last(card)
                    if drawn is None:
                        played = False
                    else:
                        did, stack = drawn
                        marked, undo, standing = self.marked, self.undo, self.standing
                else:
                    if card == "T":  # each faction written out: a loop takes half as long again
                        count = len(places)
                        did = ()
                        if supply[0]:
                            one = places[int(rng() * count)]
                            stacks[one] += 1
                            supply[0] -= 1
                            standing += 1
                            did = (one,)
                        if supply[1]:
                            one = places[int(rng() * count)] + 1
                            stacks[one] += 1
                            supply[1] -= 1
                            standing += 1
                            did += (one,)
                        if supply[2]:
                            one = places[int(rng() * count)] + 2
                            stacks[one] += 1
                            supply[2] -= 1
                            standing += 1
                            did += (one,)
                        undo = None
                    elif card == "1":
                        self.undo = undo
                        ban = undo and self.banned("1")
                        did = ()
                        count = len(open_stacks)
                        for _ in range(_DRAWS):
                            one = open_stacks[int(rng() * count)]
                            if not stacks[one]:
                                continue
                            other = open_stacks[int(rng() * count)]
                            if not stacks[other]:
                                continue
                            faction, taken_faction = one % 3, other % 3
                            first, second = one - faction, other - taken_faction
                            if first == second:
                                continue
                            did = (one, other) if one < other else (other, one)
                            if did == ban:
                                did = ()
                                continue
                            break
                        else:
                            self.free, self.undo = free, undo
                            pairs = exchanges.one_for_one(self)
                            if pairs:
                                did = one, other = pairs[int(rng() * len(pairs))]
                                faction, taken_faction = one % 3, other % 3
                                first, second = one - faction, other - taken_faction
                        if did:
                            stacks[one] -= 1
                            stacks[other] -= 1
                            one, other = first + taken_faction, second + faction
                            stacks[one] += 1
                            stacks[other] += 1
                            undo = (one, other) if one < other else (other, one)
                        else:
                            undo = None
                    elif card == "2":
                        self.undo = undo
                        ban = undo and self.banned("2")
                        ways = two_for_one[free]
                        count = len(ways)
                        for _ in range(_DRAWS if count else 0):
                            one, other, third, one_to, other_to, third_to, alone = ways[
                                int(rng() * count)
                            ]
                            if stacks[one] > alone and stacks[other] and stacks[third]:
                                did = (one, other, third)
                                if did != ban:
                                    stacks[one] -= 1
                                    stacks[other] -= 1
                                    stacks[third] -= 1
                                    stacks[one_to] += 1
                                    stacks[other_to] += 1
                                    stacks[third_to] += 1
                                    undo = (one_to, other_to, third_to)
                                    break
                        else:
                            self.free, self.undo = free, undo
                            possible = exchanges.two_for_one(self)
                            if not possible:
                                possible = exchanges.partial_two_for_one(self)
                            did = possible[int(rng() * len(possible))] if possible else ()
                            self.exchange(did)
                            undo = self.undo
                    elif card == "K":
                        swaps = SWAPS[free & ~marked]
                        did = ()
                        if swaps:
                            did = one, other = swaps[int(rng() * len(swaps))]
                            first, second = queue.index(one), queue.index(other)
                            queue[first], queue[second] = other, one
                            marked |= 1 << one
                        undo = None
                    else:
                        faction = FACTION_OF_CARD[card]
                        reached = (reach[faction] | home_reach[faction]) & free
                        did = ()
                        if reached and (count := supply[faction]):
                            if count > 1:
                                placings = PLACINGS[reached]
                                one, other = did = placings[int(rng() * len(placings))]
                                stacks[one + faction] += 1
                                stacks[other + faction] += 1
                                supply[faction] = count - 2
                                standing += 2
                            else:
                                singles = SINGLE_PLACINGS[reached]
                                did = singles[int(rng() * len(singles))]
                                one = did[0]
                                stacks[one + faction] += 1
                                supply[faction] = 0
                                standing += 1
                        undo = None
                    if standing:
                        count = len(open_stacks)
                        while not stacks[stack := open_stacks[int(rng() * count)]]:
                            pass
                        stacks[stack] -= 1
                        standing -= 1
                        taken[turn][stack % 3] += 1
                    else:
                        stack = None
                if played:
                    if log is not None:
                        log.append((card, did, stack))
                    hands[turn] = hand.rests[kind]
                    tops[turn] = card
                    clocks[turn] = left
                    left -= 1
                    passes = 0
                    turn = following[turn]
                    continue
            # A pass; the last one in a row ends the struggle (S16)
            passes += 1
            turn = following[turn]
            if passes == seats:
                passes = 0
                province = queue[resolved]
                resolved += 1
                free ^= 1 << province
                first = 3 * province
                rama, lao, malay = stacks[first], stacks[first + 1], stacks[first + 2]
                supply[0] += rama
                supply[1] += lao
                supply[2] += malay
                standing -= rama + lao + malay
                stacks[first] = stacks[first + 1] = stacks[first + 2] = 0
                if rama > lao:
                    control = 0 if rama > malay else 2 if malay > rama else BRITISH
                elif lao > rama:
                    control = 1 if lao > malay else 2 if malay > lao else BRITISH
                else:
                    control = 2 if malay > rama else BRITISH
                controls[province] = control
                if control == BRITISH:
                    british += 1
                    if british == BRITISH_TO_COLONY:  # S17
                        break
                else:
                    reach[control] |= neighbours[province]
                if (native := home_of[province]) >= 0 and native != control:
                    home_reach[native] = 0
                if resolved == PROVINCES:
                    break
                open_stacks, places = STACKS[free], FIRST_STACKS[free]
        self.standing, self.left, self.free, self.marked = standing, left, free, marked
        self.turn, self.passes, self.undo = turn, passes, undo
        self.british, self.resolved = british, resolved
        return turns

    def _play_last(self, card: Card) -> Drawn | None:
        """Draw among the legal moves of the last card and play it; None if there is none."""
        actions = CardActions(self, card, self._random)
        # From an empty board one takes nobody, which may win though all takings lost.
        if self._futile is not None and self.standing and actions.kind().within(self._futile):
            return None
        drawn = LastDraw(self, card, actions, self._random).draw()
        if drawn is None:
            self._futile = actions.kind()
            return None
        did, stack = drawn
        if card == "K":
            self.swap(did)
        elif card in ("1", "2"):
            self.exchange(did)
        else:
            faction = 0 if card == "T" else FACTION_OF_CARD[card]
            self.place([one + faction for one in did])
        if stack is not None:
            self.take(stack)
        return drawn
