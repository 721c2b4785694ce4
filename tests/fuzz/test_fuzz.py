"""Whatever comes in through any door is read or refused: no crash, no hang, no memory eaten."""

from __future__ import annotations

import resource
import time

import pytest

from tests.fuzz.doors import DOORS, Door
from tests.fuzz.mutating import spoilt

SHORT, LONG = 3_000, 100_000
"""Inputs at each of the ten doors, by default and with ``--long``."""
MAX_SECONDS = 2.0
"""CPU time one input may take. The slowest genuine one, a record, takes a hundredth of that."""
MAX_KILOBYTES = 64 * 1024
"""How much the process may grow over all inputs at a door."""


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.name)
def test_spoilt_inputs_are_read_or_refused(door: Door, request: pytest.FixtureRequest):
    for data in door.genuine:
        door.read(data)
    count = LONG if request.config.getoption("--long") else SHORT
    refused, slowest, grown_from = 0, 0.0, _peak()
    for data in spoilt(door.genuine, count, seed=2026):
        before = time.process_time()
        try:
            door.read(data)
        except door.refusal:
            refused += 1
        except Exception as error:
            error.add_note(f"input: {data!r}")
            raise
        slowest = max(slowest, time.process_time() - before)
    assert slowest < MAX_SECONDS
    assert _peak() - grown_from < MAX_KILOBYTES
    assert refused > count / 2, "hardly anything was spoilt"


def _peak() -> int:
    """Return the most memory this process has ever had, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
