"""An evening of many tables during which everything goes wrong, and what is left of it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from protocol.links import Link
from server.store.place import PostgresUrl
from server.store.records import read_records
from tests.brokers import Mosquitto, free_port, mosquitto_program
from tests.chaos.faults import OF_A_DATABASE, Fault, Kind, plan
from tests.chaos.moves import Moves
from tests.chaos.players import Custom
from tests.chaos.tables import Table, unlike
from tests.chaos.wire import Wires, wires_to
from tests.e2e.guests import guest
from tests.e2e.program import Program
from tests.postgres import Postgres


@dataclass(frozen=True, slots=True)
class Told:
    """What an evening came to.

    Attributes:
        games: games played to their end.
        moves: moves the server acknowledged.
        taken_back: moves of these that were taken back.
        timed_out: passes of those whose clock ran out.
        faults: faults done, by kind.
        lost: acknowledged moves that are not in the record, nor taken back.
        duplicated: moves of the record that were acknowledged elsewhere, or never.
        diverged: last views, logs and results that are not those of the record.
    """

    games: int
    moves: int
    taken_back: int
    timed_out: int
    faults: Counter[Kind]
    lost: int
    duplicated: int
    diverged: int

    def __str__(self) -> str:
        kinds = ", ".join(f"{count} {kind}" for kind, count in self.faults.most_common())
        return (
            f"{self.games} games, {self.moves} moves, {self.taken_back} taken back, "
            f"{self.timed_out} timed out, {self.faults.total()} faults ({kinds}): "
            f"{self.lost} lost, {self.duplicated} duplicated, {self.diverged} diverged"
        )


@dataclass
class Trouble:
    """Does the planned faults.

    Attributes:
        served: the server's program.
        broker: the broker's program, or None where it is the server's own and dies with it.
        wires: what everybody is connected through.
        postgres: the database, or None where the store is a file.
    """

    served: Program
    broker: Mosquitto | None
    wires: Wires
    random: Random
    postgres: Postgres | None = None
    done: Counter[Kind] = field(default_factory=Counter)

    async def do(self, faults: tuple[Fault, ...], moves: Moves) -> None:
        """Do every fault at its time."""
        for fault in faults:
            await moves.reach(fault.after)
            await self._do(fault)
            self.done[fault.kind] += 1

    async def _do(self, fault: Fault) -> None:
        if fault.kind is Kind.CUT_ALL:
            self.wires.cut_all()
        elif fault.kind is Kind.KILL_BROKER and self.broker is not None:
            self.broker.kill()
            await asyncio.sleep(fault.seconds)  # how long it is dead
            self.broker.start()
        elif fault.kind in OF_A_DATABASE and self.postgres is not None:
            crash = fault.kind is Kind.CRASH_DATABASE
            await asyncio.to_thread(self.postgres.stop, "immediate" if crash else "fast")
            await asyncio.sleep(fault.seconds)  # how long it is away
            await asyncio.to_thread(self.postgres.start)
        elif fault.kind in (Kind.KILL_SERVER, Kind.KILL_BROKER):
            await self.served.kill()
            await asyncio.sleep(fault.seconds)  # how long it is dead
            await self.served.start()
        else:
            await self._hurt_a_wire(fault)

    async def _hurt_a_wire(self, fault: Fault) -> None:
        wire = await self.wires.pick(fault.wire)
        direction = self.random.choice(wire)
        match fault.kind:
            case Kind.CUT:
                self.wires.cut(wire)
            case Kind.DELAY:
                direction.late = fault.seconds / 4
            case Kind.STALL:
                for each in wire:
                    each.late = 2 * fault.seconds
            case Kind.DOUBLE:
                direction.double = True
            case Kind.SWAP:
                direction.swap = True


async def evening(
    kind: str,
    folder: Path,
    seed: int,
    tables: int,
    faults: int,
    postgres: Postgres | None = None,
) -> Told:
    """Play an evening.

    Args:
        kind: ``embedded`` or ``mosquitto``.
        folder: where the server keeps what it keeps.
        seed: plans the faults and throws the players' dice.
        tables: tables of 2, 3 and 4 players at once.
        faults: faults, spread over about twenty moves a table.
        postgres: has the store; it is restarted and crashes, too.
    """
    database = postgres.url() if postgres else None
    async with (
        _lobby(kind, folder, database) as (served, broker, link),
        wires_to(link.broker) as wires,
    ):
        moves, over = Moves(), asyncio.Event()
        trouble = Trouble(served, broker, wires, Random(seed), postgres)
        more = OF_A_DATABASE if postgres else {}
        planned = plan(seed, faults, moves=20 * tables, more=more)
        async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
            sitting = await _sit_down(stack, wires.through(link), tables, moves, seed)
            for table in sitting:
                group.create_task(table.play_until(over))
            await trouble.do(planned, moves)
            over.set()
        games = [game for table in sitting for game in table.games]
        return Told(
            len(games),
            moves.count,
            sum(game.taken_back for game in games),
            sum(game.timed_out for game in games),
            trouble.done,
            sum(game.lost for game in games),
            sum(game.duplicated for game in games),
            sum(game.diverged for game in games) + unlike(games, read_records(served.store)),
        )


@asynccontextmanager
async def _lobby(
    kind: str, folder: Path, database: PostgresUrl | None
) -> AsyncIterator[tuple[Program, Mosquitto | None, Link]]:
    """Serve a lobby with the program, on its own broker or on mosquitto."""
    broker = None
    arguments = ("--port", str(free_port()))
    if kind == "mosquitto":
        broker = mosquitto_program(folder)
        address = broker.start()
        arguments = ("--broker", f"mqtt://{address.host}:{address.port}")
    served = Program(folder, arguments, database)
    try:
        yield served, broker, await served.start()
    finally:
        await served.kill()
        if broker is not None:
            broker.end()


async def _sit_down(
    stack: AsyncExitStack, link: Link, tables: int, moves: Moves, seed: int
) -> list[Table]:
    """Let everybody come: two, three or four to a table.

    At every other table moves are taken back, at every fourth there is a clock as well.
    """
    sitting = []
    for number in range(tables):
        seats = 2 + number % 3
        coming = [guest(link, f"Table {number} seat {seat}") for seat in range(seats)]
        guests = [await stack.enter_async_context(each) for each in coming]
        dice = f"{seed} {number}"
        custom = Custom(dice, backs=number % 2 == 1, clock=number % 4 == 3)
        sitting.append(Table(guests, Random(dice), custom, moves.add))
    return sitting
