"""An evening of many tables on several servers, which are killed, stopped and handed over."""

from __future__ import annotations

import asyncio
import signal
from collections import Counter
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from random import Random

from protocol.messages import Look
from protocol.topics import part_of
from server.store.records import read_records
from tests.chaos.moves import Moves
from tests.chaos.ownership import Ownership
from tests.chaos.players import Custom
from tests.chaos.tables import Table, unlike
from tests.e2e.cluster import RunningCluster, running_cluster
from tests.e2e.guests import guest
from tests.e2e.program import Program
from tests.patience import PATIENCE
from tests.postgres import Postgres

_STOPPED_SECONDS = 4.0
"""How long a server stands still: longer than its leases."""


class Trouble(StrEnum):
    """What goes wrong with a cluster."""

    KILL = "server killed"
    STOP = "server stopped and continued"
    END = "server ended"
    CRASH = "database crashed"
    RESTART = "database restarted"


@dataclass
class ClusterTold:
    """What an evening came to.

    Attributes:
        games: games played to their end.
        moves: moves acknowledged.
        lost, duplicated, diverged: as in `tests.chaos.evening.Told`.
        shared_epochs: epochs of a part with more than one owner.
        gaps: seconds until a table answered again whose server was killed, stopped or ended; and
            how long each acknowledged no move when the database was restarted.
    """

    games: int = 0
    moves: int = 0
    lost: int = 0
    duplicated: int = 0
    diverged: int = 0
    shared_epochs: int = 0
    gaps: dict[Trouble, list[float]] = field(default_factory=dict)

    def __str__(self) -> str:
        kinds = Counter({kind: len(gaps) for kind, gaps in self.gaps.items()})
        gaps = "; ".join(
            f"{kind}: {kinds[kind]} tables, median {_rank(gaps, 0.5):.2f} s, "
            f"99 % {_rank(gaps, 0.99):.2f} s"
            for kind, gaps in self.gaps.items()
            if gaps
        )
        return (
            f"{self.games} games, {self.moves} moves: {self.lost} lost, {self.duplicated} "
            f"duplicated, {self.diverged} diverged, {self.shared_epochs} shared epochs. {gaps}"
        )


def _rank(values: list[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


@dataclass
class ClusterTrouble:
    """Does what goes wrong, and measures how long tables do not answer."""

    cluster: RunningCluster
    postgres: Postgres
    ownership: Ownership
    tables: list[Table]
    gaps: dict[Trouble, list[float]] = field(default_factory=dict)

    async def server_of(self, table: Table) -> Program:
        """Return the server that runs a table, once there is one."""
        owner = ""
        while not owner:
            owner = (await asyncio.to_thread(self.ownership.owners)).get(part_of(table.name), "")
        return self.cluster.server_named(owner)

    async def do(self, trouble: Trouble, server: Program) -> None:
        """Do one thing, and wait until all tables answer again."""
        gaps = self.gaps.setdefault(trouble, [])
        if trouble in (Trouble.CRASH, Trouble.RESTART):
            gaps += await self._trouble_database(trouble)
            return
        before = await asyncio.to_thread(self.ownership.owners)
        began = asyncio.get_running_loop().time()
        doing = asyncio.create_task(self._trouble_server(trouble, server))
        answered = await asyncio.gather(*(self._answered(each, began) for each in self.tables))
        await doing
        after = await asyncio.to_thread(self.ownership.owners)
        gaps += [seconds for part, seconds in answered if after.get(part) != before.get(part)]

    async def _trouble_database(self, trouble: Trouble) -> list[float]:
        """Restart the database; return how long each table acknowledged no move."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        mode = "immediate" if trouble is Trouble.CRASH else "fast"
        await asyncio.to_thread(self.postgres.restart, mode)

        async def goes_on(table: Table) -> float:
            await table.acknowledged.reach(table.acknowledged.count + 1)
            return loop.time() - began

        return await asyncio.gather(*map(goes_on, self.tables))

    async def _trouble_server(self, trouble: Trouble, server: Program) -> None:
        process = server.process
        assert process is not None
        match trouble:
            case Trouble.KILL:
                await server.kill()
            case Trouble.END:
                await server.terminate()
            case Trouble.STOP:
                process.send_signal(signal.SIGSTOP)
                await asyncio.sleep(_STOPPED_SECONDS)  # how long it stands still
                process.send_signal(signal.SIGCONT)

    async def _answered(self, table: Table, began: float) -> tuple[int, float]:
        """Return a table's part, and after how many seconds its server answered a command."""
        async with asyncio.timeout(PATIENCE):
            await table.guests[0].client.request(Look(table.name))
        return part_of(table.name), asyncio.get_running_loop().time() - began


async def cluster_evening(
    folder: Path,
    servers: int,
    seed: int,
    tables: int,
    troubles: list[Trouble],
    postgres: Postgres,
    *,
    pause: float = 0.0,
    every: float = 0.0,
    mends: bool = False,
) -> ClusterTold:
    """Play an evening on several servers.

    Args:
        folder: where the servers keep their key and logs.
        servers: how many there are.
        seed: throws the dice.
        tables: tables of two players.
        troubles: what goes wrong, one after the other.
        postgres: has the store; it is restarted and crashes, too.
        pause: seconds that a player thinks about each move.
        every: seconds between two troubles.
        mends: whether servers that were killed or ended are started again.
    """
    ownership, dice = Ownership(postgres), Random(seed)
    async with (
        running_cluster(folder, postgres.url(), servers) as cluster,
        AsyncExitStack() as stack,
    ):
        ownership.begin()
        moves, over = Moves(), asyncio.Event()
        sitting = await _sit_down(stack, cluster, tables, moves, seed, pause)
        doing = ClusterTrouble(cluster, postgres, ownership, sitting)
        async with asyncio.TaskGroup() as group:
            for table in sitting:
                group.create_task(table.play_until(over))
            await asyncio.gather(*(table.opened.wait() for table in sitting))
            for trouble in troubles:
                await moves.reach(moves.count + tables)
                server = await doing.server_of(dice.choice(sitting))
                await doing.do(trouble, server)
                if mends and not server.is_running:
                    await server.start()
                await asyncio.sleep(every)  # the time between two troubles
            over.set()
        games = [game for table in sitting for game in table.games]
        return ClusterTold(
            len(games),
            moves.count,
            sum(game.lost for game in games),
            sum(game.duplicated for game in games),
            sum(game.diverged for game in games) + unlike(games, read_records(cluster.database)),
            ownership.shared_epochs(),
            doing.gaps,
        )


async def _sit_down(
    stack: AsyncExitStack,
    cluster: RunningCluster,
    tables: int,
    moves: Moves,
    seed: int,
    pause: float,
) -> list[Table]:
    sitting = []
    for number in range(tables):
        coming = [guest(cluster.link, f"Table {number} seat {seat}") for seat in range(2)]
        guests = [await stack.enter_async_context(each) for each in coming]
        dice = f"{seed} {number}"
        sitting.append(Table(guests, Random(dice), Custom(dice, pause=pause), moves.add))
    return sitting
