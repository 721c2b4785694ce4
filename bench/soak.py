"""What hours of play cost a server: memory, descriptors, threads, store.

Run it from the top of the project::

    python -m bench.soak [--minutes 60] [--warm-up 15] [--bots 4] [--people 6] [--help]

``siam serve`` runs as a program of its own. At some tables three bots play each other. At the
others two people move at random, until after a game in four everybody leaves and two new people,
with new keys, open another table. A line a minute says what the server takes; at the end a straight
line through the minutes after the warm-up tells how much its memory grows in an hour. The exit
status is 1 if that is more than 3 MB.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import linear_regression
from time import monotonic

from client.client import Client
from client.errors import RefusedError
from games.registry import game_of
from protocol.commands import (
    Agree,
    LeaveTable,
    OpenTable,
    PlayMove,
    Say,
    SeatBot,
    StartGame,
    TakeSeat,
)
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Done
from protocol.states import TableState
from tests.programs import children, serving

ALLOWED = 3.0
"""MB that an hour may add to the server's memory after the warm-up."""
BOTS = ("greedy", "random", "greedy")
MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Sample:
    """What a server takes at one moment.

    Attributes:
        minutes: since the beginning.
        games: how many games have ended since.
        memory: resident, in MB.
        bots: proportional memory of all processes of bots, in MB.
        players: resident memory of this process, in which all players' clients are, in MB.
        descriptors: how many files and sockets it has open.
        threads: how many threads it has.
        store: size of the store's file, in MB.
        wal: size of its write-ahead log, in MB.
    """

    minutes: float
    games: int
    memory: float
    bots: float
    players: float
    descriptors: int
    threads: int
    store: float
    wal: float

    def __str__(self) -> str:
        return (
            f"{self.minutes:6.1f} min {self.games:6} games  memory {self.memory:7.2f} MB  "
            f"bots {self.bots:6.1f} MB  players {self.players:6.1f} MB  "
            f"descriptors {self.descriptors:4}  threads {self.threads:3}  "
            f"store {self.store:7.2f} MB  WAL {self.wal:6.2f} MB"
        )


@dataclass(slots=True)
class Played:
    """How many games and moves were played."""

    games: int = 0
    moves: int = 0


def growth(samples: Sequence[Sample], warm_up: float) -> float:
    """Return how many MB an hour adds to the memory, by the samples after the warm-up.

    Args:
        samples: one a minute, oldest first.
        warm_up: minutes that do not count.

    Raises:
        ValueError: fewer than two samples count.
    """
    counted = [each for each in samples if each.minutes >= warm_up]
    if len(counted) < 2:
        raise ValueError("too short: at least two samples are needed after the warm-up")
    times = [each.minutes / 60 for each in counted]
    return linear_regression(times, [each.memory for each in counted]).slope


def status(pid: int, name: str) -> int:
    """Return a number of a process's status: ``VmRSS`` in KB, or ``Threads``."""
    found = re.search(rf"^{name}:\s+(\d+)", Path(f"/proc/{pid}/status").read_text(), re.MULTILINE)
    return int(found[1]) if found else 0


def proportional(pid: int) -> float:
    """Return the memory of a process in MB, what it shares with others divided among them."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    except (FileNotFoundError, ProcessLookupError, PermissionError):  # it has just ended
        return 0.0
    found = re.search(r"^Pss:\s+(\d+)", text, re.MULTILINE)
    return int(found[1]) / 1024 if found else 0.0


def size(path: Path) -> float:
    """Return a file's size in MB, 0 if there is none."""
    return path.stat().st_size / MB if path.exists() else 0.0


def sample(pid: int, store: Path, began: float, played: Played) -> Sample:
    """Look at the server."""
    return Sample(
        minutes=(monotonic() - began) / 60,
        games=played.games,
        memory=status(pid, "VmRSS") / 1024,
        bots=sum(proportional(child) for child in children(pid)),
        players=status(os.getpid(), "VmRSS") / 1024,
        descriptors=sum(1 for _ in Path(f"/proc/{pid}/fd").iterdir()),
        threads=status(pid, "Threads"),
        store=size(store),
        wal=size(store.with_name(f"{store.name}-wal")),
    )


async def until(client: Client, table: str, wanted: Callable[[TableState], bool]) -> TableState:
    """Wait until a client shows a state of a table as it is wanted."""
    async with client.changes() as changes:
        while (state := client.table(table)) is None or not wanted(state):
            await anext(changes)
        return state


def is_over(state: TableState) -> bool:
    """Return whether the game at a table is over."""
    return state.status == "over"


