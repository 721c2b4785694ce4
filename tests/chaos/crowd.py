"""The people of some tables, in a process of their own, so that no process of people is too busy.

Run by `Crowd`: ``python -m tests.chaos.crowd LINK FIRST TABLES SEED PAUSE PATIENCE [ADDRESSES]``.
It reads and writes lines of JSON.
"""

from __future__ import annotations

import asyncio
import functools
import json
import os
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import asdict, dataclass
from random import Random
from time import monotonic, process_time, time
from typing import Any, NamedTuple, TypeAlias

from client.links import session
from protocol.commands import Look
from protocol.links import Link, parse_link
from protocol.topics import part_of
from tests.chaos import stalls
from tests.chaos.players import Custom
from tests.chaos.tables import Played, Table
from tests.chaos.timeline import Diary, Event
from tests.e2e import guests
from tests.several_addresses import answer_for_name

_KEPT_FRAMES = 8
_COME_AT_ONCE = 4
_LINE_BYTES = 2**26
_STALL = -1
"""Stands for the number of a question where nobody has asked: a table stalls."""
_LOOK_SECONDS = 10.0
SLOW_SECONDS = 1.0
"""Seconds without an answer of which it is told what happened meanwhile."""
_BETWEEN_SECONDS = 0.3
"""Between two commands of those that find out how long a table does not answer."""
_WHOLE_EVENING = 3600
"""Seconds that a player waits at most for anything: a table ends sooner where nothing happens."""
_ENDED = "a process of players has ended"

NoteStall: TypeAlias = Callable[[str, list[str]], None]


@dataclass(frozen=True)
class CrowdTold:
    """What an evening came to at some tables.

    Attributes:
        games: games played to their end.
        moves: of each table, when each move was sent and when it was acknowledged.
        stalled: tables at which what a player awaited did not come.
        busy: the share of a processor that the process used.
    """

    games: tuple[Played, ...]
    moves: tuple[tuple[tuple[float, float], ...], ...]
    stalled: tuple[str, ...]
    busy: float


class Gap(NamedTuple):
    """How long a table did not answer.

    Attributes:
        table: which one.
        began: when the command was sent, or what went wrong before, as `time.time` tells it.
        seconds: until it was answered.
        seen: what the player's client has noted, if that took long.
    """

    table: str
    began: float
    seconds: float
    seen: list[Event]


class Crowd:
    """The people of some tables, as another process sees theirs.

    Attributes:
        tables: the ids of their tables.
        process: theirs.
    """

    def __init__(self, process: Process, note_stall: NoteStall) -> None:
        self.tables: tuple[str, ...] = ()
        self.process = process
        self._note_stall = note_stall
        self._asked: list[asyncio.Future[Any]] = []
        self._has_ended = False

    async def listen(self) -> None:
        """Take the answers until the process ends; then whoever waits for one gets an error."""
        assert self.process.stdout is not None
        async for line in self.process.stdout:
            number, answer = json.loads(line)
            if number == _STALL:
                self._note_stall(*answer)
            elif not self._asked[number].done():
                self._asked[number].set_result(answer)
        self._has_ended = True
        for each in self._asked:
            if not each.done():
                each.set_exception(RuntimeError(_ENDED))

    async def open_tables(self) -> None:
        """Return once all tables have begun their first game."""
        self.tables = tuple(await self._ask("open"))

    async def probe(self, tables: Sequence[str], since: float) -> list[Gap]:
        """Send a command to each of these tables that are here.

        Returns:
            how long after that moment, on the clock of all processes, each has answered.
        """
        here = [each for each in tables if each in self.tables]
        return [Gap(*each) for each in await self._ask("probe", here, since)] if here else []

    async def longest(self, tables: Sequence[str], seconds: float) -> list[Gap]:
        """Send commands to each of these tables that are here, for so many seconds.

        Returns:
            the longest time that each took to answer.
        """
        here = [each for each in tables if each in self.tables]
        return [Gap(*each) for each in await self._ask("longest", here, seconds)] if here else []

    async def finish(self) -> CrowdTold:
        """Let everybody play their last game to its end."""
        games, moves, stalled, busy = await self._ask("finish")
        played = (Played(**{**each, "moves": tuple(each["moves"])}) for each in games)
        return CrowdTold(tuple(played), moves, tuple(stalled), busy)

    async def _ask(self, *words: object) -> Any:
        if self._has_ended:
            raise RuntimeError(_ENDED)
        assert self.process.stdin is not None
        answer = asyncio.get_running_loop().create_future()
        self._asked.append(answer)
        line = json.dumps([len(self._asked) - 1, *words])
        self.process.stdin.write(f"{line}\n".encode())
        return await answer


@asynccontextmanager
async def crowd(
    link: Link,
    first: int,
    tables: int,
    seed: int,
    pause: float,
    patience: float,
    addresses: Sequence[str] = (),
    note_stall: NoteStall = lambda _, __: None,
) -> AsyncIterator[Crowd]:
    """Run a process with the people of some tables.

    Args:
        link: to the lobby.
        first: the number of its first table.
        tables: how many it has.
        seed: throws the dice, with the number of the table.
        pause: seconds that a player thinks about each move.
        patience: seconds without a move after which a table has stalled.
        addresses: what is found for the name of several addresses.
        note_stall: called with a table and what its players see when nothing happens there.
    """
    words = (str(link), first, tables, seed, pause, patience, ",".join(addresses))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.chaos.crowd", *map(str, words),
        stdin=PIPE, stdout=PIPE, limit=_LINE_BYTES,
    )  # fmt: skip
    here = Crowd(process, note_stall)
    listening = asyncio.create_task(here.listen())
    try:
        yield here
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        await listening


