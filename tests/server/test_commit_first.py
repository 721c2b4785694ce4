"""Commit first, then speak: what is said while the store still writes, and what after it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from protocol.commands import AskLobby, OpenTable, PlayMove, StartGame, TakeSeat
from protocol.messages import Done, Message, Refused
from protocol.states import LobbyState, TableState
from server.store.saved import Changes
from server.store.store import Store
from tests.brokers import RunningServer
from tests.server.desk import TOPICS, Caller, Desk, come, desk, next_move, seated
from tests.server.person import Person, person


class Held:
    """A store's commits, which wait to be let go on once they are stopped.

    Attributes:
        reached: set when one waits.
    """

    def __init__(self) -> None:
        self.reached = asyncio.Event()
        self._open = asyncio.Event()
        self._open.set()

    def stop(self) -> None:
        self.reached.clear()
        self._open.clear()

    def go_on(self) -> None:
        self._open.set()

    def hold(self, commit: Callable[[Store, Changes], Awaitable[None]]) -> object:
        async def held(store: Store, changes: Changes) -> None:
            self.reached.set()
            await self._open.wait()
            await commit(store, changes)

        return held


@pytest.fixture
def commits(monkeypatch: pytest.MonkeyPatch) -> Held:
    held = Held()
    monkeypatch.setattr(Store, "commit", held.hold(Store.commit))
    return held


async def turns() -> None:
    """Let everybody do what they could do by now."""
    for _ in range(100):
        await asyncio.sleep(0)


async def a_game(at: Desk) -> tuple[str, Caller, PlayMove, Caller]:
    """Begin a game; return its table, who is to move, a move of theirs, and the other player."""
    people = await come(at, "Ann", "Ben")
    table = await seated(at, *people)
    await people[0].ask(at, StartGame(table))
    turn, move = next_move(at, table, Random(1))
    return table, people[turn], move, people[1 - turn]


async def test_nobody_is_told_of_a_move_that_is_not_kept_yet(tmp_path: Path, commits: Held) -> None:
    async with desk(tmp_path / "lobby.db") as here:
        table, mover, move, other = await a_game(here)
        said = len(here.said)
        commits.stop()
        moving = asyncio.create_task(mover.ask(here, move))
        await commits.reached.wait()
        await turns()
        assert here.said[said:] == []
        commits.go_on()
        assert isinstance(await moving, Done)
        told = [topic for topic, _, _ in here.said[said:]]
        assert told[0] == TOPICS.outbox(mover.me)
        assert {TOPICS.outbox(other.me), TOPICS.table(table)} <= set(told)


async def test_nor_is_who_asks_meanwhile(tmp_path: Path, commits: Held) -> None:
    async with desk(tmp_path / "lobby.db") as here:
        ann, ben = await come(here, "Ann", "Ben")
        said = len(here.said)
        commits.stop()
        opening = asyncio.create_task(ann.ask(here, OpenTable("siam", 2)))
        await commits.reached.wait()
        asking = asyncio.create_task(ben.ask(here, AskLobby()))
        await turns()
        assert here.said[said:] == []
        commits.go_on()
        opened, lobby = await asyncio.gather(opening, asking)
        assert [each.table for each in lobby.tables] == [opened.table]


async def test_of_what_could_not_be_kept_nobody_hears_but_who_asked_for_it(
    tmp_path: Path, commits: Held
) -> None:
    async with desk(tmp_path / "lobby.db") as here:
        ann, ben = await come(here, "Ann", "Ben")
        table = (await ann.ask(here, OpenTable("siam", 2))).table
        said, before = len(here.said), here.service.lobby
        commits.stop()
        sitting = asyncio.create_task(ben.ask(here, TakeSeat(table, 1)))
        await commits.reached.wait()
        here.break_store()
        commits.go_on()
        assert isinstance(await sitting, Refused)
        assert [topic for topic, _, _ in here.said[said:]] == [TOPICS.outbox(ben.me)]
        assert here.service.lobby is before


def told_of(someone: Person, name: str) -> list[Message]:
    """Return what somebody was told that shows a name at a seat, or is an answer."""
    return [
        each
        for each in someone.messages()
        if isinstance(each, Done | Refused)
        or (isinstance(each, TableState) and name in (seat.name for seat in each.seats))
        or (
            isinstance(each, LobbyState)
            and name in (seat.name for table in each.tables for seat in table.seats)
        )
    ]


async def test_through_no_broker_does_anything_go_before_it_is_kept(
    server: RunningServer, commits: Held
) -> None:
    async with person(server.link, "Ann") as ann, person(server.link, "Ben") as ben:
        table = (await ann.ask(OpenTable("siam", 2))).table
        watching = [told_of(ann, "Ben"), told_of(ben, "Ben")]
        async with server.server.service._turn:  # nothing is under way any more
            commits.stop()
        sitting = asyncio.create_task(ben.ask(TakeSeat(table, 1)))
        await commits.reached.wait()
        await server.server._wire.sent()
        for each in (ann, ben) * 5:  # what a broker has for them comes before its answer to these
            await each.mqtt.subscribe(each.topics.outbox(each.me), qos=1)
        await turns()
        assert [told_of(ann, "Ben"), told_of(ben, "Ben")] == watching
        commits.go_on()
        assert isinstance(await sitting, Done)
        await ann.until_table(lambda state: state.seats[1].name == "Ben")
