"""Games go on, and nothing is lost, doubled or told differently, whatever goes wrong on the way."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.chaos.evening import evening


@pytest.mark.parametrize("kind", ["embedded", "mosquitto"])
@pytest.mark.timeout(3600)
async def test_an_evening_of_faults_loses_nothing(
    kind: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
):
    tables, faults = (40, 1000) if request.config.getoption("--long") else (4, 40)
    told = await evening(kind, tmp_path, seed=7, tables=tables, faults=faults)
    with capsys.disabled():
        sys.stdout.write(f"\n{kind}: {told}\n")
    assert (told.lost, told.duplicated, told.diverged) == (0, 0, 0)
    assert told.games >= tables
    assert told.taken_back >= tables / 4
    assert told.timed_out >= tables / 4
    assert told.faults.total() == faults