# ---------------------------------------------------------------- in the process


class Tables:
    """The tables of this process, and what is asked about them."""

    def __init__(
        self, stack: AsyncExitStack, link: Link, seed: int, pause: float, patience: float
    ) -> None:
        self._stack = stack
        self._link = link
        self._seed = seed
        self._pause = pause
        self._patience = patience
        self._over = asyncio.Event()
        self._tables: dict[str, Table] = {}
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._began = 0.0
        self._diary = Diary()
        self._diary.begin()

    async def open(self, first: int, count: int) -> list[str]:
        """Let everybody come, and open the tables."""
        for start in range(first, first + count, _COME_AT_ONCE):
            some = range(start, min(start + _COME_AT_ONCE, first + count))
            await asyncio.gather(*map(self._open, some))
        self._began = monotonic() - process_time()
        return list(self._tables)

    async def _open(self, number: int) -> None:
        names = [f"Table {number} seat {seat}" for seat in range(2)]
        coming = [self._stack.enter_async_context(guests.guest(self._link, n)) for n in names]
        dice = f"{self._seed} {number}"
        custom = Custom(dice, pause=self._pause)
        table = Table(await asyncio.gather(*coming), Random(dice), custom, lambda: None)
        playing = asyncio.create_task(self._play(table))
        playing.add_done_callback(_end_if_failed)
        await table.opened.wait()
        self._tables[table.name], self._playing[table.name] = table, playing

    async def _play(self, table: Table) -> None:
        try:
            await table.play_until(self._over)
        except asyncio.CancelledError:
            if not table.has_stalled:
                raise
        table.has_ended = True

    async def watch(self, tell: Callable[[int, object], None]) -> None:
        """Tell what the players see at a table where nothing happens; end it if that lasts."""
        told: dict[str, float] = {}
        while True:
            await asyncio.sleep(_LOOK_SECONDS)  # the time of each
            for name, table in self._tables.items():
                last = table.moves[-1][1] if table.moves else table.began
                silent = 0.0 if table.has_ended else monotonic() - last
                if silent > min(stalls.PATIENCE, self._patience) and told.get(name) != last:
                    told[name] = last
                    tell(_STALL, [name, stalls.describe_stall(table)])
                if silent > self._patience:
                    table.has_stalled = True
                    self._playing[name].cancel()

    async def probe(self, tables: Sequence[str], since: float) -> list[Gap]:
        """Return after how many seconds each of these tables has answered a command."""
        return await asyncio.gather(*(self._answered(self._tables[each], since) for each in tables))

    async def longest(self, tables: Sequence[str], seconds: float) -> list[Gap]:
        """Return the longest time that each of these tables takes to answer within so long."""
        until = monotonic() + seconds
        return await asyncio.gather(*(self._longest(self._tables[each], until) for each in tables))

    async def _longest(self, table: Table, until: float) -> Gap:
        gaps = []
        while (now := monotonic()) < until:
            gaps.append(await self._answered(table, now))
            await asyncio.sleep(_BETWEEN_SECONDS)  # the pace of what is measured
        return max(gaps, key=lambda gap: gap.seconds)

    async def _answered(self, table: Table, since: float) -> Gap:
        guest = table.guests[0]
        with suppress(TimeoutError):
            async with asyncio.timeout(self._patience):
                await guest.client.request(Look(table.name))
        seconds = monotonic() - since
        began = time() - seconds
        about = f"{guest.client.name}, part {part_of(table.name)}:"
        seen = self._diary.about(about, began - 1) if seconds > SLOW_SECONDS else []
        return Gap(table.name, began, seconds, seen)

    async def finish(self) -> list[object]:
        """Let the last games end; return all games, all moves and how busy this process was."""
        busy = process_time() / (monotonic() - self._began)
        self._over.set()
        await asyncio.gather(*self._playing.values())
        tables = self._tables.values()
        games = [asdict(game) for table in tables for game in table.games]
        stalled = [table.name for table in tables if table.has_stalled]
        return [games, [table.moves for table in tables], stalled, busy]


async def attend(words: Sequence[str]) -> None:
    """Do what standard input says, until it ends."""
    link, first, count, seed, pause, patience, addresses = words
    if addresses:
        answer_for_name(addresses.split(","))
    guests.PATIENCE = _WHOLE_EVENING  # type: ignore[misc]
    # All people here get the same list of tables: it is opened once for all of them.
    session.open_signed = functools.lru_cache(_KEPT_FRAMES)(session.open_signed)
    waiting: set[asyncio.Task[None]] = set()
    async with AsyncExitStack() as stack:
        tables = Tables(stack, parse_link(link), int(seed), float(pause), float(patience))

        async def carry_out(number: int, what: str, *rest: Any) -> None:
            match what:
                case "open":
                    answer: object = await tables.open(int(first), int(count))
                case "probe":
                    answer = await tables.probe(*rest)
                case "longest":
                    answer = await tables.longest(*rest)
                case _:
                    answer = await tables.finish()
            tell(number, answer)

        watching = asyncio.create_task(tables.watch(tell))
        watching.add_done_callback(_end_if_failed)
        while line := await asyncio.to_thread(sys.stdin.readline):
            task = asyncio.create_task(carry_out(*json.loads(line)))
            waiting.add(task)
            task.add_done_callback(_end_if_failed)


def tell(number: int, answer: object) -> None:
    """Answer a question by its number."""
    sys.stdout.write(json.dumps([number, answer]) + "\n")
    sys.stdout.flush()


def _end_if_failed(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        sys.excepthook(type(error), error, error.__traceback__)
        sys.stderr.flush()
        os._exit(1)


if __name__ == "__main__":
    asyncio.run(attend(sys.argv[1:]))
