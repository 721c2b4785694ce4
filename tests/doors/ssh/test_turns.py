"""Whose bytes are worked on next."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from time import thread_time

import pytest

from siam_tui.doors.ssh.turns import Measured, Turns
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
        busy(self.seconds)
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
    turns.charge("flooder", 0.31)
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


async def test_the_parts_of_a_work_are_measured_and_its_waits_are_not():
    costs: list[float] = []
    begun, ready = asyncio.Event(), asyncio.Event()

    async def work() -> None:
        begun.set()
        busy(0.005)
        await ready.wait()
        try:
            begun.clear()
            await asyncio.Event().wait()
        finally:
            busy(0.01)

    task = asyncio.ensure_future(Measured(work(), costs.append))
    await begun.wait()
    ready.set()
    for _ in range(3):
        await asyncio.sleep(0)
    assert not begun.is_set()
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    first, _, last = costs
    assert first >= 0.005
    assert last >= 0.01


async def test_a_work_that_is_cancelled_before_it_begins_just_ends():
    async def work() -> None:
        raise AssertionError

    task = asyncio.ensure_future(Measured(work(), lambda _: None))
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def busy(seconds: float) -> None:
    """Take so much processor time."""
    until = thread_time() + seconds
    while thread_time() < until:
        pass
