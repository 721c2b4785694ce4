"""Trains a network of King of Siam by games against itself, and writes it with its figures.

    python -m scripts.train 2 games/siam/judgement/trained_networks/2.net [--generations 12]
        [--games 4000] [--look 0] [--rounds 1] [--seed 1] [--processes 1] [--begin FILE]

The first games are random. After each generation of games, the network learns from the games of the
last ones, and plays the next. The maps alternate. Near the end of a game, the solver says who wins;
with three players only where one wins against any play of the others. With --look, the later half
of the generations also looks at the best answers to so many moves, which takes several times as
long. With --rounds, the same is done again from the network so far, with the next seed, fewer bad
moves and half the speed of learning; then the first round does not look. The same seed and numbers
give the same network on the same machine, with any number of processes. It needs a C compiler and
numpy.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

import numpy as np

from games.siam import BUILT_IN_MAPS, Siam, load_map
from games.siam.judgement.native_network import read_network, write_network
from games.siam.judgement.packing import pack
from scripts.learning.native_learning import Player, Settings, Trainer, network_size

FIRST, SECOND = 64, 32
UNIT, WEIGHT = 1024, 1024
FASTEST = 0.006
"""How fast the first generation learns."""
PASSES = (1, 0.6, 0.2)
"""How fast each pass through the games of a generation learns, as a part of the generation's."""
LAST_PASSES = (1, 1, 0.6, 0.2, 0.05)
"""The same for the last generation."""
SETTINGS = {
    2: Settings(),
    3: Settings(opening=9, steps=6_000, slip=0.02),
    4: Settings(),
}
"""How the games of each number of players are played, apart from what changes with time.

Three players pass long if nobody else plays, so longer random beginnings show them other games.
Their chances lie closer together, so a smaller loss is a slip.
"""
_CHUNK = 200
_KEPT = 6
"""How many generations of games are learned from."""
_MEASURED = 0.03
"""The part of the newest games that is only measured."""


def first_numbers(players: int, random: np.random.Generator) -> np.ndarray:
    """Return random numbers to begin with."""
    outputs = 3 if players == 3 else 1
    features = (network_size(players) - outputs * (SECOND + 1) - SECOND * (FIRST + 1)) // FIRST - 1
    parts = (
        random.normal(0, 0.03, features * FIRST),
        np.full(FIRST, 0.4),
        random.normal(0, 0.15, SECOND * FIRST),
        np.full(SECOND, 0.3),
        random.normal(0, 0.15, outputs * SECOND),
        np.zeros(outputs),
    )
    return np.concatenate(parts).astype(np.float32)


def begin(told: argparse.Namespace, random: np.random.Generator) -> np.ndarray:
    """Return the numbers to begin with: random ones, or those of a file."""
    if told.begin is None:
        return first_numbers(told.players, random)
    size = 2 * network_size(told.players)
    whole = np.frombuffer(read_network(told.begin, size), np.int16)
    numbers: np.ndarray = whole.astype(np.float32) / UNIT  # the same for all weights
    return numbers


def whole_numbers(players: int, numbers: np.ndarray) -> np.ndarray:
    """Return a network in whole numbers."""
    rest = (3 if players == 3 else 1) * (SECOND + 1) + SECOND * (FIRST + 1)
    scale = np.full(numbers.size, WEIGHT)
    scale[: numbers.size - rest] = UNIT
    return np.clip(np.round(numbers * scale), -32767, 32767).astype(np.int16)


def _games_of(told: tuple[int, np.ndarray, Settings, int, int]) -> np.ndarray:
    players, numbers, settings, first, count = told
    boards = [Siam(load_map(name)) for name in BUILT_IN_MAPS]
    player = Player(players, numbers)
    games = [
        player.play(pack(boards[seed % len(boards)].new(players, seed)), seed, settings)
        for seed in range(first, first + count)
    ]
    player.close()
    return np.concatenate(games)


def games_of(
    pool: object, players: int, numbers: np.ndarray, settings: Settings, seeds: range
) -> np.ndarray:
    """Return the records of games, in the order of their seeds."""
    told = [
        (players, numbers, settings, first, min(_CHUNK, seeds.stop - first))
        for first in range(seeds.start, seeds.stop, _CHUNK)
    ]
    return np.concatenate(pool.map(_games_of, told, chunksize=1))  # type: ignore[attr-defined]


