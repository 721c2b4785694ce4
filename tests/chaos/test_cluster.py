"""Games go on when servers of a cluster are killed, stand still or end, and its database does."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.chaos.cluster_evening import Trouble, cluster_evening
from tests.e2e import guests
from tests.postgres import Postgres, own_postgres

_EACH = [Trouble.KILL, Trouble.CRASH, Trouble.END]


@pytest.mark.timeout(3600)
async def test_an_evening_of_troubles_on_three_servers_loses_nothing(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    postgres: Postgres,
):
    tables, troubles, pause, every = 3, _EACH, 0.0, 0.0
    if request.config.getoption("--long"):
        tables, pause, every = 200, 5.0, 15.0
        troubles = [*(Trouble.KILL, Trouble.STOP) * 10, *(Trouble.RESTART, Trouble.CRASH), *_EACH]
        monkeypatch.setattr(guests, "PATIENCE", 900)
    with own_postgres(postgres) as own:
        told = await cluster_evening(tmp_path, 7, tables, troubles, own, pause=pause, every=every)
    with capsys.disabled():
        sys.stdout.write(f"\n{told}\n")
    assert (told.lost, told.duplicated, told.diverged, told.shared_epochs) == (0, 0, 0, 0)
    assert told.games >= tables
    assert told.gaps.keys() == set(troubles)
