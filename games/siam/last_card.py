"""The last action card of the game (S15).

It may be played only if its player wins once every remaining struggle is ended by passes. Then each
open province simply goes to whoever has the majority in it, so a move is judged by the few
provinces it touches, not by playing the game to its end.

An *ending* is who then controls the province of each slot, as one number: eight digits to the
base 4, the first slot's the lowest.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import product
from typing import TypeAlias

from games.siam.constants import (
    BRITISH,
    BRITISH_TO_COLONY,
    FACTIONS,
    PROVINCES,
    Faction,
    Trio,
)
from games.siam.moves import FOLLOWERS, Action, Exchange, Follower, Placement, Swap
from games.siam.play import queue_after, stacks_after, taking
from games.siam.position import Position
from games.siam.scoring import TEAM_GAME_SEATS, ages, majority, rank, reign_scores, winners_of

Ranking: TypeAlias = tuple[Faction, ...] | None
"""The factions as they rank at the end; None for a colony."""


def is_last_card(position: Position) -> bool:
    """Return whether the seat to move holds the only card left in the game."""
    return position.seats[position.turn].cards == 1 == sum(seat.cards for seat in position.seats)


@cache
def rankings() -> tuple[bytes, tuple[Ranking, ...]]:
    """Return for every ending the number of its ranking, and the ranking of every number."""
    numbers: dict[Ranking, int] = {}
    found = bytearray()
    for controls in product(range(BRITISH + 1), repeat=PROVINCES):
        colony = controls.count(BRITISH) >= BRITISH_TO_COLONY
        # `product` counts with its last element as the lowest digit, which is the first slot.
        ranking = None if colony else rank(reversed(controls))
        found.append(numbers.setdefault(ranking, len(numbers)))
    return bytes(found), tuple(numbers)


@cache
def _contribution_and_changes(followers: Trio, bit: int) -> tuple[int, Trio]:
    """Return what a province adds to the ending, and how taking a follower would change that.

    Args:
        followers: the Rama, Lao and Malay followers in the province.
        bit: where the province's digit begins in the ending.
    """
    rama, lao, malay = followers
    control = majority(followers)
    return control << bit, (
        majority((rama - 1, lao, malay)) - control << bit,
        majority((rama, lao - 1, malay)) - control << bit,
        majority((rama, lao, malay - 1)) - control << bit,
    )


class _Wins(dict[int, bool]):
    """Whether the seat to move wins once it has taken a follower of one faction.

    Keyed by the number of the final ranking, and computed on first use.
    """

    def __init__(self, position: Position, faction: Faction | None) -> None:
        super().__init__()
        self._turn = turn = position.turn
        self._taken = [seat.followers for seat in position.seats]
        self._taken[turn] = taking(self._taken[turn], faction)
        self._recency = (turn, *[seat for seat in position.recency if seat != turn])
        self._ages = ages(len(self._taken), self._recency)
        self._team = (turn, (turn + 2) % 4) if len(self._taken) == TEAM_GAME_SEATS else (turn,)

    def __missing__(self, number: int) -> bool:
        ranking = rankings()[1][number]
        if ranking is None:
            won = self._turn in winners_of(self._taken, self._recency, None)
        else:
            scores = reign_scores(self._taken, self._ages, ranking)
            best = max(scores)
            won = any(scores[seat] == best for seat in self._team)
        self[number] = won
        return won


class LastCard:
    """Which moves the last card of the game allows in a position."""

    def __init__(self, position: Position) -> None:
        """Look at a position whose seat to move holds the last card."""
        self._position = position
        self._ranking, _ = rankings()
        self._wins = [_Wins(position, faction) for faction in FACTIONS] * PROVINCES
        self._wins_without = _Wins(position, None)
        self._bit_offsets = _bit_offsets(position.queue)
        self._contributions = [0] * PROVINCES
        self._changes = [0] * len(position.stacks)
        for province, control in enumerate(position.controls):
            bit = self._bit_offsets[province]
            if control is None:
                self._contributions[province] = _contribute(
                    self._changes, position.stacks, province, bit
                )
            else:
                self._contributions[province] = control << bit
        self._ending = sum(self._contributions)

    def takes(self, action: Action) -> list[Follower | None]:
        """Return the followers whose taking after a legal action makes its player win."""
        after, changes, ending = self._after(action)
        ranking = self._ranking
        found: list[Follower | None] = [
            follower
            for follower, count, wins, change in zip(
                FOLLOWERS, after, self._wins, changes, strict=True
            )
            if count and wins[ranking[ending + change]]
        ]
        if not found and not any(after) and self._wins_without[ranking[ending]]:
            return [None]
        return found

    def _after(self, action: Action) -> tuple[Sequence[int], Sequence[int], int]:
        """Return the stacks after an action, what taking from each changes, and the ending."""
        stacks, changes, ending = self._position.stacks, self._changes, self._ending
        if action is None:
            return stacks, changes, ending
        changes = changes.copy()
        after = stacks_after(stacks, action)
        offsets = self._bit_offsets
        if isinstance(action, Swap):
            offsets = _bit_offsets(queue_after(self._position.queue, action))
        for province in touched(action):
            ending -= self._contributions[province]
            ending += _contribute(changes, after, province, offsets[province])
        return after, changes, ending


def touched(action: Action) -> Iterable[int]:
    """Return the provinces whose followers or tiles an action moves."""
    if isinstance(action, Placement):
        return {province for _, province in action.followers}
    if isinstance(action, Exchange):
        return action.source, action.target
    return () if action is None else (action.first, action.second)


def _bit_offsets(queue: Sequence[int]) -> list[int]:
    """Return for each province the bit at which its digit begins in an ending."""
    offsets = [0] * PROVINCES
    for slot, province in enumerate(queue):
        offsets[province] = 2 * slot
    return offsets


def _contribute(changes: list[int], stacks: Sequence[int], province: int, bit: int) -> int:
    """Return what a province adds to the ending; note how each taking from it would change that."""
    start = 3 * province
    followers = (stacks[start], stacks[start + 1], stacks[start + 2])
    added, changes[start : start + 3] = _contribution_and_changes(followers, bit)
    return added
