"""How often the strongest level throws away a win that is proven.

    python -m bench.thrown_away [positions] [seconds of processor time] [first seed]

Fresh positions of two players with 4 to 12 cards left, from seeded games that mix `greedy` and
random moves, which the solver proves won for the seat to move. `regent` plays one move in each.
Then the solver, practically without a limit, says whether the win is still there. Proofs with few
cards left are checked by plain search, which tries every move by the rules. Ctrl-C ends it early,
with the figures so far.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import process_time

from client.bots.levels import LEVELS
from games.search import Limits, think
from games.search.proving import Prover, TooLongError
from games.search.solver import UNKNOWN, solver_of
from games.siam import Position, Siam
from games.siam.bots.endgame import cards_left
from games.siam.judgement.learned_adapter import LearnedSiam
from games.siam.solver.ending import endgame_of

CARDS = range(4, 13)
RANDOM = 0.3
"""The part of the moves that is random, so that all kinds of cards are left."""
PROOF_STEPS = 40_000_000
"""Steps to find out whether a position is won: about three seconds in C."""
CHECK_STEPS = 1_000_000_000
PLAIN_CARDS = 4
"""With so few cards left, the proof is checked by plain search."""
PLAIN_NODES = 1_000
SIAM, THINKING = Siam(), LearnedSiam()


def proven(position: Position, side: int, steps: int) -> int:
    """Return whether a side wins a position: 1, 0, or -1 if that is not known."""
    endgame = endgame_of(position, side)
    start = endgame.start(position) if endgame else None
    return UNKNOWN if endgame is None or start is None else solver_of(endgame).solve(start, steps)


def won_positions(seed: int) -> Iterator[Position]:
    """Iterate over positions that are proven won for the seat to move, one of each game."""
    while True:
        position, random = SIAM.new(2, seed), Random(seed)
        seed += 1
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
    certain = THINKING.certain(after)
    if certain is not None:
        return int(certain[position.turn] == 1)
    return proven(after, position.turn, CHECK_STEPS)


def plainly_won(position: Position) -> bool | None:
    """Return whether plain search finds the win; None if that takes too long."""
    if cards_left(position) > PLAIN_CARDS:
        return None
    try:
        return Prover(THINKING, position.turn, PLAIN_NODES).wins(position)
    except TooLongError:
        return None


def count(number: int, seconds: float, first: int = 1) -> None:
    """Let `regent` play in so many positions, and print how often it kept the win."""
    limits = Limits(seconds=seconds, clock=process_time, move_only=True)
    kept: Counter[int] = Counter()
    plain: Counter[bool | None] = Counter()
    cards: Counter[int] = Counter()
    try:
        for position, _ in zip(won_positions(first), range(number), strict=False):
            found = keeps(position, limits)
            kept[found] += 1
            cards[cards_left(position)] += 1
            plain[plainly_won(position)] += 1
            if found != 1:
                print(f"{'thrown away' if found == 0 else 'not known'}: {position}", flush=True)
            print(f"{kept.total()}: {dict(sorted(cards.items()))}", end="\r", file=sys.stderr)
    except KeyboardInterrupt:
        pass
    told = ", ".join(f"{many} with {left}" for left, many in sorted(cards.items()))
    print(f"{kept.total()} positions won for the seat to move, by the cards left: {told}")
    print(f"{seconds} s a move: threw away {kept[0]}, not known {kept[UNKNOWN]}")
    print(f"plain search checked {plain.total() - plain[None]} of the proofs: wrong {plain[False]}")


if __name__ == "__main__":
    count(
        int(sys.argv[1]) if len(sys.argv) > 1 else 100,
        float(sys.argv[2]) if len(sys.argv) > 2 else 1.0,
        int(sys.argv[3]) if len(sys.argv) > 3 else 1,
    )
