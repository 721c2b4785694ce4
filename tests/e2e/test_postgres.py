"""``siam serve`` on PostgreSQL, from its start to the move of its lobby into a file."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import pytest

from server.store.records import read_records
from tests.e2e.guests import after, check_replay, come, started
from tests.e2e.players import Player, check_acknowledged
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
            players = [Player(each, Random(seat)) for seat, each in enumerate(guests)]
            playing = [asyncio.create_task(player.play(table)) for player in players]
            await guests[0].until(table, after(2))
            await served.kill()
            assert await served.start() == link
            await guests[0].until(table, after(4))
            await asyncio.to_thread(own.restart, "fast")
            await guests[0].until(table, after(6))
            await asyncio.to_thread(own.restart, "immediate")
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
