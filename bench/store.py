"""How long a player waits: a command until its answer, with the store and without.

Run it from the top of the project::

    python -m bench.store [moves a round, 100 by default] [folder of the store] [postgresql://...]

One embedded broker, and on it two lobbies: one keeps nothing, the other commits every move to a
file (WAL, synchronous=FULL) before it answers; the answer shows the mover what the table has come
to. Beside them a bare request and answer between two aiomqtt clients through the same broker, and a
bare commit. All are measured in turns, each time after a pause in which everything before has come
to rest, and the medians compared; so is the processor time of all that takes part, which others who
use the machine change less.
The folder decides which disk is measured; a temporary one may lie in memory.

With the URL of an empty database, a third lobby commits there. Then 1 and 16 stores of each kind
commit at the same time, again in turns, each to a file or a schema of its own.
"""

from __future__ import annotations

import asyncio
import socket
import sqlite3
import sys
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter, process_time

import aiomqtt

from bench.writers import Written, measure_writers, new_schemas
from client.client import Client
from protocol.commands import Agree, OpenTable, PlayMove, StartGame, TakeSeat
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from protocol.messages import Done
from server.app import Server
from server.broker.access import Visitor
from server.broker.embedded import EmbeddedBroker, embedded_broker
from server.broker.limits import Limits
from server.config import Config
from server.store.place import PostgresUrl, StorePlace, parse_place
from server.store.saved import Changes
from server.store.store import open_store

ROUNDS = 5
WRITERS = 16
PAUSE = 0.01
"""Seconds between a move that all have seen and the next one; people take longer."""
FREE = Limits(connections=10**4, anonymous=10**4, newcomer=10**9, credit=10**9, all_credit=10**9)
"""Limits of a broker that lets everybody say as much as they like."""
Round = Callable[[int], Awaitable[list[float]]]


async def keep_nothing(_: Changes) -> None:
    """Stand in for a store's commit."""


@asynccontextmanager
async def lobby(
    broker: BrokerAddress | EmbeddedBroker, place: StorePlace | None
) -> AsyncIterator[tuple[Server, Link]]:
    """Serve a lobby; without a place it forgets everything."""
    address = broker if isinstance(broker, BrokerAddress) else broker.address
    config = Config(SecretKey.generate(), broker=address, store=place)
    async with open_store(place, config.key.public.fingerprint) as store:
        if place is None:
            store.commit = keep_nothing  # type: ignore[method-assign]
        server = Server(config, broker, store, print)
        running = asyncio.create_task(server.run())
        await server.ready.wait()
        try:
            yield server, server.link
        finally:
            await server.shut_down()
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


async def table(
    stack: AsyncExitStack,
    server: Server,
    link: Link,
    begun: Callable[[], None] = lambda: None,
    ended: Callable[[], None] = lambda: None,
) -> Round:
    """Seat two people; return what plays so many moves, measures each, and tells of both ends."""
    people = [Client(link, SecretKey.generate(), name) for name in ("Ann", "Ben")]
    for each in people:
        await stack.enter_async_context(each)
        await each.ready()
    opened = await people[0].request(OpenTable("siam", 2))
    assert isinstance(opened, Done)
    await people[1].request(TakeSeat(opened.table, 1))
    for each in people:
        await each.follow(opened.table)
    await people[0].request(StartGame(opened.table))
    random = Random(1)

    async def play(moves: int) -> list[float]:
        seconds: list[float] = []
        while len(seconds) < moves:
            here = server.service.lobby.tables[opened.table]
            if here.status == "over":
                for each in people:
                    await each.request(Agree(here.id, here.game_number, "again", yes=True))
            await asyncio.gather(*(dealt(each, here.id) for each in people))
            here = server.service.lobby.tables[opened.table]
            move = here.game.format_move(here.game.random_move(here.position, random))
            command = PlayMove(here.id, here.game_number, len(here.log), move)
            mover = people[here.game.turn(here.position) or 0]
            await dealt(mover, here.id, len(here.log))  # it signs the move it answers
            await asyncio.sleep(PAUSE)
            begun()
            before = perf_counter()
            await mover.request(command)
            seconds.append(perf_counter() - before)
            ended()
        return seconds

    return play


async def dealt(client: Client, table: str, ply: int = 0) -> None:
    """Wait until a game runs at a table, and a client has seen so many of its moves."""
    async with client.changes() as changes:
        while (state := client.table(table)) is None or not (
            state.status == "running" and state.position and state.ply >= ply
        ):
            await anext(changes)


class NoRules:
    """Lets anybody do anything: two lobbies and a bare request share one broker here."""

    def may_enter(self, visitor: Visitor) -> bool:  # noqa: ARG002 - of the rules it stands for
        """Let everybody in."""
        return True

    def may_publish(self, visitor: Visitor, topic: str, *, retain: bool) -> bool:  # noqa: ARG002
        """Let everybody publish everything."""
        return True

    def readable(self, visitor: Visitor) -> tuple[str, ...]:  # noqa: ARG002
        """Let everybody read everything."""
        return ("#",)


