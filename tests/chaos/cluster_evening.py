"""An evening of many tables on several servers, which are killed, stopped and handed over."""

from __future__ import annotations

import asyncio
import signal
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from time import monotonic

import psycopg

from protocol.links import Link
from protocol.topics import part_of
from server.store.records import read_records
from tests.chaos.crowd import Crowd, CrowdTold, Gap, NoteStall, crowd
from tests.chaos.office import OfficeTold, office
from tests.chaos.ownership import Ownership
from tests.chaos.processor import Processor
from tests.chaos.tables import unlike
from tests.chaos.timeline import BEFORE_SECONDS, logged, timeline
from tests.chaos.troubles import OF_A_SERVER, Gaps, Planned, Trouble, rank, table_of
from tests.e2e.cluster import RunningCluster, running_cluster
from tests.e2e.program import Program
from tests.nats_nodes import NatsNode
from tests.postgres import Postgres

_STOPPED_SECONDS = 4.0
"""How long a server stands still: longer than its leases."""
_HANDOVER_SECONDS = 18.0
"""How long tables are watched that are handed over, and back to the server once it has started."""
_NODE_SECONDS = 15.0
"""How long a node of the broker stays away."""
_RETRY_SECONDS = 0.5
"""The pace of attempts while PostgreSQL is away, as systemd has one."""
_TOLD_LINES = 10
"""Lines of the servers' logs that are told of a table where nothing happens."""
_LIMIT = 6.0
"""Seconds within which 99 of 100 tables of a killed or stopped server have to answer again."""


@dataclass(frozen=True)
class Evening:
    """What is asked of an evening.

    Attributes:
        servers: how many there are.
        tables: tables of two players.
        pause: seconds that a player thinks about each move.
        troubles: what goes wrong, and when.
        processes: processes of players.
        nodes: whether the broker is NATS with three nodes; else it is mosquitto.
        seed: throws the dice.
        patience: seconds without a move after which a table has stalled.
        slowest: of how many tables after each trouble of a server it is told what happened.
    """

    servers: int
    tables: int
    pause: float
    troubles: tuple[Planned, ...]
    processes: int = 1
    nodes: bool = False
    seed: int = 7
    patience: float = 100.0
    slowest: int = 0


@dataclass(frozen=True)
class ClusterTold:
    """What an evening came to.

    Attributes:
        games: games played to their end.
        moves: moves acknowledged.
        lost, duplicated, diverged: as in `tests.chaos.evening.Told`.
        shared_epochs: epochs of a part with more than one owner.
        stalled: tables at which what a player awaited did not come.
        answered: seconds until each move was acknowledged.
        gaps: how long tables did not answer.
        office: bans, closings and reminders, and whether each was done once.
        busiest: the share of a processor that the busiest process of players used.
        shares: how many processors each kind of program used on average.
    """

    games: int
    lost: int
    duplicated: int
    diverged: int
    shared_epochs: int
    stalled: tuple[str, ...]
    answered: tuple[float, ...]
    gaps: Gaps
    office: OfficeTold
    busiest: float
    shares: dict[str, float]

    @property
    def has_held(self) -> bool:
        """Whether nothing was lost, doubled or told differently, and nobody waited in vain.

        No epoch may have had two owners, either. A reminder may arrive twice if its server was
        killed just then.
        """
        wrong = self.lost or self.duplicated or self.diverged or self.shared_epochs
        repeated = self.office.repeated - sum(self.gaps.times.values())
        return not (wrong or self.stalled or self.office.wrong or repeated > 0)

    @property
    def was_quick(self) -> bool:
        """Whether tables of killed and stopped servers have answered again in time."""
        awaited = (self.gaps.seconds.get(each, []) for each in (Trouble.KILL, Trouble.STOP))
        return all(rank(each, 0.99) <= _LIMIT for each in awaited if each)

    def lines(self) -> Iterator[str]:
        """Return the lines of a small report."""
        yield (
            f"{self.games} games, {len(self.answered)} moves: {self.lost} lost, {self.duplicated} "
            f"doubled, {self.diverged} diverged, {self.shared_epochs} epochs with two owners, "
            f"{len(self.stalled)} tables stalled"
        )
        yield (
            f"a move is acknowledged: median {rank(self.answered, 0.5):.3f} s, "
            f"99 % {rank(self.answered, 0.99):.2f} s, longest {max(self.answered):.2f} s; "
            f"busiest process of players: {self.busiest:.0%} of a processor"
        )
        yield str(self.office)
        used = (f"{kind} {share:.0%}" for kind, share in self.shares.items())
        yield f"used of a processor, while things went wrong: {', '.join(used)}"
        yield from table_of(self.gaps.seconds, self.gaps.times)


