"""Stores that commit at the same time, and empty places for them in PostgreSQL."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Sequence
from contextlib import AsyncExitStack, contextmanager
from statistics import median
from time import perf_counter
from typing import NamedTuple
from urllib.parse import quote

from protocol.keys import SecretKey
from protocol.messages import Done
from server.store.place import PostgresUrl, StorePlace
from server.store.saved import Changes, SavedPlayer
from server.store.store import Store, open_store
from server.tables.opening import open_game
from server.tables.table import FREE, Table


class Written(NamedTuple):
    """What some writers did.

    Attributes:
        commits: commits a second, of all together.
        p50: seconds of a commit, the median.
    """

    commits: float
    p50: float


async def measure_writers(places: Sequence[StorePlace], times: int) -> Written:
    """Have a store at each place commit so many times, all at once.

    A commit is what a move writes of a table, and an answer to its player.
    """
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(open_store(each, "bench")) for each in places]
        await asyncio.gather(*(_write(each, 10) for each in stores))
        before = perf_counter()
        taken = await asyncio.gather(*(_write(each, times) for each in stores))
        seconds = perf_counter() - before
    return Written(times * len(places) / seconds, median(each for some in taken for each in some))


async def _write(store: Store, times: int) -> list[float]:
    opened = open_game("siam", "", ())
    name = secrets.token_hex(4)
    table = Table(
        **opened._asdict(), id=name, options=(), host=name, host_name="Ann", seats=(FREE, FREE)
    )
    player = SecretKey.generate().public
    await store.commit(Changes((table,)))
    seconds: list[float] = []
    for _ in range(times):
        table = table.changed()
        answers = {secrets.token_bytes(16): Done(table.id, table.revision)}
        changes = Changes((table,), players=(SavedPlayer(player, "Ann", answers),))
        before = perf_counter()
        await store.commit(changes)
        seconds.append(perf_counter() - before)
    return seconds


@contextmanager
def new_schemas(url: PostgresUrl, count: int) -> Iterator[list[PostgresUrl]]:
    """Make schemas in a database, and drop them at the end."""
    import psycopg  # noqa: PLC0415 - needed for PostgreSQL only

    names = [f"bench_{secrets.token_hex(4)}" for _ in range(count)]
    with psycopg.connect(url.text, autocommit=True) as connection:
        for name in names:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        try:
            join = "&" if "?" in url.text else "?"
            yield [
                PostgresUrl(f"{url.text}{join}options={quote(f'-csearch_path={name}')}")
                for name in names
            ]
        finally:
            for name in names:
                connection.execute(f"DROP SCHEMA {name} CASCADE".encode())