async def bare(stack: AsyncExitStack, address: BrokerAddress) -> Round:
    """Return what sends requests to a client that only echoes, and measures each."""
    no_delay = [(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)]
    here, there = [
        await stack.enter_async_context(
            aiomqtt.Client(address.host, address.port, socket_options=no_delay)
        )
        for _ in range(2)
    ]
    await here.subscribe("bare/answer", 1)
    await there.subscribe("bare/request", 1)

    async def echo() -> None:
        async for message in there.messages:
            await there.publish("bare/answer", message.payload, 1)

    echoing = asyncio.create_task(echo())
    stack.callback(echoing.cancel)
    answers = aiter(here.messages)

    async def ask(times: int) -> list[float]:
        seconds: list[float] = []
        for _ in range(times):
            await asyncio.sleep(PAUSE)
            before = perf_counter()
            await here.publish("bare/request", bytes(300), 1)
            await anext(answers)
            seconds.append(perf_counter() - before)
        return seconds

    return ask


def disk(path: Path) -> Round:
    """Return what commits one row as the store does, without anything of ours, and measures it."""
    connection = sqlite3.connect(path, isolation_level=None)
    for statement in (
        "PRAGMA journal_mode = WAL",
        "PRAGMA synchronous = FULL",
        "CREATE TABLE t (a)",
    ):
        connection.execute(statement)

    async def commit(times: int) -> list[float]:
        seconds: list[float] = []
        for _ in range(times):
            await asyncio.sleep(PAUSE)
            before = perf_counter()
            connection.execute("INSERT INTO t VALUES (zeroblob(600))")
            seconds.append(perf_counter() - before)
        return seconds

    return commit


async def main(moves: int, folder: Path, database: PostgresUrl | None) -> None:
    """Measure, and print medians and ratios."""
    if database is None:
        await measure_moves(moves, folder, None)
        return
    with new_schemas(database, 1) as (schema,):
        await measure_moves(moves, folder, schema)
    for writers in (1, WRITERS):
        await compare_writers(moves, folder, database, writers)


async def compare_writers(moves: int, folder: Path, database: PostgresUrl, writers: int) -> None:
    """Print how many commits a second both kinds of stores take from so many writers."""
    found: dict[str, list[Written]] = {"files": [], "PostgreSQL": []}
    for number in range(ROUNDS):
        files = [folder / f"{writers}-{number}-{each}.db" for each in range(writers)]
        found["files"].append(await measure_writers(files, moves))
        with new_schemas(database, writers) as schemas:
            found["PostgreSQL"].append(await measure_writers(schemas, moves))
    base = median(each.commits for each in found["files"])
    for name, rounds in found.items():
        commits = median(each.commits for each in rounds)
        p50 = median(each.p50 for each in rounds)
        print(
            f"writers: {writers:<2}  {name:<10}  {commits:7.0f} commits a second  "
            f"{commits / base:5.2f} × files  p50 of a commit {p50 * 1000:6.2f} ms"
        )


async def measure_moves(moves: int, folder: Path, database: PostgresUrl | None) -> None:
    """Print how long moves take, without a store and with each kind."""
    async with AsyncExitStack() as stack:
        embedded = embedded_broker("127.0.0.1", 0, NoRules(), FREE)
        broker = await stack.enter_async_context(embedded)
        kept = await stack.enter_async_context(lobby(broker, folder / "bench.db"))
        forgotten = await stack.enter_async_context(lobby(broker, None))
        rounds = {
            "bare request and answer": await bare(stack, broker.address),
            "the disk: a bare commit": disk(folder / "bare.db"),
            "a move, nothing kept": await table(stack, *forgotten),
            "a move, committed": await table(stack, *kept),
        }
        if database is not None:
            there = await stack.enter_async_context(lobby(broker, database))
            rounds["a move, in PostgreSQL"] = await table(stack, *there)
        seconds: dict[str, list[float]] = {name: [] for name in rounds}
        busy = dict.fromkeys(rounds, 0.0)
        for _ in range(ROUNDS):
            for name, measure in rounds.items():
                before = process_time()
                seconds[name] += await measure(moves)
                busy[name] += process_time() - before
    base = median(seconds["bare request and answer"])
    for name, each in seconds.items():
        p99 = quantiles(each, n=100, method="inclusive")[98]
        print(
            f"{name:<24} p50 {median(each) * 1000:6.2f} ms  p99 {p99 * 1000:6.2f} ms  "
            f"{median(each) / base:5.2f} × a bare request  "
            f"{busy[name] / len(each) * 1000:5.2f} ms of processor time"
        )


if __name__ == "__main__":
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    url = parse_place(sys.argv[3]) if len(sys.argv) > 3 else None
    assert url is None or isinstance(url, PostgresUrl), "the third argument is postgresql://..."
    with tempfile.TemporaryDirectory(dir=sys.argv[2] if len(sys.argv) > 2 else None) as temporary:
        asyncio.run(main(count, Path(temporary), url))
