"""Positions to try rules on: of random games, and far-fetched ones drawn field by field."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from games.foreign_king import ForeignKing, Position
from games.foreign_king.constants import (
    FACTORY_LETTERS,
    PROVINCES,
    SPACES_OF,
    citizens_of_colour,
    letters_of_colours,
)
from games.foreign_king.text.position_check import check_position

GAME = ForeignKing()
_ASKS = ("act", "act", "act", "congress", "shut", "virtual", "loans", "order", "over")


def of_random_games(games: int) -> Iterator[Position]:
    """Iterate over the positions of random games, their ends included."""
    for seed in range(games):
        for players in (2, 3, 4):
            random, position = Random(seed), GAME.new(players, seed)
            while GAME.turn(position) is not None:
                yield position
                position = GAME.play(position, GAME.random_move(position, random))
            yield position


def far_fetched(count: int, seed: int) -> Iterator[Position]:
    """Iterate over so many positions that hardly any game reaches."""
    random = Random(seed)
    while count:
        position = _drawn(random)
        try:
            check_position(position)
        except ValueError:
            continue
        count -= 1
        yield position


def _drawn(random: Random) -> Position:
    seats = random.choice((2, 3, 4))
    colours = len(letters_of_colours(seats))
    congressmen = [random.choice((0, 0, 1, 3, 9)) for _ in range(seats)]
    board = [[0] * colours for _ in range(PROVINCES)]
    crowded = random.sample(range(PROVINCES), random.choice((1, 2, 5, 9)))
    for colour in range(colours):
        men = congressmen[colour] if colour < seats else 0
        for _ in range(random.randint(0, citizens_of_colour(seats) - men)):
            board[random.choice(crowded)][colour] += 1
    factories = [[0] * len(FACTORY_LETTERS) for _ in range(PROVINCES)]
    sites = random.sample(range(PROVINCES), random.randint(1, PROVINCES))
    for first in (0, 2):
        for _ in range(random.choice((0, 2, 5))):
            factories[random.choice(sites)][first + (random.random() < 0.4)] += 1
    medals = [0] * seats
    for each in factories:
        medals[random.randrange(seats)] += any(each)
    order = random.sample(range(seats), seats)
    pawns = random.sample((*SPACES_OF[seats], *[None] * seats), seats)
    asks = random.choice(_ASKS)
    choosers = [pawns.index(space) for space in ("order", "queen") if space in pawns]
    changes = random.choice(([], choosers, choosers[:1], choosers[1:]))
    turn = random.choice(order)
    if asks == "order" and changes:
        turn = changes[0]
    king = random.choice(crowded)
    if asks in ("congress", "shut", "virtual"):
        pawns = [None if space == "king" else space for space in pawns]
        pawns[turn] = "king"
    if asks == "shut":
        board[king] = [1] * colours
    return Position(
        map=GAME.map,
        citizens=tuple(number for each in board for number in each),
        factories=tuple(number for each in factories for number in each),
        king=king,
        marker=random.choice((29, 20, 10, 3, 0)),
        scores=tuple(random.choice((0, 3, 12)) for _ in range(colours)),
        francs=tuple(random.choice((0, 1, 2, 4, 9, 60)) for _ in range(seats)),
        medals=tuple(medals),
        loans=tuple(random.randint(0, each) for each in medals),
        congressmen=tuple(congressmen),
        pawns=tuple(pawns),
        order=tuple(order),
        changes=tuple(changes),
        turn=turn,
        asks=asks,
        asked=random.randrange(seats) if asks in ("congress", "virtual") else None,
        steps=random.randint(1, 44) if asks == "virtual" else 0,
    )
