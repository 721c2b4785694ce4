"""Whatever comes in is read or refused: no crash, no memory eaten, and no more time than it may."""

from __future__ import annotations

import gc
import resource
import time
import tomllib
from collections.abc import Iterator

import pytest

from tests.fuzz.cost import (
    CostError,
    Read,
    allowed_seconds,
    check_cost,
    check_growth,
    without_collector,
)
from tests.fuzz.doors import DOORS, Door
from tests.fuzz.mutating import grown, spoilt

SHORT, LONG = 3_000, 100_000
"""Inputs at each of the ten doors, by default and with ``--long``."""
SHORT_GROWN, LONG_GROWN = 60, 5_000
"""Inputs that grow at each door, by default and with ``--long``."""
SIZES = (4 * 1024, 16 * 1024)
MAX_KILOBYTES = 64 * 1024
"""How much the process may grow over all inputs at a door."""
COLLECTED = 1_000
"""Inputs after which garbage is collected, outside of what is timed."""
FEW_TRIES = 1
"""Enough where too much is to be found."""


@pytest.fixture(scope="module", autouse=True)
def _without_collector() -> Iterator[None]:
    with without_collector():
        yield


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_spoilt_inputs_are_read_or_refused(door: Door, request: pytest.FixtureRequest):
    for data in door.genuine:
        door.read(data)
    count = LONG if request.config.getoption("--long") else SHORT
    refused, grown_from, read = 0, _peak(), _reading(door)
    for number, data in enumerate(spoilt(door.genuine, count, seed=2026)):
        if number % COLLECTED == 0:
            gc.collect()
        before = time.thread_time()
        try:
            door.read(data)
        except door.refusal:
            refused += 1
        except Exception as error:
            error.add_note(f"input: {data!r}")
            raise
        if (taken := time.thread_time() - before) > allowed_seconds(data):
            check_cost(read, data, taken)
    assert _peak() - grown_from < MAX_KILOBYTES
    assert refused > count / 2, "hardly anything was spoilt"


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_no_input_costs_more_the_longer_it_is(door: Door, request: pytest.FixtureRequest):
    read = _reading(door)
    for lengthen in door.long_inputs:
        check_growth(read, *(lengthen(size) for size in SIZES))
    count = LONG_GROWN if request.config.getoption("--long") else SHORT_GROWN
    for small, large in grown(door.genuine, count, 2026, SIZES):
        check_growth(read, small, large)


def test_what_costs_too_much_is_found():
    nested = b".".join([b"a"] * 4_000) + b" = 1"  # the map that blocked a server, but shorter
    with pytest.raises(CostError, match=rf"and may cost|but {len(nested)} bytes"):
        check_growth(_parse_unbounded, nested[4_000:], nested, FEW_TRIES)


def test_what_grows_faster_than_its_input_is_found():
    with pytest.raises(CostError, match=r"but 8192 bytes"):
        check_growth(_quadratic, bytes(2 * 1024), bytes(8 * 1024), FEW_TRIES)
    check_growth(_linear, bytes(2 * 1024), bytes(8 * 1024))


def _parse_unbounded(data: bytes) -> None:
    tomllib.loads(data.decode())


def _quadratic(data: bytes) -> None:
    _work(0.012 * (len(data) / (8 * 1024)) ** 2)


def _linear(data: bytes) -> None:
    _work(0.012 * len(data) / (8 * 1024))


def _work(seconds: float) -> None:
    end = time.thread_time() + seconds
    while time.thread_time() < end:
        pass


def _reading(door: Door) -> Read:
    """Return a reader that takes a refusal as an answer."""

    def read(data: bytes) -> None:
        try:
            door.read(data)
        except door.refusal:
            pass
        except Exception as error:
            error.add_note(f"input: {data[:2000]!r}")
            raise

    return read


def _peak() -> int:
    """Return the most memory this process has ever had, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
