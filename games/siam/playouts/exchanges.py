"""The exchanges possible in a running game, listed, for when drawing one at random fails."""

from __future__ import annotations

from itertools import combinations, product

from games.siam.playouts.mutable_position import RunningGame
from games.siam.playouts.tables import MEMBERS


def one_for_one(game: RunningGame) -> list[tuple[int, int]]:
    """Return every 1 vs 1, by its stacks."""
    ban = game.banned("1")
    filled = _filled(game)
    return [
        pair
        for first, second in combinations(filled, 2)
        for pair in product(first, second)
        if pair != ban
    ]


def two_for_one(game: RunningGame) -> list[tuple[int, int, int]]:
    """Return every full 2 vs 1, by its stacks."""
    ban = game.banned("2")
    stacks = game.stacks
    return [
        way[:3]
        for way in game.tables.two_for_one[game.free]
        if stacks[way.one] > way.alone
        and stacks[way.other]
        and stacks[way.taken]
        and way[:3] != ban
    ]


def partial_two_for_one(game: RunningGame) -> list[tuple[int, int]]:
    """Return every one for one over a border (S10), by its stacks."""
    ban = game.banned("2")
    neighbours = game.tables.neighbours
    return [
        pair
        for first, second in combinations(_filled(game), 2)
        if first and second and neighbours[first[0] // 3] >> second[0] // 3 & 1
        for pair in product(first, second)
        if pair != ban
    ]


def _filled(game: RunningGame) -> list[list[int]]:
    """Return for each open province the stacks that hold followers."""
    stacks = game.stacks
    return [
        [stack for stack in range(3 * province, 3 * province + 3) if stacks[stack]]
        for province in MEMBERS[game.free]
    ]
