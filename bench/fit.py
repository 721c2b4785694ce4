"""Fits the numbers of King of Siam's judgement to the ends of games: regression on self-play.

    python -m bench.fit [--games 200] [--nodes 8] [--whim 0.3] [--seed 1] [--rounds 60]

Games of a level that thinks over so many positions a move are played with 2, 3 and 4 players; now
and then a move is drawn at random, so that positions differ. From each, some positions are kept
with what came of them. The weights are then moved downhill on the mean surprise (log loss) of the
judgement at the results, by Adam on differences; what is kept is what surprises least on games that
were not looked at. The same arguments give the same weights. They are printed, not written:
`games.siam.judging.WEIGHTS` changes only when a tournament says they win.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from math import exp, log
from random import Random
from typing import NamedTuple

from games.search import Limits, think
from games.siam import Position, Siam
from games.siam.endgame import cards_left, payoff
from games.siam.judging import WEIGHTS, Weights, judge
from games.siam.thinking import ThinkingSiam

SIAM = Siam()
KEPT = 0.4
"""How many of a game's positions are kept."""
LEAST_CARDS = 3
"""With fewer cards left the search is exact and does not ask the judgement."""
TEST_SHARE = 0.25
STEP = 0.04
DIFFERENCE = 0.02
UNSURE = 0.02
"""How far a judgement is taken to be from 0 and 1, so that no single game decides the fit."""


class Example(NamedTuple):
    """A position, and what each side got in the end."""

    position: Position
    payoff: tuple[float, ...]


def play(players: int, seed: int, nodes: int, whim: float) -> list[Example]:
    """Return the examples of one game."""
    thinking, random = ThinkingSiam(), Random(seed)
    position = SIAM.new(players, seed)
    kept = []
    while not position.over:
        move = SIAM.forced(position)
        if move is None:
            if cards_left(position) >= LEAST_CARDS and random.random() < KEPT:
                kept.append(position)
            if random.random() < whim:
                move = SIAM.random_move(position, random)
            else:
                move = think(thinking, position, Limits(nodes=nodes), random).move
        position = SIAM.play(position, move)
    result = SIAM.outcome(position)
    assert result is not None
    return [Example(each, payoff(position, result)) for each in kept]


def surprise(examples: Sequence[Example], weights: Weights) -> float:
    """Return the mean log loss of the judgement."""
    total = 0.0
    for position, got in examples:
        sides = len(got)
        for value, share in zip(judge(position, weights), got, strict=True):
            if share:
                total -= share * log((1 - UNSURE) * value + UNSURE / sides)
    return total / len(examples)


def of_logs(logs: Sequence[float]) -> Weights:
    """Return weights from their logarithms: all stay above 0."""
    return Weights(*map(exp, logs))


def slopes(examples: Sequence[Example], logs: Sequence[float]) -> list[float]:
    """Return how the surprise changes with the logarithm of each weight."""
    found = []
    for number in range(len(logs)):
        up, down = list(logs), list(logs)
        up[number] += DIFFERENCE
        down[number] -= DIFFERENCE
        change = surprise(examples, of_logs(up)) - surprise(examples, of_logs(down))
        found.append(change / (2 * DIFFERENCE))
    return found


def fit(train: Sequence[Example], test: Sequence[Example], rounds: int, random: Random) -> Weights:
    """Return the weights that surprise least on the examples not learned from."""
    logs = [log(weight) for weight in WEIGHTS]
    speed, spread = [0.0] * len(logs), [0.0] * len(logs)
    best, least = WEIGHTS, surprise(test, WEIGHTS)
    print(f"{len(train)} positions to learn from, {len(test)} to test; surprise {least:.4f}")
    for turn in range(1, rounds + 1):
        batch = random.sample(train, min(len(train), 600))
        for number, slope in enumerate(slopes(batch, logs)):
            speed[number] = 0.9 * speed[number] + 0.1 * slope
            spread[number] = 0.99 * spread[number] + 0.01 * slope * slope
            mean, size = speed[number] / (1 - 0.9**turn), spread[number] / (1 - 0.99**turn)
            logs[number] -= STEP * mean / (size**0.5 + 1e-6)
        if turn % 5 == 0:
            found = surprise(test, of_logs(logs))
            print(f"round {turn}: {found:.4f}", flush=True)
            if found < least:
                best, least = of_logs(logs), found
    return best


def main() -> None:
    """Play, fit, and print the weights."""
    parser = argparse.ArgumentParser(description="Fit the numbers of the judgement.")
    parser.add_argument("--games", type=int, default=200, help="for each number of players")
    parser.add_argument("--nodes", type=int, default=8)
    parser.add_argument("--whim", type=float, default=0.3, help="how often a move is random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=60)
    told = parser.parse_args()
    train: list[Example] = []
    test: list[Example] = []
    for number in range(told.games):
        goal = test if number < told.games * TEST_SHARE else train
        for players in SIAM.seats:
            goal += play(players, told.seed * 1_000_000 + number, told.nodes, told.whim)
    weights = fit(train, test, told.rounds, Random(told.seed))
    for name, value in weights._asdict().items():
        print(f"    {name}: float = {value:.3g}")


if __name__ == "__main__":
    main()
