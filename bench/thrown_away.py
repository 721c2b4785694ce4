"""How often the strongest level throws away a win that is proven.

    python -m bench.thrown_away [positions] [seconds of processor time]

Fresh positions of two players with 4 to 12 cards left, from seeded games that mix `greedy` and
random moves, which the solver proves won for the seat to move. `regent` plays one move in each,
with the solver and without it. The solver then says whether the win is still there. Of the proofs a
sample is checked by plain search, which tries every move by the rules.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from time import process_time

from client.bots.levels import LEVELS
from games.search import Limits, think
from games.search.proving import Prover, TooLongError
from games.search.solver import UNKNOWN, Solver
from games.siam import Position, Siam
from games.siam.bots.endgame import cards_left
from games.siam.bots.search_adapter import ThinkingSiam
from games.siam.solver.ending import endgame_of

CARDS = range(4, 13)
RANDOM = 0.3
"""The part of the moves that is random, so that all kinds of cards are left."""
PROOF_STEPS = 300_000
CHECK_STEPS = 3_000_000
PLAIN_NODES = 5_000
SIAM, THINKING = Siam(), ThinkingSiam()


def proven(position: Position, side: int, steps: int) -> int:
    """Return whether a side wins a position: 1, 0, or -1 if that is not known."""
    endgame = endgame_of(position, side)
    start = endgame.start(position) if endgame else None
    return UNKNOWN if endgame is None or start is None else Solver(endgame).solve(start, steps)


def won_positions() -> Iterator[Position]:
    """Iterate over positions that are proven won for the seat to move, one of each game."""
    seed = 0
    while True:
        seed += 1
        position, random = SIAM.new(2, seed), Random(seed)
        wanted = random.choice(CARDS)
        while not position.over and cards_left(position) > wanted:
            move = SIAM.forced(position)
            if move is None and random.random() < RANDOM:
                move = SIAM.random_move(position, random)
            position = SIAM.play(position, move or LEVELS["greedy"](SIAM, position, random))
        if position.over or not position.hand or cards_left(position) != wanted:
            continue
        if proven(position, position.turn, PROOF_STEPS) == 1:
            yield position


def keeps(position: Position, limits: Limits) -> int:
    """Return whether the move that is played keeps the win: 1, 0, or -1 if that is not known."""
    move = think(THINKING, position, limits, Random(0)).move
    after = SIAM.play(position, move)
    if after.over:
        return int(THINKING.certain(after) == tuple(float(s == position.turn) for s in (0, 1)))
    return proven(after, position.turn, CHECK_STEPS)


def plainly_won(position: Position) -> bool | None:
    """Return whether plain search finds the win; None if that takes too long."""
    try:
        return Prover(THINKING, position.turn, PLAIN_NODES).wins(position)
    except TooLongError:
        return None


def main() -> None:
    """Count and print."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 1.0
    ways = {
        name: Limits(seconds=seconds, clock=process_time, move_only=True, proofs=proofs)
        for name, proofs in (("with the solver", True), ("without it", False))
    }
    results: dict[str, list[int]] = {name: [] for name in ways}
    plain: list[bool | None] = []
    for position, _ in zip(won_positions(), range(number), strict=False):
        for name, limits in ways.items():
            results[name].append(keeps(position, limits))
        plain.append(plainly_won(position))
        print(f"{len(plain)}: {cards_left(position)} cards  {position}", file=sys.stderr)
    print(f"{number} positions won for the seat to move, {seconds} s a move")
    for name, found in results.items():
        print(f"{name:>16}: threw away {found.count(0)}, not known {found.count(UNKNOWN)}")
    print(f"plain search checked {len(plain) - plain.count(None)}: wrong {plain.count(False)}")


if __name__ == "__main__":
    main()
