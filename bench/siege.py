"""Shows what people at their tables notice while strangers attack the lobby.

Run it from the top of the project::

    python -m bench.siege [seconds between a table's moves, 5 by default] [embedded | mosquitto ...]

For each broker a lobby is served as a program three times: left alone; attacked from eight
addresses that no player has; attacked from the players' own address. All attacks of
`bench.strangers` run at once, at the lowest priority. (On mosquitto only those run that reach the
server: how much a foreign broker bears is its owner's business.) Meanwhile five tables of two
people and one of a person and a bot play a game to its end, two more people, each a program of
their own as everybody is, ask for a table twice a second, and every five seconds somebody with a
new key comes in. At the end each record is
checked: nothing in it may be wrong, and it must hold every move that the server acknowledged.

A run is cut off after 60 moves' time. The exit code is 1 if a bound of the last lines is missed.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import perf_counter

from bench.asker import asking
from bench.load import resident
from bench.strangers import ATTACKS, ON_THE_SERVER
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from games.registry import game_of
from protocol.commands import OpenTable, PlayMove, SeatBot, StartGame, TakeSeat
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Done
from tests.brokers import mosquitto
from tests.programs import ROOT, serving

PACE = 5.0
TABLES = 5
LONGEST_GAME = 60
"""Moves' times after which a run is cut off."""
ASKERS = 2
NEWCOMER_SECONDS = 5.0
NEWCOMER_PATIENCE = 30.0
"""Seconds after which a newcomer goes away again."""
MEMORY_SECONDS = 0.5
OTHER_ADDRESSES = tuple(f"127.{number}.{number}.7" for number in range(1, 9))
RUNS: dict[str, tuple[str, ...] | None] = {
    "left alone": None,
    "attacked from other addresses": OTHER_ADDRESSES,
    "attacked from the players' address": (),
}
"""What a run is called, and where its attackers come from: nowhere, or anywhere (None: nobody)."""

MEDIAN_RATIO, P99_RATIO, NEWCOMER_BOUND, MEMORY_BOUND = 2.0, 10.0, 3.0, 200.0


@dataclass
class Figures:
    """What one run came to.

    Attributes:
        answers: seconds from each command to its answer.
        newcomers: seconds until each newcomer was inside.
        memory: the most memory the server took, in MB.
        games: games that were begun, and that ended.
        lost: acknowledged moves that a record does not have, and records that are wrong.
        moves: moves that were acknowledged.
        strangers: what each attack came to.
    """

    answers: list[float] = field(default_factory=list)
    newcomers: list[float] = field(default_factory=list)
    memory: float = 0.0
    begun: int = 0
    ended: int = 0
    lost: int = 0
    moves: int = 0
    strangers: dict[str, str] = field(default_factory=dict)

    async def time(self, client: Client, command: PlayMove) -> None:
        """Send a command and write down how long its answer takes."""
        began = perf_counter()
        await client.request(command)
        self.answers.append(perf_counter() - began)

    def percentile(self, hundredth: int) -> float:
        """Return how long so many of a hundred answers took at most, in seconds."""
        return quantiles(self.answers, n=100, method="inclusive")[hundredth - 1]


