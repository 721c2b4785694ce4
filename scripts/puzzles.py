"""Find positions in which exactly one move wins, for the practice of ``siam practice``.

    python scripts/puzzles.py GAMES > siam_tui/practice/puzzles.txt

Bots play seeded games; of each position near the end it is proven which moves force the win of the
side to move, whatever the others do. It is kept if that is one move (or several that come to the
same) and it is not the first that comes to mind. The same number of games finds the same positions.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random

from client.bots import LEVELS
from games.search.proving import Prover, TooLongError
from games.siam import Move, Position, Siam, load_map
from games.siam.endgame import cards_left
from games.siam.listing import count
from games.siam.thinking import ThinkingSiam

MAPS = ("siam", "siam", "siam", "albion")
CARDS = range(2, 6)
MOVES = range(8, 301)
"""With fewer moves there is nothing to look for; with more it takes too long to prove."""
PATIENCE = 3000
THINKING = ThinkingSiam()


def late_positions(siam: Siam, players: int, seed: int) -> Iterator[Position]:
    """Iterate over the positions near the end of a game between bots."""
    random, position = Random(seed), siam.new(players, seed)
    level = LEVELS["greedy" if seed % 2 else "mandarin"]
    while not position.over:
        if cards_left(position) in CARDS and position.hand and count(position) in MOVES:
            yield position
        move = siam.forced(position) or level(siam, position, random)
        position = siam.play(position, move)


def only_win(position: Position) -> Move | None:
    """Return the only move that wins, if there is just one and it takes some looking for."""
    prover = Prover(THINKING, THINKING.side(position), PATIENCE)
    try:
        winning = prover.winning(position)
    except TooLongError:
        return None
    first = THINKING.choices(position, None).best_first[0].move
    (move,) = winning.values() if len(winning) == 1 else (None,)
    return None if move == first else move


def main() -> None:
    """Print a line a puzzle: the map, the position, the move that wins."""
    for seed in range(int(sys.argv[1])):
        name = MAPS[seed % len(MAPS)]
        siam = Siam(load_map(name))
        for position in late_positions(siam, 2 + seed % 3, seed):
            if (move := only_win(position)) is not None:
                sys.stdout.write(f"{name} | {position} | {siam.format_move(move)}\n")
                sys.stdout.flush()
                break  # a game's positions are alike


if __name__ == "__main__":
    main()
