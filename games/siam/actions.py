"""What a card can do in a position: every legal action of it, each once (S9–S14).

S10 asks for full execution where there is one, else for the largest partial one, else for none,
so a list is never mixed and never empty: ``[None]`` says that the card can only be played without
action. The last-card rule (S15) is not looked at here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, combinations_with_replacement, product

from games.siam.constants import FACTION_OF_CARD, FACTIONS, PROVINCES, Card, Control, Faction
from games.siam.map import Map
from games.siam.moves import FOLLOWERS, Action, Exchange, Follower, Placement, Swap, reverse
from games.siam.play import stacks_after
from games.siam.position import Position


def actions(position: Position, card: Card) -> list[Action]:
    """Return every legal action of a card, each once; ``[None]`` if it can do nothing."""
    found: list[Action]
    if card == "K":
        found = list(_swaps(position))
    elif card == "T":
        found = list(_khon_thai(position))
    elif card == "1":
        found = list(_exchanges_anywhere(position))
    elif card == "2":
        found = list(_two_for_one(position)) or list(_one_for_one_over_border(position))
    else:
        found = list(_reinforcements(position, FACTION_OF_CARD[card]))
    return found or [None]


def takes(position: Position, action: Action) -> list[Follower | None]:
    """Return the followers one may take after an action; ``[None]`` from an empty board (S9)."""
    after = stacks_after(position.stacks, action)
    return [follower for follower, count in zip(FOLLOWERS, after, strict=True) if count] or [None]


# What the rules look at


def swappable(position: Position) -> list[int]:
    """Return the provinces whose tiles Maharacha may swap: face up, no marker, in map order."""
    return [
        province
        for province, control in enumerate(position.controls)
        if control is None and province not in position.markers
    ]


def open_provinces(position: Position) -> list[int]:
    """Return the provinces nobody controls yet (S11)."""
    return [province for province, control in enumerate(position.controls) if control is None]


def placeable(position: Position) -> list[Faction]:
    """Return the factions Khon Thai places: those with followers in the supply."""
    return [faction for faction in FACTIONS if position.supply_of(faction)]


def targets(board: Map, controls: Sequence[Control | None], faction: Faction) -> list[int]:
    """Return where the card of a faction may place its followers, in map order.

    These are the open provinces next to one the faction controls, or next to its home unless
    somebody else controls that.
    """
    borders, home = board.borders, board.homes[faction]
    reached = set(borders[home]) if controls[home] is None else set()
    for province, control in enumerate(controls):
        if control == faction:
            reached.update(borders[province])
    return [province for province in sorted(reached) if controls[province] is None]


def banned(position: Position, card: Card) -> Exchange | None:
    """Return the exchange a 1 vs 1 or 2 vs 1 may not make now: the last one undone (S13)."""
    if position.exchange is None or position.seats[position.recency[0]].top != card:
        return None
    return reverse(position.exchange)


# The cards


def _swaps(position: Position) -> Iterator[Swap]:
    for first, second in combinations(swappable(position), 2):
        yield Swap(first, second, first)
        yield Swap(first, second, second)


def _khon_thai(position: Position) -> Iterator[Placement]:
    factions = placeable(position)
    if not factions:
        return
    choices = [[Follower(f, p) for p in open_provinces(position)] for f in factions]
    for followers in product(*choices):
        yield Placement(followers)


def _reinforcements(position: Position, faction: Faction) -> Iterator[Placement]:
    count = min(2, position.supply_of(faction))
    if not count:
        return
    choices = [
        Follower(faction, province)
        for province in targets(position.map, position.controls, faction)
    ]
    for followers in combinations_with_replacement(choices, count):
        yield Placement(followers)


def _kinds(position: Position) -> list[list[Faction]]:
    """Return for each province the factions that stand in it."""
    stacks = position.stacks
    return [[f for f in FACTIONS if stacks[3 * p + f]] for p in range(PROVINCES)]


def _exchanges_anywhere(position: Position) -> Iterator[Exchange]:
    pairs = combinations(range(PROVINCES), 2)
    return _one_for_one(position, "1", pairs)


def _one_for_one_over_border(position: Position) -> Iterator[Exchange]:
    borders = position.map.borders
    pairs = ((p, q) for p in range(PROVINCES) for q in borders[p] if p < q)
    return _one_for_one(position, "2", pairs)


def _one_for_one(
    position: Position, card: Card, pairs: Iterator[tuple[int, int]]
) -> Iterator[Exchange]:
    ban = banned(position, card)
    kinds = _kinds(position)
    for first, second in pairs:
        for faction, other in product(kinds[first], kinds[second]):
            exchange = Exchange((faction,), first, other, second)
            if exchange != ban:
                yield exchange


def _two_for_one(position: Position) -> Iterator[Exchange]:
    ban = banned(position, "2")
    kinds = _kinds(position)
    for source in range(PROVINCES):
        pairs = [
            (one, other)
            for one, other in combinations_with_replacement(kinds[source], 2)
            if one != other or position.stacks[3 * source + one] > 1
        ]
        for target in position.map.borders[source] if pairs else ():
            for given, taken in product(pairs, kinds[target]):
                exchange = Exchange(given, source, taken, target)
                if exchange != ban:
                    yield exchange


def full_two_for_one_exists(position: Position) -> bool:
    """Return whether some full 2 vs 1 is legal, so that a partial one is not (S10)."""
    return next(_two_for_one(position), None) is not None


def partial_two_for_one_exists(position: Position) -> bool:
    """Return whether some one for one over a border is legal, ban included."""
    return next(_one_for_one_over_border(position), None) is not None


def one_for_one_exists(position: Position) -> bool:
    """Return whether some 1 vs 1 is legal, ban included."""
    return next(_exchanges_anywhere(position), None) is not None