class Table:
    """A game between two people, or a person and a bot, and the moves that were acknowledged."""

    def __init__(self, people: list[Client], figures: Figures, seed: int) -> None:
        self._people = people
        self._figures = figures
        self._random = Random(seed)
        self._acknowledged: dict[int, str] = {}
        self.id = ""

    async def open(self) -> None:
        """Sit down and begin."""
        host = self._people[0]
        opened = await host.request(OpenTable("siam", 2, seat=0))
        assert isinstance(opened, Done)
        self.id = opened.table
        if len(self._people) > 1:
            await self._people[1].request(TakeSeat(self.id, 1))
        else:
            await host.request(SeatBot(self.id, 1, "greedy"))
        for client in self._people:
            await client.follow(self.id)
        async with host.changes() as changes:
            await host.request(StartGame(self.id))
            while (state := host.table(self.id)) is None or state.status != "running":
                await anext(changes)
        self._figures.begun += 1

    async def play(self, pace: float) -> None:
        """Play the game to its end, a move each `pace` seconds, and check its record."""
        await asyncio.sleep(self._random.uniform(0, pace))
        while not self._is_over():
            began = perf_counter()
            await self._move()
            await asyncio.sleep(max(0.0, pace - (perf_counter() - began)))
        self._figures.ended += 1
        await self._check_record()

    def _is_over(self) -> bool:
        state = self._people[0].table(self.id)  # the one who asks for the record
        return state is not None and state.status == "over"

    async def _move(self) -> None:
        for client in self._people:
            state = client.table(self.id)
            if state is None or state.status != "running" or state.viewer is None:
                continue
            game = game_of(state.game, map_text=state.map or None)
            position = game.parse(state.position)
            if game.turn(position) != state.viewer:
                continue
            move = game.format_move(game.random_move(position, self._random))
            with contextlib.suppress(RefusedError):
                command = PlayMove(self.id, state.game_number, state.ply, move)
                await self._figures.time(client, command)
                self._acknowledged[state.ply] = move
                self._figures.moves += 1
            return

    async def _check_record(self) -> None:
        verdict = await self._people[0].check_game(self.id)
        for sentence in (*verdict.marked("wrong"), *verdict.marked("open")):
            print(f"    a record: {sentence}")
        if verdict.wrong or verdict.record is None:
            self._figures.lost += 1
            return
        game = verdict.record.game
        kept = [game.format_move(move) for move in verdict.record.moves]
        for ply, move in self._acknowledged.items():
            self._figures.lost += kept[ply : ply + 1] != [move]


async def come_in(link: Link, figures: Figures) -> None:
    """Come into the lobby with a new key again and again."""
    while True:
        began = perf_counter()
        with contextlib.suppress(TimeoutError, ConnectionEndedError):
            async with (
                asyncio.timeout(NEWCOMER_PATIENCE),
                Client(link, SecretKey.generate(), "Newcomer") as client,
            ):
                await client.ready()
        figures.newcomers.append(perf_counter() - began)
        await asyncio.sleep(NEWCOMER_SECONDS)


async def watch_memory(process: Process, figures: Figures) -> None:
    """Write down the most memory the server takes."""
    while True:
        figures.memory = max(figures.memory, resident(process))
        await asyncio.sleep(MEMORY_SECONDS)


@asynccontextmanager
async def attacked(
    link: Link, kinds: tuple[str, ...], addresses: tuple[str, ...], seconds: float, figures: Figures
) -> AsyncIterator[None]:
    """Have strangers attack a lobby for as long as the context lasts, or some seconds."""
    processes = {}
    for kind in kinds:
        command = (sys.executable, "-m", "bench.strangers", kind, str(link), str(seconds))
        processes[kind] = await asyncio.create_subprocess_exec(
            *command, *addresses, stdout=PIPE, cwd=ROOT
        )
    try:
        yield
    finally:
        for kind, process in processes.items():
            with contextlib.suppress(ProcessLookupError):
                process.terminate()
            said, _ = await process.communicate()
            figures.strangers[kind] = said.decode().strip()