@dataclass(slots=True)
class People:
    """Two people who play at random, and after some games two others with new keys.

    Attributes:
        link: the lobby.
        pause: seconds between two moves.
        played: counts.
        random: chooses the moves.
        games: how many games they play before others come.
    """

    link: Link
    pause: float
    played: Played
    random: Random
    games: int

    async def play(self) -> None:
        """Play for ever."""
        while True:
            async with AsyncExitStack() as stack:
                people = [Client(self.link, SecretKey.generate(), name) for name in ("Ann", "Ben")]
                for each in people:
                    await stack.enter_async_context(each)
                    await each.ready()
                await self._play_at_a_table(people)

    async def _play_at_a_table(self, people: Sequence[Client]) -> None:
        host, guest = people
        opened = await host.request(OpenTable("siam", 2, seat=0))
        assert isinstance(opened, Done)
        table = opened.table
        await guest.request(TakeSeat(table, 1))
        for each in people:
            await each.follow(table)
        await host.request(StartGame(table))
        for number in range(1, self.games + 1):
            if number > 1:
                for each in people:
                    await each.request(Agree(table, number - 1, "again", yes=True))
            await self._play_a_game(people, table, number)
            with suppress(RefusedError):  # they may not have been noticed there yet
                await host.request(Say(table, "Well played."))
            await guest.check_game(table)
            self.played.games += 1
        for each in people:
            await each.request(LeaveTable(table))

    async def _play_a_game(self, people: Sequence[Client], table: str, number: int) -> None:
        ply = 0
        while True:
            wanted = partial(_has_come, number=number, ply=ply)
            views = [await until(each, table, wanted) for each in people]
            if all(map(is_over, views)):
                return
            state = views[0]
            game = game_of(state.game, map_text=state.map or None)
            seat = game.turn(game.parse(state.position))
            assert seat is not None
            move = game.format_move(game.random_move(game.parse(views[seat].position), self.random))
            await people[seat].request(PlayMove(table, number, state.ply, move))
            self.played.moves += 1
            ply = state.ply + 1
            await asyncio.sleep(self.pause)


def _has_come(state: TableState, number: int, ply: int) -> bool:
    """Return whether a game has come to a ply, or to its end."""
    if state.game_number != number or state.status not in ("running", "over"):
        return False
    return is_over(state) or state.ply >= ply


async def play_bots(link: Link, played: Played) -> None:
    """Let three bots play game after game, each at a new table, before a host who looks on."""
    async with Client(link, SecretKey.generate(), "Host") as host:
        await host.ready()
        while True:
            opened = await host.request(OpenTable("siam", len(BOTS), seat=None))
            assert isinstance(opened, Done)
            for seat, level in enumerate(BOTS):
                await host.request(SeatBot(opened.table, seat, level))
            await host.follow(opened.table)
            await host.request(StartGame(opened.table))
            over = await until(host, opened.table, is_over)
            played.games += 1
            played.moves += over.ply
            await host.request(LeaveTable(opened.table))
            await host.unfollow(opened.table)


async def soak(asked: argparse.Namespace, folder: Path) -> list[Sample]:
    """Play for as long as asked; print and return a sample a minute."""
    store, played = folder / "lobby.db", Played()
    options = ["--store", str(store), *shlex.split(asked.serve)]
    if asked.broker:
        options += ["--broker", asked.broker]
    samples: list[Sample] = []
    async with serving(folder, *options) as (process, link), asyncio.TaskGroup() as group:
        playing = [
            *(
                People(link, asked.pause, played, Random(n), asked.games).play()
                for n in range(asked.people)
            ),
            *(play_bots(link, played) for _ in range(asked.bots)),
        ]
        tasks = [group.create_task(each) for each in playing]
        began = monotonic()
        while monotonic() - began < asked.minutes * 60:
            await asyncio.sleep(asked.every)
            samples.append(sample(process.pid, store, began, played))
            print(samples[-1], flush=True)
        for task in tasks:
            task.cancel()
    return samples


def arguments(words: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--minutes", type=float, default=60.0, help="how long to play")
    parser.add_argument("--warm-up", type=float, default=15.0, help="minutes that do not count")
    parser.add_argument("--every", type=float, default=60.0, help="seconds between two lines")
    parser.add_argument("--bots", type=int, default=4, help="tables of three bots")
    parser.add_argument("--people", type=int, default=6, help="tables of two people")
    parser.add_argument("--pause", type=float, default=0.2, help="seconds between their moves")
    parser.add_argument("--games", type=int, default=4, help="games before others come")
    parser.add_argument("--broker", default="", help="the broker to use, if not the server's own")
    parser.add_argument("--serve", default="", help="more options of `siam serve`, in one word")
    parser.add_argument("--folder", help="where to keep the store; else in a temporary folder")
    return parser.parse_args(words)


def main(words: Sequence[str]) -> int:
    """Play, tell what the memory has grown by; return the exit status."""
    asked = arguments(words)
    with tempfile.TemporaryDirectory(dir=asked.folder) as folder:
        samples = asyncio.run(soak(asked, Path(folder)))
    grown = growth(samples, asked.warm_up)
    print(f"After the warm-up the memory grows by {grown:.2f} MB an hour.")
    return int(grown > ALLOWED)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
