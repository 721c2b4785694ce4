"""Games go on when servers of a cluster are killed, stand still or end, and its database does."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.chaos.cluster_evening import Trouble, cluster_evening
from tests.e2e import guests
from tests.postgres import Postgres, own_postgres


@pytest.mark.timeout(3600)
async def test_an_evening_of_troubles_on_several_servers_loses_nothing(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    postgres: Postgres,
):
    servers, tables, pause, every = 2, 2, 0.0, 0.0
    troubles = [Trouble.KILL, Trouble.CRASH]
    if request.config.getoption("--long"):
        servers, tables, pause, every = 3, 200, 5.0, 15.0
        troubles = [*(Trouble.KILL, Trouble.STOP, Trouble.END) * 8, Trouble.RESTART, Trouble.CRASH]
        monkeypatch.setattr(guests, "PATIENCE", 900)
    with own_postgres(postgres) as own:
        told = await cluster_evening(
            tmp_path, servers, 7, tables, troubles, own, pause=pause, every=every, mends=pause > 0
        )
    with capsys.disabled():
        sys.stdout.write(f"\n{told}\n")
    assert (told.lost, told.duplicated, told.diverged, told.shared_epochs) == (0, 0, 0, 0)
    assert told.games >= tables
    assert told.gaps.keys() == set(troubles)
    assert all(told.gaps.values())
