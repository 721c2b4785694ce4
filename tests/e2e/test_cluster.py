"""Several servers run one lobby: players notice neither where a table is nor who runs it."""

from __future__ import annotations

from contextlib import AsyncExitStack
from pathlib import Path

from server.store import PostgresUrl
from tests.e2e.cluster import running_cluster
from tests.e2e.guests import come, play_all, started


async def test_games_go_on_when_a_server_is_killed_or_ends(tmp_path: Path, database: PostgresUrl):
    async with running_cluster(tmp_path, database, 2) as cluster, AsyncExitStack() as stack:
        guests = await come(stack, cluster.link, 4)
        pairs = [guests[:2], guests[2:]]
        tables = [await started(pair) for pair in pairs]
        await guests[0].until_lobby_has(set(tables))
        for pair, table in zip(pairs, tables, strict=True):
            await play_all(pair, table, 1, enough=lambda state: state.ply >= 4)
        await cluster.servers[0].kill()
        for pair, table in zip(pairs, tables, strict=True):
            await play_all(pair, table, 2)
        for pair, table in zip(pairs, tables, strict=True):
            assert not (await pair[0].client.check_game(table)).wrong
