"""The C text that plays and trains, compiled for this machine when it is first needed."""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
from array import array
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path

import numpy as np

from games.siam.solver.layout import tables

ROOT = Path(__file__).parents[2]
JUDGEMENT = ROOT / "games" / "siam" / "judgement" / "native"
SOLVER = ROOT / "games" / "siam" / "solver" / "native"
FLAGS = ("-O3", "-march=native", "-ffast-math", "-fwrapv", "-fPIC", "-shared")
_MOST_RECORDS = 512


@dataclass(frozen=True, slots=True)
class Settings:
    """How games are played.

    Attributes:
        width: for how many actions the followers to take are compared.
        looked: for so many moves the best answer is looked at; 0 for none.
        opening: at most so many random moves at first.
        proven: with so many cards left the solver is asked who wins.
        steps: how many steps it may take for a position.
        heat: how much less a move may be worth and still be played now and then.
        astray: how often a move is random.
        slip: a move worth so much less than the best one counts as random.
        mix: the part of the best worth in what a position is taken to be worth.
    """

    width: int = 6
    looked: int = 0
    opening: int = 4
    proven: int = 6
    steps: int = 20_000
    heat: float = 0.005
    astray: float = 0.04
    slip: float = 0.03
    mix: float = 0.2


class _Settings(ctypes.Structure):
    _fields_ = (
        *[(name, ctypes.c_int32) for name in ("width", "looked", "opening", "proven", "steps")],
        *[(name, ctypes.c_float) for name in ("heat", "astray", "slip", "mix")],
    )


def _compiled(folder: Path, *sources: Path) -> ctypes.CDLL:
    path = folder / f"{len(list(folder.iterdir()))}.so"
    texts = [str(text) for source in sources for text in sorted(source.glob("*.c"))]
    headers = [f"-I{source}" for source in (JUDGEMENT, SOLVER)]
    subprocess.run(["cc", *FLAGS, *headers, *texts, "-o", str(path), "-lm"], check=True)
    return ctypes.CDLL(str(path))


@cache
def _libraries() -> tuple[ctypes.CDLL, ctypes.CDLL]:
    with tempfile.TemporaryDirectory(prefix="siam-learning-") as told:
        folder = Path(told)
        return _compiled(folder, Path(__file__).parent, JUDGEMENT), _compiled(folder, SOLVER)


def library() -> ctypes.CDLL:
    """Return the compiled text."""
    found = _libraries()[0]
    found.siam_make_network.restype = ctypes.c_void_p
    found.train.restype = ctypes.c_double
    return found


class _Solver(ctypes.Structure):
    _fields_ = tuple(
        (name, ctypes.c_void_p)
        for name in ("open", "close", "solve", "majority", "taking", "outcome")
    )


@cache
def _tables() -> tuple[array[int], ...]:
    known = tables()
    return (array("B", known.majority), array("H", known.taking), array("H", known.outcome))


@cache
def solver() -> ctypes.Structure:
    """Return the functions of the solver, and the tables that they read."""
    compiled = _libraries()[1]
    functions = (compiled.siam_open, compiled.siam_close, compiled.siam_solve)
    return _Solver(
        *(ctypes.cast(function, ctypes.c_void_p) for function in functions),
        *(table.buffer_info()[0] for table in _tables()),
    )


def network_size(players: int) -> int:
    """Return how many numbers a network for so many players has."""
    return int(library().siam_network_size(players))


class Player:
    """A network that plays games against itself."""

    def __init__(self, players: int, numbers: np.ndarray) -> None:
        """Take a network in whole numbers."""
        assert numbers.dtype == np.int16
        assert numbers.size == network_size(players)
        made = library().siam_make_network(players, numbers.ctypes.data_as(ctypes.c_void_p))
        self._network = ctypes.c_void_p(made)
        self._records = np.zeros(_MOST_RECORDS * library().record_bytes(), np.uint8)

    def play(self, start: bytes, seed: int, settings: Settings) -> np.ndarray:
        """Play one game; return a row of bytes for each of its positions."""
        told = _Settings(*astuple(settings))
        out = self._records.ctypes.data_as(ctypes.c_void_p)
        count = library().self_play(
            self._network,
            ctypes.byref(solver()),
            start,
            ctypes.c_uint64(seed),
            ctypes.byref(told),
            out,
        )
        assert count >= 0
        size = library().record_bytes()
        return self._records[: count * size].reshape(count, size).copy()

    def close(self) -> None:
        """Free its memory."""
        library().siam_free_network(self._network)


class Trainer:
    """A network in floating point that learns.

    Attributes:
        numbers: its numbers.
    """

    def __init__(self, players: int, numbers: np.ndarray) -> None:
        """Take the numbers to begin with."""
        self.numbers = numbers.astype(np.float32)
        self._players = players
        self._memory = np.zeros(2 * numbers.size, np.float32)
        self._steps = ctypes.c_int32(0)

    def learn(self, records: np.ndarray, order: np.ndarray, rate: float, batch: int = 256) -> float:
        """Go once through records; return the mean loss. A rate of 0 only measures it."""
        assert records.flags.c_contiguous
        order = np.ascontiguousarray(order, np.int32)
        return float(
            library().train(
                self._players,
                *(each.ctypes.data_as(ctypes.c_void_p) for each in (self.numbers, self._memory)),
                *(each.ctypes.data_as(ctypes.c_void_p) for each in (records, order)),
                order.size,
                batch,
                ctypes.c_float(rate),
                ctypes.byref(self._steps),
            )
        )
