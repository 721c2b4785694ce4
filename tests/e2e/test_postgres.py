"""``siam serve`` on PostgreSQL, from its start to the move of its lobby into a file."""

from __future__ import annotations

import asyncio
import math
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from server.store.records import read_records
from tests.e2e.guests import after, check_replay, come, started
from tests.e2e.players import Leash, Player, check_acknowledged
from tests.e2e.program import program
from tests.patience import PATIENCE
from tests.postgres import Postgres, own_postgres
from tests.programs import run


@pytest.mark.xdist_group("a PostgreSQL that is stopped")
async def test_a_game_goes_on_when_the_server_is_killed_and_the_database_restarts(
    tmp_path: Path, postgres: Postgres
) -> None:
    with own_postgres(postgres) as own:
        database = own.url()
        async with (
            program("embedded", tmp_path, database) as (served, link),
            AsyncExitStack() as stack,
        ):
            guests = await come(stack, link, 2)
            table = await started(guests)
            leash = Leash(2)
            players = [Player(each, Random(seat), leash) for seat, each in enumerate(guests)]
            playing = [asyncio.create_task(player.play(table)) for player in players]
            await guests[0].until(table, after(2))
            await served.kill()
            assert await served.start() == link
            # A restart may take longer than a commit waits, so nobody moves meanwhile.
            for reach, mode in ((4, "fast"), (6, "immediate")):
                leash.let_out(reach)
                await guests[0].until(table, after(reach + 1))
                await asyncio.to_thread(own.restart, mode)
            leash.let_out(math.inf)
            async with asyncio.timeout(PATIENCE):
                over, _ = await asyncio.gather(*playing)
            log = await guests[0].client.history(table)
            check_replay(over, *log)
            check_acknowledged(players, log[2])
            await served.terminate()
        (record,) = read_records(database)
        code, told, complaints = await run(tmp_path, "records", "--store", database.text)
        assert (code, complaints) == (0, "")
        assert "1 game in the archive" in told
        file = str(tmp_path / "copied.db")
        code, told, complaints = await run(tmp_path, "store", "copy", database.text, file)
        assert (code, complaints) == (0, "")
        assert "Open tables: 1. Kept records: 1." in told
        assert read_records(Path(file)) == (record,)
