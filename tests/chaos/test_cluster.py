"""Games go on when servers of a cluster are killed, stand still or end, and its database does."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from tests.chaos.cluster_evening import Evening, cluster_evening
from tests.chaos.troubles import Planned, Trouble, plan
from tests.postgres import Postgres, own_postgres


@pytest.mark.timeout(3600)
async def test_an_evening_of_troubles_on_several_servers_loses_nothing(
    tmp_path: Path,
    request: pytest.FixtureRequest,
    capsys: pytest.CaptureFixture[str],
    postgres: Postgres,
):
    is_long = request.config.getoption("--long")
    if is_long:
        evening = Evening(3, 24, 5.0, plan(4, has_nodes=True), processes=3, nodes=True)
    else:
        short = (Planned(0.5, Trouble.KILL), Planned(1.0, Trouble.CRASH))
        evening = Evening(2, 2, 0.1, short)
    with own_postgres(postgres) as own:
        told = await cluster_evening(tmp_path, evening, own)
    with capsys.disabled():
        sys.stdout.write("\n{}\n".format("\n".join(told.lines())))
    assert told.has_held
    assert told.games >= evening.tables
    assert told.gaps.seconds.keys() == {each.trouble for each in evening.troubles}
    assert all(told.gaps.seconds.values())
