"""How soon the end of a game is solved: from positions with few cards left.

    python -m bench.endgames [seconds of processor time] [games] [won positions] [players …]

Positions are taken from seeded games of `greedy`. For each number of players and of cards left: how
many were solved within the limit, and how long that took: the median, and what nine in ten took at
most. The last row of each number of players has ten cards left and one open province. Games of
`greedy` have no such positions. So the players of these seeded games mostly pass, and otherwise
play random moves. Then, in so many fresh positions of two players that are proven won, how often
`regent` throws the win away (`bench.thrown_away`).
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random
from statistics import median, quantiles
from time import process_time

from bench.thrown_away import count
from client.bots.levels import LEVELS
from games.search import Limits, think
from games.siam import PASS, Position, Siam
from games.siam.bots.endgame import cards_left
from games.siam.bots.search_adapter import ThinkingSiam

CARDS = (1, 2, 3, 4, 5, 6)
CARDS_OF_ONE_PROVINCE = 10
PASSES = 0.7
"""The part of the turns that are passes until one province is left."""


def endings(players: int, games: int) -> dict[int, list[Position]]:
    """Return by cards left the first such position of each of so many games, if it has one."""
    siam = Siam()
    found: dict[int, list[Position]] = {cards: [] for cards in CARDS}
    for seed in range(games):
        position, random = siam.new(players, seed), Random(seed)
        wanted = set(CARDS)
        while not position.over:
            left = cards_left(position)
            if left in wanted and position.hand:
                wanted.remove(left)
                found[left].append(position)
            move = siam.forced(position)
            if move is None:
                move = LEVELS["greedy"](siam, position, random)
            position = siam.play(position, move)
    return found


def one_province(players: int, games: int) -> list[Position]:
    """Return the positions with one open province and ten cards left of so many games."""
    siam = Siam()
    found: list[Position] = []
    for seed in range(games):
        position, random = siam.new(players, seed), Random(seed)
        while not position.over:
            last = position.controls.count(None) == 1
            enough = cards_left(position) == CARDS_OF_ONE_PROVINCE
            if last and enough and position.hand:
                found.append(position)
                break
            move = siam.forced(position)
            if move is None and (enough or (not last and random.random() < PASSES)):
                move = PASS
            position = siam.play(position, move or siam.random_move(position, random))
    return found


def solved_of(positions: Sequence[Position], limits: Limits) -> str:
    """Return how many of the positions are solved, and the time that takes, as columns."""
    thoughts = [think(ThinkingSiam(), position, limits, Random(0)) for position in positions]
    spent = [thought.seconds for thought in thoughts if thought.solved]
    part = f"{len(spent):6}/{len(thoughts):<4}"
    if len(spent) < 2:
        return f"{part}{'':16}"
    return f"{part}{median(spent):8.3f}{quantiles(spent, n=10)[-1]:8.3f}"


def main() -> None:
    """Measure and print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    limits = Limits(seconds=seconds, clock=process_time)
    columns = f"{'solved':>11}{'median s':>8}{'p90 s':>8}"
    print(f"{'players':>8}{'cards':>18}{columns}")
    for players in tuple(map(int, sys.argv[4:])) or (2, 3, 4):
        for cards, positions in endings(players, number).items():
            print(f"{players:8}{cards:18}{solved_of(positions, limits)}", flush=True)
        told = f"{CARDS_OF_ONE_PROVINCE}, one province"
        print(f"{players:8}{told:>18}{solved_of(one_province(players, number), limits)}")
    if len(sys.argv) > 3 and int(sys.argv[3]):
        count(int(sys.argv[3]), 1.0)


if __name__ == "__main__":
    main()
