"""Whose bytes are worked on next, and whose session starts next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from time import thread_time

import pytest

from siam_tui.doors.ssh.session_starts import SessionStarts
from siam_tui.doors.ssh.turns import Turns
from tests.patience import PATIENCE

pytestmark = pytest.mark.asyncio


class Log(list[str]):
    """Who had a turn, one after the other."""

    def __init__(self) -> None:
        super().__init__()
        self._more = asyncio.Event()

    def note(self, network: str) -> None:
        self.append(network)
        self._more.set()

    async def until(self, done: Callable[[], bool]) -> None:
        """Return once something is so, which only a turn changes."""
        async with asyncio.timeout(PATIENCE):
            while not done():
                self._more.clear()
                await self._more.wait()


@dataclass(eq=False)
class Client:
    """A connection with some pieces of work, each of which takes so long."""

    network: str
    pieces: int
    log: Log
    seconds: float = 0.0
    costs: list[float] = field(default_factory=list)

    def take_turn(self) -> bool:
        self.log.note(self.network)
        self.pieces -= 1
        until = thread_time() + self.seconds
        while thread_time() < until:
            pass
        return self.pieces > 0

    def note_cost(self, seconds: float) -> None:
        self.costs.append(seconds)


async def test_who_sends_much_waits_for_who_sends_little():
    turns, log = Turns(), Log()
    flooder = Client("flooder", 400, log, seconds=0.002)
    turns.ask(flooder)
    await log.until(lambda: len(log) > 3)
    typist = Client("typist", 1, log)
    turns.ask(typist)
    before = len(log)
    await log.until(lambda: typist.pieces == 0)
    assert log[before:] == ["typist"]


async def test_the_loop_goes_round_between_two_turns():
    turns, log = Turns(), Log()
    asyncio.get_running_loop().call_soon(turns.ask, Client("a", 5, log))
    rounds = 0
    while log.count("a") < 5:
        await asyncio.sleep(0)
        rounds += 1
    assert rounds >= 5


async def test_an_address_that_has_used_up_its_time_waits_and_then_goes_on():
    turns, log = Turns(), Log()
    turns.charge("flooder", 0.51)
    flooder, other = Client("flooder", 1, log), Client("other", 1, log)
    turns.ask(flooder)
    await asyncio.sleep(0)
    turns.ask(other)
    await log.until(lambda: len(log) == 2)
    assert log == ["other", "flooder"]


async def test_the_cost_of_a_turn_is_measured():
    turns, log = Turns(), Log()
    client = Client("a", 1, log, seconds=0.005)
    turns.ask(client)
    await log.until(lambda: bool(client.costs))
    assert client.costs[0] >= 0.005


async def test_who_has_ended_gets_no_turn():
    turns, log = Turns(), Log()
    gone, there = Client("gone", 1, log), Client("there", 1, log)
    turns.ask(gone)
    turns.ask(there)
    turns.forget(gone)
    await log.until(lambda: bool(log))
    await asyncio.sleep(0)
    assert log == ["there"]


@dataclass(frozen=True)
class Visitor:
    """Somebody whose session starts."""

    network: str
    number: int
    log: list[Visitor] = field(compare=False)

    def start(self) -> None:
        self.log.append(self)


async def test_few_sessions_start_at_a_time_and_those_of_quiet_addresses_first():
    log: list[Visitor] = []
    starts = SessionStarts(lambda network: 0 if network == "busy" else 1)
    busy = [Visitor("busy", number, log) for number in range(4)]
    quiet = Visitor("quiet", 1, log)
    for each in (*busy, quiet):
        starts.ask(each)
    assert log == busy[:2]
    starts.forget(busy[0])
    assert log == [*busy[:2], quiet]
    starts.forget(busy[2])  # it has left before its start
    starts.forget(busy[1])
    starts.forget(quiet)
    assert log == [*busy[:2], quiet, busy[3]]
