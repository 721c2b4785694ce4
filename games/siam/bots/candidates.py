"""The moves worth thinking about, best first, out of thousands.

A turn is two decisions: what a card does, and which follower is taken. First all actions are
compared by what they change in the outlook; then, for the best of them only, all takings. What an
action or a taking changes is looked up province by province, so nothing is played.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import product
from typing import Final, NamedTuple

from games.siam.actions import actions, open_provinces, placeable
from games.siam.bots.evaluation import (
    WEIGHTS,
    Outlook,
    Part,
    Weights,
    expected,
    odds_after_card,
    side_of,
)
from games.siam.constants import Card, Faction, Trio
from games.siam.last_card import touched
from games.siam.listing import kinds
from games.siam.moves import FOLLOWERS, Action, Follower, Move, Placement, Swap
from games.siam.play import stacks_after
from games.siam.position import Position

_KHON_THAI_PROVINCES: Final = 3
"""Of each faction, only so many best provinces are combined."""


class Candidate(NamedTuple):
    """A move that plays a card, and how likely its player's side then wins."""

    worth: float
    move: Move


def candidates(
    position: Position, width: int | None, weights: Weights | None = None
) -> list[Candidate]:
    """Return moves with a card, best first by the judgement; never a pass.

    The last card of the game (S15) is not looked at here.

    Args:
        position: whose seat to move knows its hand.
        width: for how many actions the takings are compared; None compares all legal moves.
        weights: the numbers of the judgement, if not `WEIGHTS`.
    """
    ranking = _Ranking(position, weights or WEIGHTS[len(position.seats)])
    found = [
        (ranking.worth_of(action), card, action)
        for card in kinds(position)
        for action in (ranking.promising(card) if width else actions(position, card))
    ]
    found.sort(key=_worth_of, reverse=True)
    listed = [
        candidate
        for _, card, action in found[:width]
        for candidate in ranking.with_takings(card, action)
    ]
    listed.sort(key=_worth_of, reverse=True)
    return listed


def _worth_of(item: tuple[float, object, object] | Candidate) -> float:
    return item[0]


class _Ranking:
    """Compares what the seat to move may do in one position."""

    def __init__(self, position: Position, weights: Weights) -> None:
        self._position = position
        self._outlook = Outlook(position, sum(seat.cards for seat in position.seats) - 1, weights)
        side = side_of(len(position.seats), position.turn)
        self._odds: dict[Faction | None, tuple[float, ...]] = {
            faction: found[side] for faction, found in odds_after_card(position, weights).items()
        }
        # While the taking is not chosen yet, as if there were none: the same for all actions.
        self._plain = self._odds[None]

    def promising(self, card: Card) -> Iterable[Action]:
        """Return a card's actions; of Khon Thai's, those of the best single placements."""
        if card != "T":
            return actions(self._position, card)
        open_ = open_provinces(self._position)
        factions = placeable(self._position)
        if not factions or len(open_) <= _KHON_THAI_PROVINCES:
            return actions(self._position, card)
        best = [self._best_provinces(faction, open_) for faction in factions]
        return [Placement(followers) for followers in product(*best)]

    def _best_provinces(self, faction: Faction, open_: list[int]) -> list[Follower]:
        ranked = [
            (self.worth_of(Placement((Follower(faction, province),))), province)
            for province in open_
        ]
        # The best for its player, and the one that moves things the other way.
        ranked.sort(reverse=True)
        return [Follower(faction, province) for _, province in ranked[:_KHON_THAI_PROVINCES]]

    def worth_of(self, action: Action) -> float:
        """Return the worth of an action before a follower is taken."""
        return expected(self._outlook.shares(self._after(action)[0]), self._plain)

    def with_takings(self, card: Card, action: Action) -> Iterator[Candidate]:
        """Iterate over the moves with an action."""
        total, changed, slots = self._after(action)
        stacks = stacks_after(self._position.stacks, action)
        outlook = self._outlook
        nobody = True
        for stack, count in enumerate(stacks):
            if not count:
                continue
            nobody = False
            follower = FOLLOWERS[stack]
            faction, province = follower
            before = changed.get(province) or outlook.parts[province]
            after = outlook.part(fewer(trio_at(stacks, province), faction), slots[province])
            share = outlook.shares(_moved(total, before, after))
            yield Candidate(expected(share, self._odds[faction]), Move(card, action, follower))
        if nobody:
            yield Candidate(expected(outlook.shares(total), self._plain), Move(card, action, None))

    def _after(self, action: Action) -> tuple[Part, dict[int, Part], list[int]]:
        """Return the outlook's total after an action, the provinces' parts changed, the slots."""
        outlook, stacks, slots = self._outlook, self._position.stacks, self._outlook.slots
        total = outlook.total
        if action is None:
            return total, {}, slots
        if isinstance(action, Swap):
            slots = slots.copy()
            slots[action.first], slots[action.second] = slots[action.second], slots[action.first]
        after = stacks_after(stacks, action)
        changed: dict[int, Part] = {}
        for province in touched(action):
            part = outlook.part(trio_at(after, province), slots[province])
            total = _moved(total, outlook.parts[province], part)
            changed[province] = part
        return total, changed, slots


def _moved(total: Part, before: Part, after: Part) -> Part:
    a, b, c, d, e = total
    f, g, h, i, j = before
    k, m, n, o, p = after
    return a - f + k, b - g + m, c - h + n, d - i + o, e - j + p


def trio_at(stacks: Sequence[int], province: int) -> Trio:
    """Return how many followers of each faction stand in a province."""
    start = 3 * province
    return stacks[start], stacks[start + 1], stacks[start + 2]


def fewer(trio: Trio, faction: Faction) -> Trio:
    """Return these followers without one of a faction."""
    return trio[0] - (faction == 0), trio[1] - (faction == 1), trio[2] - (faction == 2)