@dataclass
class _Director:
    """Does what goes wrong, and measures how long tables do not answer."""

    cluster: RunningCluster
    postgres: Postgres
    ownership: Ownership
    crowds: list[Crowd]
    dice: Random
    processor: Processor
    folder: Path
    slowest: int
    gaps: Gaps = field(default_factory=Gaps)

    async def do_all(self, troubles: tuple[Planned, ...]) -> None:
        """Do everything at its time, and wait until all tables answer again."""
        began = monotonic()
        async with asyncio.TaskGroup() as group:
            for each in troubles:
                await asyncio.sleep(max(0.0, began + each.at - monotonic()))  # the time of each
                group.create_task(self._do(each.trouble))

    async def _do(self, trouble: Trouble) -> None:
        if trouble in OF_A_SERVER:
            await self._trouble_server(trouble)
            return
        self.gaps.began.append((trouble, monotonic()))
        if trouble is Trouble.NODE:
            node = self.dice.choice(self.cluster.nodes)
            assert node.process is not None
            self.processor.note("broker", node.process.pid, is_child=True)
            await _kill_for_a_while(node)
        else:
            self.processor.note("PostgreSQL", self.postgres.process, is_child=False)
            mode = "immediate" if trouble is Trouble.CRASH else "fast"
            await asyncio.to_thread(self.postgres.restart, mode)

    async def _trouble_server(self, trouble: Trouble) -> None:
        server, tables = await self._choose_server()
        process = server.process
        assert process is not None
        began = monotonic()
        match trouble:
            case Trouble.KILL:
                doing = asyncio.create_task(server.kill())
            case Trouble.STOP:
                process.send_signal(signal.SIGSTOP)
                doing = asyncio.create_task(asyncio.sleep(_STOPPED_SECONDS))
            case _:
                doing = asyncio.create_task(server.terminate())
        if trouble is Trouble.END:  # its tables answer until they are handed over
            asked = (each.longest(tables, _HANDOVER_SECONDS) for each in self.crowds)
        else:
            asked = (each.probe(tables, began) for each in self.crowds)
        answers = asyncio.gather(*asked)
        await doing
        if trouble is Trouble.STOP:
            process.send_signal(signal.SIGCONT)
        else:
            await _start_again(server)
        gaps = [gap for some in await answers for gap in some]
        self.gaps.note(trouble, (gap.seconds for gap in gaps))
        await asyncio.to_thread(self._describe_slowest, trouble, gaps)

    def _describe_slowest(self, trouble: Trouble, gaps: list[Gap]) -> None:
        """Print what happened at the tables that waited longest."""
        for gap in sorted(gaps, key=lambda gap: -gap.seconds)[: self.slowest]:
            part = part_of(gap.table)
            since = gap.began - BEFORE_SECONDS
            sources = (
                gap.seen,
                logged(self.folder, part, since),
                self.ownership.begun(part, since),
            )
            lines = timeline(gap.began, gap.seconds, *sources)
            head = f"{trouble}: table {gap.table} of part {part} answers after {gap.seconds:.2f} s"
            sys.stderr.write("\n".join((head, *lines)) + "\n")

    async def _choose_server(self) -> tuple[Program, list[str]]:
        """Return a server that has tables, and these."""
        while True:
            try:
                owners = await asyncio.to_thread(self.ownership.owners)
            except psycopg.Error:  # it is being restarted
                owners = {}
            tables: dict[str, list[str]] = {}
            for table in (table for each in self.crowds for table in each.tables):
                tables.setdefault(owners.get(part_of(table), ""), []).append(table)
            tables.pop("", None)
            for owner in self.dice.sample(sorted(tables), len(tables)):
                server = self.cluster.server_named(owner)
                if server is not None and server.is_running:
                    return server, tables[owner]
            await asyncio.sleep(_RETRY_SECONDS)


async def _start_again(server: Program) -> None:
    """Start a server, again if it ends at once, as systemd does with `Restart=on-failure`."""
    while True:
        try:
            await server.start()
        except AssertionError:  # perhaps PostgreSQL does not run just now
            await asyncio.sleep(_RETRY_SECONDS)
        else:
            return


