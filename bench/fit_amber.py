"""Fit the weights by which the bots of Reino de Ámbar judge a position.

    python -m bench.fit_amber [--games 2000] [--nodes 12] [--seed 1] [--decay 3]

Plays games with all options of one period, for 1, 2 and 3 players. A bot that searches so few
positions plays them; every eighth move is random. Then a logistic regression finds the weights
that explain best who won (or that nobody did) from positions of these games. It prints
``games/amber/bots/weights.py`` on standard output. Needs numpy.
"""

from __future__ import annotations

import argparse
import sys
from random import Random
from typing import Any

import numpy as np

from bench.softmax_regression import fit_softmax
from games.amber import Amber
from games.amber.bots.features import (
    BARBARIAN_FEATURES,
    FEATURES,
    barbarian_features,
    phase,
    rounds_left,
    seat_features,
)
from games.amber.bots.search_adapter import ThinkingAmber
from games.amber.constants import BARBARIANS_8, DUMMY_WINS_TIES, GOALS, NO_DOUBLES
from games.amber.mutable_position import MutablePosition
from games.search import Limits, think

_RANDOM_MOVES = 0.125
_KEPT_POSITIONS = 0.25

Rows = list[list[list[float]]]


def play(players: int, seed: int, nodes: int) -> tuple[Rows, tuple[float, ...]]:
    """Play a game; return the features of some of its positions, and what each side won."""
    random = Random(f"{seed} {players}")
    goal = random.choice([(), (), (), *((word,) for word in GOALS)])
    others = [word for word in (NO_DOUBLES, BARBARIANS_8, DUMMY_WINS_TIES) if random.random() < 0.3]
    game = Amber(frozenset((*goal, *others)))
    search = ThinkingAmber(game.chosen)
    position = game.new(players, random.getrandbits(32))
    rows: Rows = []
    while position.turn is not None:
        move = game.forced(position)
        if move is None and random.random() < _RANDOM_MOVES:
            move = game.random_move(position, random)
        elif move is None:
            known = position._replace(deck=(), unseen=position.deck_size)
            move = think(search, known, Limits(nodes=nodes), random).move
        position = game.play(position, move)
        if position.turn is not None and random.random() < _KEPT_POSITIONS:
            rows.append(features(MutablePosition(position, game.chosen)))
    values = search.certain(position)
    assert values is not None
    return rows, (*values, 1 - sum(values))


def features(here: MutablePosition) -> list[list[float]]:
    """Return the features of each seat and of the barbarians, each also by the phase."""
    left = rounds_left(here)
    found = [seat_features(here, seat, left) for seat in range(here.count)]
    found.append(barbarian_features(here, [each[0] for each in found], left))
    return [each + [value * phase(left) for value in each] for each in found]


def blocks(players: int) -> list[int]:
    """Return which weights each seat, and the barbarians, are judged by."""
    return [0, 1, 2] if players == 1 else [0] * players + [1]


def fit(players: int, games: list[tuple[Rows, tuple[float, ...]]], decay: float) -> list[Any]:
    """Return the weights: for the seats (the person and the dummy), and the barbarians."""
    wide, narrow = 2 * len(FEATURES), 2 * len(BARBARIAN_FEATURES)
    owner = blocks(players)
    size = wide * max(owner) + narrow
    flat = [(row, won) for rows, won in games for row in rows]
    inputs = np.zeros((len(flat), len(owner), size))
    for number, (row, _) in enumerate(flat):
        for side, (which, each) in enumerate(zip(owner, row, strict=True)):
            inputs[number, side, which * wide : which * wide + len(each)] = each
    target = np.array([won for _, won in flat])
    weights, loss = fit_softmax(inputs, target, decay * np.eye(size))
    print(players, "players:", len(flat), "positions, loss", round(loss, 4), file=sys.stderr)
    print("  won:", target.mean(axis=0).round(3), file=sys.stderr)
    return [
        weights[start : start + length].reshape(2, -1).T
        for start, length in [(wide * n, wide) for n in range(max(owner))]
        + [(wide * max(owner), narrow)]
    ]


def printed(name: str, text: str, weights: Any, names: tuple[str, ...]) -> None:  # noqa: ANN401
    """Print weights as Python."""
    print(f"{name}: Final = (")
    for each, (constant, slope) in zip(names, weights, strict=True):
        print(f"    ({constant:.2f}, {slope:.2f}),  # {each}")
    print(f')\n"""{text}"""')


def main() -> None:
    """Play, fit and print."""
    parser = argparse.ArgumentParser(description="Fit the weights of Reino de Ámbar's bots.")
    parser.add_argument("--games", type=int, default=2000, help="games for each number of players")
    parser.add_argument("--nodes", type=int, default=12)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--decay", type=float, default=3.0, help="pulls weights towards 0")
    told = parser.parse_args()
    found = {}
    for players in (1, 2, 3):
        seeds = range(told.seed * told.games, (told.seed + 1) * told.games)
        found[players] = fit(players, [play(players, s, told.nodes) for s in seeds], told.decay)
    print('"""Weights of the evaluation: for each feature a constant, and more by the phase.')
    print('\nMade by ``python -m bench.fit_amber``.\n"""\n')
    print("from __future__ import annotations\n\nfrom typing import Final\n")
    printed("TWO", "A seat's weights with two players.", found[2][0], FEATURES)
    printed("THREE", "A seat's weights with three players.", found[3][0], FEATURES)
    printed("PERSON", "The person's weights against the dummy.", found[1][0], FEATURES)
    printed("DUMMY", "The dummy's weights.", found[1][1], FEATURES)
    print("BARBARIANS: Final = (")
    for players in (1, 2, 3):
        print("    (", *(f"({c:.2f}, {s:.2f})," for c, s in found[players][-1]), "),")
    print(')\n"""The barbarians\' weights, by the number of players."""')


if __name__ == "__main__":
    main()
