"""Moves of King of Siam: a card, what it does, and the follower taken.

All are immutable, hashable values. Each move has exactly one form: see `canonical`.
"""

from __future__ import annotations

from typing import Final, NamedTuple, TypeAlias

from games.siam.constants import FACTIONS, PROVINCES, Card, Faction


class Follower(NamedTuple):
    """One follower of a faction, standing in (or going to) a province."""

    faction: Faction
    province: int


FOLLOWERS: Final = tuple(Follower(f, p) for p in range(PROVINCES) for f in FACTIONS)
"""A follower for each stack of the board, in the order of `Position.stacks`."""


class Swap(NamedTuple):
    """Maharacha: two tiles change places, and one of them is marked.

    Attributes:
        first: the province of one tile, before `second` in the map's order.
        second: the province of the other.
        marked: which of the two gets the King marker.
    """

    first: int
    second: int
    marked: int


class Placement(NamedTuple):
    """Khon Thai, Rama, Lao or Malay: followers come from the supply, sorted."""

    followers: tuple[Follower, ...]


class Exchange(NamedTuple):
    """1 vs 1 or 2 vs 1: followers of two provinces change places.

    Attributes:
        given: the one or two factions that leave `source`, sorted.
        source: the province that gives two; one for one, the earlier one in the map's order.
        taken: the faction that comes from `target` in return.
        target: the other province.
    """

    given: tuple[Faction, ...]
    source: int
    taken: Faction
    target: int


Action: TypeAlias = Swap | Placement | Exchange | None
"""What a card does; None when it can do nothing."""


class Move(NamedTuple):
    """What a seat does in its turn.

    Attributes:
        card: the card played, or None for a pass.
        action: what the card does, or None when it can do nothing.
        follower: the follower taken afterwards, or None from an empty board.
    """

    card: Card | None
    action: Action
    follower: Follower | None


PASS: Final = Move(None, None, None)


def one_for_one(one: Follower, other: Follower) -> Exchange:
    """Return the exchange of two followers, whichever is named first."""
    first, second = (one, other) if one.province <= other.province else (other, one)
    return Exchange((first.faction,), first.province, second.faction, second.province)


def reverse(exchange: Exchange) -> Exchange:
    """Return the exchange that undoes this one (S13)."""
    given, source, taken, target = exchange
    if len(given) == 1:
        return Exchange((taken,), source, given[0], target)
    return Exchange(given, target, taken, source)


def canonical(action: Action) -> Action:
    """Return the one form of an action (the order of its parts settled)."""
    match action:
        case Swap(first, second, marked):
            return Swap(min(first, second), max(first, second), marked)
        case Placement(followers):
            return Placement(tuple(sorted(followers)))
        case Exchange((given,), source, taken, target):
            return one_for_one(Follower(given, source), Follower(taken, target))
        case Exchange(given, source, taken, target):
            return Exchange(tuple(sorted(given)), source, taken, target)
        case None:
            return None