def schedule(
    first: Settings, generations: int, look: int, *, from_nothing: bool
) -> Iterator[tuple[Settings, float]]:
    """Iterate over how each generation plays, and how fast it learns then."""
    for number in range(generations):
        part = number / max(1, generations - 1)
        settings = replace(first, heat=0.008 - 0.005 * part, mix=0.1 + 0.2 * part, astray=0.03)
        if not from_nothing:
            settings = replace(settings, heat=0.004 - 0.002 * part, mix=0.2 + 0.1 * part)
        elif not number:
            settings = replace(settings, astray=1, mix=0)
        if part > 0.5:
            settings = replace(settings, looked=look)
        yield settings, (FASTEST if from_nothing else FASTEST / 2) * 0.3**part


class Totals(NamedTuple):
    """What was played and learned in the rounds before."""

    games: int = 0
    positions: int = 0
    seconds: float = 0


def train(told: argparse.Namespace) -> None:
    """Train for as many rounds as told, and write the network after each generation."""
    totals = Totals()
    for number in range(told.rounds):
        now = argparse.Namespace(**vars(told))
        if number:
            now.begin, now.seed = told.file, told.seed + number
        elif told.rounds > 1:
            now.look = 0
        totals = train_round(now, number, totals)


def train_round(told: argparse.Namespace, round_number: int, before: Totals) -> Totals:
    """Train, and write the network after each generation; return what was done until then."""
    random = np.random.default_rng(told.seed)
    played = positions = 0
    start = time.monotonic() - before.seconds
    trainer = Trainer(told.players, begin(told, random))
    memory: list[np.ndarray] = []
    with get_context("fork").Pool(told.processes) as pool:
        for number, (settings, rate) in enumerate(
            schedule(
                SETTINGS[told.players],
                told.generations,
                told.look,
                from_nothing=told.begin is None,
            )
        ):
            seeds = range(told.seed * 10**9 + played, told.seed * 10**9 + played + told.games)
            whole = whole_numbers(told.players, trainer.numbers)
            found = games_of(pool, told.players, whole, settings, seeds)
            played += told.games
            positions += len(found)
            measured = int(len(found) * _MEASURED)
            memory = [*memory[-_KEPT + 1 :], found[measured:]]
            if number == 2 and told.begin is None:
                memory = memory[1:]  # random games teach no more
            records = np.concatenate(memory)
            losses = []
            for slower in PASSES if number + 1 < told.generations else LAST_PASSES:
                trainer.learn(records, random.permutation(len(records)), rate * slower)
                losses.append(trainer.learn(found[:measured], np.arange(measured), 0))
            seconds = time.monotonic() - start
            print(
                f"generation {number}: {len(found)} positions, loss on new ones "
                f"{' '.join(f'{loss:.4f}' for loss in losses)}, {seconds:.0f} s",
                flush=True,
            )
            figures = {
                "players": told.players,
                "seed": told.seed,
                "round": round_number + 1,
                "generations": number + 1,
                "of": told.generations,
                "games": before.games + played,
                "positions": before.positions + positions,
                "look": told.look,
                "loss": round(losses[-1], 4),
                "seconds": round(seconds),
                "processes": told.processes,
            }
            write_network(
                told.file, figures, whole_numbers(told.players, trainer.numbers).tobytes()
            )
    print(json.dumps(figures))
    return Totals(before.games + played, before.positions + positions, time.monotonic() - start)


def parsed(words: Sequence[str] | None = None) -> argparse.Namespace:
    """Return what the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", maxsplit=1)[0])
    parser.add_argument("players", type=int, choices=(2, 3, 4))
    parser.add_argument("file", type=Path)
    parser.add_argument("--generations", type=int, default=12)
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--look", type=int, default=0)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--begin", type=Path, help="a network to go on from")
    parser.add_argument("--processes", type=int, default=1)
    return parser.parse_args(words)


if __name__ == "__main__":
    train(parsed())
