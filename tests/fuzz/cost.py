"""How much processor time an input may cost, and whether that grows faster than the input."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from games import compiled

BASE_SECONDS = 0.005
SECONDS_PER_KILOBYTE = 0.005
"""What an input may cost where the rules are compiled; a genuine record costs 1.5 ms a kilobyte."""
INTERPRETED = 1 if compiled.in_use() else 8
"""How much slower the rules are where they are not compiled."""
TIMES_LARGER, TIMES_DEARER = 4, 5
"""An input so many times larger may cost at most so many times more."""
MEASURABLE = BASE_SECONDS
"""Any input may cost that much, whatever its length; growth below it is lost in the noise."""
RUNS = 3
TRIES = 30
"""On a busy machine a figure can be too high, never too low: what looks too dear is run again."""
HOPELESS = 10
"""So many times too dear, it is no matter of the machine."""

Read = Callable[[bytes], object]


class CostError(AssertionError):
    """An input that costs more than it may."""


@contextmanager
def without_collector() -> Iterator[None]:
    """Keep the garbage collector out of what is timed: a full collection takes 0.2 seconds.

    What there is now is frozen, so that a collection between two measurements is cheap.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


def allowed_seconds(data: bytes) -> float:
    """Return how much processor time an input may cost."""
    return INTERPRETED * (BASE_SECONDS + SECONDS_PER_KILOBYTE * len(data) / 1024)


def seconds(read: Read, data: bytes, runs: int = RUNS) -> float:
    """Return the processor time it takes to read an input: the least of some runs."""
    return min(_run(read, data) for _ in range(runs))


def check_cost(read: Read, data: bytes, measured: float, tries: int = TRIES) -> None:
    """Return if an input costs no more than it may.

    Args:
        read: reads an input, and raises nothing.
        data: the input.
        measured: what it has cost once.
        tries: how often it is run again if that is too much.

    Raises:
        CostError: it costs more each time.
    """
    while HOPELESS * allowed_seconds(data) > measured > allowed_seconds(data) and tries:
        measured = min(measured, seconds(read, data))
        tries -= 1
    if measured > allowed_seconds(data):
        raise CostError(
            f"{len(data)} bytes cost {measured * 1000:.1f} ms, and may cost "
            f"{allowed_seconds(data) * 1000:.1f}: {data[:200]!r}"
        )


def check_growth(read: Read, small: bytes, large: bytes, tries: int = TRIES) -> None:
    """Return if the time grows no faster than the input, and the large one costs what it may.

    Raises:
        CostError: it grows faster, however often it is measured.
    """
    dear = _run(read, large)
    check_cost(read, large, dear, tries)
    if dear < MEASURABLE:
        return
    cheap = seconds(read, small)
    most = TIMES_DEARER * len(large) / (TIMES_LARGER * len(small))
    while dear > most * cheap and dear > MEASURABLE and tries:
        dear, cheap = min(dear, seconds(read, large)), min(cheap, seconds(read, small))
        tries -= 1
    if dear > max(most * cheap, MEASURABLE):
        raise CostError(
            f"{len(small)} bytes cost {cheap * 1000:.2f} ms, but {len(large)} bytes "
            f"{dear * 1000:.2f} ms: {large[:200]!r}"
        )


def _run(read: Read, data: bytes) -> float:
    before = time.thread_time()
    read(data)
    return time.thread_time() - before
