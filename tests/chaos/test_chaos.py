"""Games go on, and nothing is lost, doubled or told differently, whatever goes wrong on the way."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from tests.chaos.evening import evening
from tests.e2e import guests
from tests.postgres import own_postgres


@pytest.mark.parametrize(
    ("kind", "store"),
    [
        ("embedded", "file"),
        ("mosquitto", "file"),
        pytest.param("embedded", "postgres", marks=pytest.mark.long),
    ],
)
@pytest.mark.timeout(3600)
async def test_an_evening_of_faults_loses_nothing(
    kind: str,
    store: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
):
    tables, faults = 4, 40
    if request.config.getoption("--long"):
        tables, faults = 40, 1000
        # 120 people in one process: on a busy machine their sitting down alone takes minutes.
        monkeypatch.setattr(guests, "PATIENCE", 900)
    with ExitStack() as stack:
        own = None
        if store == "postgres":
            own = stack.enter_context(own_postgres(request.getfixturevalue("postgres")))
        told = await evening(kind, tmp_path, 7, tables, faults, own)
    with capsys.disabled():
        sys.stdout.write(f"\n{kind}, {store}: {told}\n")
    assert (told.lost, told.duplicated, told.diverged) == (0, 0, 0)
    assert told.games >= tables
    assert told.taken_back >= tables / 4
    assert told.timed_out >= tables / 4
    assert told.faults.total() == faults
