"""Fit the weights of `games.foreign_king.bots.evaluation` to games of the bots against themselves.

    python -m bench.fit_foreign_king [--players 2] [--games 1000] [--nodes 1] [--seed 1]

It plays games with some random moves, so that they differ, and notes the features of positions in
them, with who won. Then it fits the weights by logistic regression: the chances of all colours are
the softmax of their weighted sums. It prints the weights as they stand in `_FITTED`, and how well
they foretell the games, which should be better than the entropy of equal chances. It needs numpy,
which comes with ``pip install -e '.[bench]'``.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from dataclasses import fields
from random import Random

import numpy as np

from bench.softmax_regression import Array, fit_softmax
from games.foreign_king import ForeignKing, Position
from games.foreign_king.bots.evaluation import KNOTS, settle, share_win
from games.foreign_king.bots.features import Weights, merits, remaining
from games.foreign_king.bots.search_adapter import ThinkingForeignKing
from games.foreign_king.mutable_position import MutablePosition
from games.search import Limits, think

NAMES = [each.name for each in fields(Weights)]
UNITS = [Weights(**{name: 1.0}) for name in NAMES]
RANDOM_OPENING = 12
"""The first moves of a game, up to so many, are half random."""
RANDOM_PART = 0.03
NOTED = {"act": 0.4, "virtual": 0.08}
"""Which part of the positions that ask for something is noted."""
CAUTION = 80.0
"""How strongly weights are kept small (ridge), and alike at neighbouring knots (five times it)."""


def positions(players: int, nodes: int, seed: int) -> Iterator[Position]:
    """Iterate over the positions of a game, the end included."""
    game, random = ForeignKing(), Random(seed)
    position = game.new(players, seed)
    opening, turns = random.randrange(RANDOM_OPENING), 0
    while position.asks != "over":
        acts = position.asks == "act"
        turns += acts
        move = game.forced(position)
        if move is None and acts and random.random() < (0.5 if turns < opening else RANDOM_PART):
            move = game.random_move(position, random)
        if move is None:
            move = think(ThinkingForeignKing(), position, Limits(nodes=nodes), random).move
        position = game.play(position, move)
        yield position


def samples(players: int, games: int, nodes: int, seed: int) -> tuple[Array, Array, Array]:
    """Play games; return features (position, colour, feature), what is left, and who won."""
    features, left, won = [], [], []
    for number in range(games):
        random = Random(number)
        for position in positions(players, nodes, seed * 1_000_000 + number):
            here = MutablePosition(position)
            if random.random() < NOTED.get(position.asks, 0.0):
                steps = settle(here)
                left.append(remaining(here))
                features.append([merits(here, steps, unit) for unit in UNITS])
        won += [share_win(here)] * (len(left) - len(won))
    return np.array(features).transpose(0, 2, 1), np.array(left, dtype=float), np.array(won)


def fit(features: Array, left: Array, won: Array) -> tuple[Array, float]:
    """Return the weights (feature, knot), and the mean entropy that is left."""
    scale = features.std(axis=(0, 1)) + 1e-9
    knots = len(KNOTS)
    tents = np.stack([np.interp(left, KNOTS, row) for row in np.eye(knots)], axis=1)
    known = (features / scale)[:, :, :, None] * tents[:, None, None, :]
    known = known.reshape(*known.shape[:2], -1)
    between = np.diff(np.eye(knots), axis=0)
    rough = np.kron(np.eye(len(scale)), between.T @ between)
    ridge = CAUTION * (np.eye(known.shape[2]) + 5 * rough)
    weights, entropy = fit_softmax(known, won, ridge)
    return weights.reshape(-1, knots) / scale[:, None], entropy


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description="Fit the evaluation of The Foreign King.")
    parser.add_argument("--players", type=int, choices=(2, 3, 4), default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=1, help="positions a move of the players")
    parser.add_argument("--seed", type=int, default=1)
    told = parser.parse_args()
    features, left, won = samples(told.players, told.games, told.nodes, told.seed)
    weights, entropy = fit(features, left, won)
    equal = np.log(won.shape[1])
    print(f"# {len(won)} positions of {told.games} games: entropy {entropy:.3f} of {equal:.3f}")
    print(f"    {told.players}: {{")
    for name, row in zip(NAMES, weights, strict=True):
        if row.any():
            print(f'        "{name}": ({", ".join(f"{each:.3f}" for each in row)}),')
    print("    },")


if __name__ == "__main__":
    main()