async def _kill_for_a_while(node: NatsNode) -> None:
    node.kill()
    await asyncio.sleep(_NODE_SECONDS)  # how long it is away
    node.start()


async def cluster_evening(folder: Path, evening: Evening, postgres: Postgres) -> ClusterTold:
    """Play an evening on several servers.

    Args:
        folder: where the servers keep their key and logs.
        evening: what is asked of it.
        postgres: has the store; it is restarted and crashes, too.
    """
    ownership = Ownership(postgres)
    async with (
        office() as managing,
        running_cluster(
            folder,
            postgres.url(),
            evening.servers,
            nodes=evening.nodes,
            more=("--notify", str(managing.notify_file(folder))),
        ) as cluster,
        _crowds(evening, cluster, partial(_tell_stall, ownership, folder)) as crowds,
    ):
        ownership.begin()
        processor = _processor(cluster, postgres, crowds)
        dice = Random(evening.seed)
        director = _Director(
            cluster, postgres, ownership, crowds, dice, processor, folder, evening.slowest
        )
        over = asyncio.Event()
        async with asyncio.TaskGroup() as group:
            group.create_task(managing.work(folder, cluster.link, over))
            await director.do_all(evening.troubles)
            over.set()
        shares = processor.shares()
        told = await asyncio.gather(*(each.finish() for each in crowds))
        done = managing.tell(cluster.database)
        return _told(told, director.gaps, ownership.shared_epochs(), cluster, shares, done)


def _told(
    told: list[CrowdTold],
    gaps: Gaps,
    shared_epochs: int,
    cluster: RunningCluster,
    shares: dict[str, float],
    done: OfficeTold,
) -> ClusterTold:
    games = [game for each in told for game in each.games]
    tables = [moves for each in told for moves in each.moves]
    gaps.note_moves(tables)
    return ClusterTold(
        len(games),
        sum(game.lost for game in games),
        sum(game.duplicated for game in games),
        sum(game.diverged for game in games) + unlike(games, read_records(cluster.database)),
        shared_epochs,
        tuple(table for each in told for table in each.stalled),
        tuple(acknowledged - sent for moves in tables for sent, acknowledged in moves),
        gaps,
        done,
        max(each.busy for each in told),
        shares,
    )


def _processor(cluster: RunningCluster, postgres: Postgres, crowds: list[Crowd]) -> Processor:
    def servers() -> list[int]:
        running = (each.process for each in cluster.servers if each.is_running)
        return [each.pid for each in running if each is not None]

    return Processor(
        {
            "players": lambda: [each.process.pid for each in crowds],
            Processor.SERVERS: servers,
            "PostgreSQL": lambda: [postgres.process],
            "broker": cluster.brokers,
        }
    )


@asynccontextmanager
async def _crowds(
    evening: Evening, cluster: RunningCluster, note_stall: NoteStall
) -> AsyncIterator[list[Crowd]]:
    """Let everybody come and begin their first games."""
    tables, processes = evening.tables, evening.processes
    shares = [
        range(n * tables // processes, (n + 1) * tables // processes) for n in range(processes)
    ]
    link, addresses = cluster.link, [node.address for node in cluster.nodes]
    async with AsyncExitStack() as stack:
        crowds = [
            await stack.enter_async_context(_crowd(evening, link, each, addresses, note_stall))
            for each in shares
        ]
        await asyncio.gather(*(each.open_tables() for each in crowds))
        yield crowds


def _crowd(
    evening: Evening, link: Link, tables: range, addresses: list[str], note_stall: NoteStall
) -> AbstractAsyncContextManager[Crowd]:
    return crowd(
        link,
        tables.start,
        len(tables),
        evening.seed,
        evening.pause,
        evening.patience,
        addresses,
        note_stall,
    )


def _tell_stall(ownership: Ownership, folder: Path, table: str, seen: list[str]) -> None:
    """Print what the players see at a table where nothing happens, and what else is known of it."""
    part = part_of(table)
    try:
        owned = ownership.describe(part)
    except psycopg.Error as error:
        owned = f"PostgreSQL: {error}"
    logs = [each for log in folder.rglob("server.log*") for each in log.read_text().splitlines()]
    said = [each for each in sorted(logs) if f" part {part} " in each or table in each]
    lines = [*seen, f"  {owned}", *(f"  {each}" for each in said[-_TOLD_LINES:])]
    sys.stderr.write("\n".join(lines) + "\n")
