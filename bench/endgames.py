"""How soon the end of a game is solved: from positions with few cards left.

    python -m bench.endgames [seconds of processor time] [games]

Positions are taken from seeded games of `greedy`. For each number of
players and of cards left: how many were solved within the limit, and how long that took.
"""

from __future__ import annotations

import sys
from random import Random
from statistics import median, quantiles
from time import process_time

from client.bots.levels import LEVELS
from games.search import Limits, think
from games.siam import Position, Siam
from games.siam.bots.endgame import cards_left
from games.siam.bots.search_adapter import ThinkingSiam

CARDS = (1, 2, 3, 4, 5, 6)


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


def main() -> None:
    """Measure and print the table."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    number = int(sys.argv[2]) if len(sys.argv) > 2 else 12
    thinking = ThinkingSiam()
    print(f"{'players':>8}{'cards':>7}{'solved':>9}{'median s':>10}{'p90 s':>8}{'nodes':>8}")
    for players in (2, 3, 4):
        for cards, positions in endings(players, number).items():
            thoughts = [
                think(thinking, position, Limits(seconds=seconds, clock=process_time), Random(0))
                for position in positions
            ]
            solved = [thought for thought in thoughts if thought.solved]
            if len(solved) < 2:
                print(f"{players:8}{cards:7}{len(solved):5}/{len(thoughts)}")
                continue
            spent = [thought.seconds for thought in solved]
            nodes = median(thought.nodes for thought in solved)
            print(
                f"{players:8}{cards:7}{len(solved):5}/{len(thoughts):<3}{median(spent):10.3f}"
                f"{quantiles(spent, n=10)[-1]:8.3f}{nodes:8.0f}"
            )


if __name__ == "__main__":
    main()