async def measure(
    link: Link,
    process: Process,
    kinds: tuple[str, ...],
    addresses: tuple[str, ...] | None,
    pace: float,
    longest: float,
) -> Figures:
    """Play the games of one run, attacked or not; return what it came to.

    Args:
        link: the lobby.
        process: its server.
        kinds: the attacks to be made.
        addresses: where they come from; None for a run without attacks.
        pace: seconds between a table's moves.
        longest: seconds after which the run is cut off.
    """
    figures = Figures()
    async with AsyncExitStack() as stack:

        async def person(name: str) -> Client:
            client = Client(link, SecretKey.generate(), name)
            await stack.enter_async_context(client)
            await client.ready()
            return client

        tables = []
        for seed in range(TABLES + 1):
            alone = seed == TABLES
            people = [await person(name) for name in ("Ann", "Ben")[: 1 if alone else 2]]
            tables.append(Table(people, figures, seed))
        for table in tables:
            await table.open()
        siege = (
            nullcontext()
            if addresses is None
            else attacked(link, kinds, addresses, longest, figures)
        )
        for _ in range(ASKERS):
            await stack.enter_async_context(asking(link, tables[0].id, figures.answers))
        async with siege:
            tasks = [
                asyncio.create_task(come_in(link, figures)),
                asyncio.create_task(watch_memory(process, figures)),
            ]
            playing = [asyncio.create_task(table.play(pace)) for table in tables]
            _, unfinished = await asyncio.wait(playing, timeout=longest)
            for task in (*tasks, *unfinished):
                task.cancel()
            for outcome in await asyncio.gather(*playing, *tasks, return_exceptions=True):
                if isinstance(outcome, Exception):
                    print(f"    {outcome!r}")
    return figures


def tell(run: str, figures: Figures, quiet: Figures) -> bool:
    """Print what a run came to; return whether every bound is kept."""
    middle, late = median(figures.answers), figures.percentile(99)
    ratios = middle / median(quiet.answers), late / quiet.percentile(99)
    newcomer = max(figures.newcomers)
    print(
        f"  {run}: answer p50 {middle * 1000:.1f} ms ({ratios[0]:.2f} ×), p99 {late * 1000:.0f} ms"
        f" ({ratios[1]:.2f} ×), longest {max(figures.answers) * 1000:.0f} ms of"
        f" {len(figures.answers)}; newcomer inside in {median(figures.newcomers):.2f} s, longest"
        f" {newcomer:.2f} s of {len(figures.newcomers)}; server {figures.memory:.0f} MB;"
        f" {figures.ended} of {figures.begun} games ended, {figures.moves} moves,"
        f" {figures.lost} lost"
    )
    for kind, said in figures.strangers.items():
        print(f"    {kind}: {said}")
    kept = {
        f"median at most {MEDIAN_RATIO:g} ×": ratios[0] <= MEDIAN_RATIO,
        f"p99 at most {P99_RATIO:g} ×": ratios[1] <= P99_RATIO,
        f"newcomers inside within {NEWCOMER_BOUND:g} s": newcomer <= NEWCOMER_BOUND,
        f"server below {MEMORY_BOUND:g} MB": figures.memory < MEMORY_BOUND,
        "all games end": figures.ended == figures.begun == TABLES + 1,
        "nothing lost": not figures.lost,
    }
    for bound, met in kept.items():
        if not met:
            print(f"    MISSED: {bound}")
    return all(kept.values())


async def besiege(broker: str, pace: float, folder: Path) -> bool:
    """Measure all runs on one broker; return whether every bound is kept."""
    print(f"{broker} broker", flush=True)
    quiet: Figures | None = None
    kept = True
    for number, run in enumerate(RUNS):
        home = folder / f"{broker}-{number}"
        home.mkdir()
        with contextlib.ExitStack() as stack:
            more: tuple[str, ...] = ()
            if broker == "mosquitto":
                more = ("--broker", str(stack.enter_context(mosquitto(home))))
            kinds = ON_THE_SERVER if more else tuple(ATTACKS)
            async with serving(home, *more) as (process, link):
                figures = await measure(link, process, kinds, RUNS[run], pace, LONGEST_GAME * pace)
        quiet = quiet or figures
        kept = tell(run, figures, quiet) and kept
        sys.stdout.flush()
    return kept


async def main(pace: float, brokers: tuple[str, ...]) -> int:
    """Measure all runs on each broker; return the program's exit code."""
    with tempfile.TemporaryDirectory() as folder:
        kept = [await besiege(broker, pace, Path(folder)) for broker in brokers]
    return 0 if all(kept) else 1


if __name__ == "__main__":
    _, *words = sys.argv
    seconds = float(words[0]) if words else PACE
    sys.exit(asyncio.run(main(seconds, tuple(words[1:]) or ("embedded", "mosquitto"))))
