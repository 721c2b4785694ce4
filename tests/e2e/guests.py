"""Who comes to the evenings these tests play: people at clients, and somebody who listens in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

import aiomqtt

from client.changes import Change, Status, StatusChanged, TableChanged
from client.client import Client
from games.record import Record, format_record, parse_record
from games.registry import game_of
from games.siam.constants import FULL_HAND
from protocol.commands import OpenTable, PlayMove, StartGame, TakeSeat
from protocol.envelope import open_sealed
from protocol.errors import ProtocolError
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Done
from protocol.states import Entry, TableState
from protocol.topics import Topics
from tests.brokers import RunningServer, plain_client
from tests.patience import PATIENCE


def is_over(state: TableState) -> bool:
    return state.status == "over"


def after(ply: int) -> Callable[[TableState], bool]:
    """Return a condition: so many moves have been played, or the game is over."""
    return lambda state: (state.status == "running" and state.ply >= ply) or is_over(state)


@dataclass
class Guest:
    """A person (or a spectator) at a client of their own.

    Attributes:
        states: every state their client has shown, in order.
        statuses: every status their client has gone through.
    """

    client: Client
    key: SecretKey
    states: list[TableState] = field(default_factory=list)
    statuses: list[Status] = field(default_factory=list)
    _written: asyncio.Event = field(default_factory=asyncio.Event)

    async def write_down(self, changes: AsyncIterator[Change]) -> None:
        """Keep what the client tells."""
        async for change in changes:
            if isinstance(change, TableChanged):
                self.states.append(change.state)
                self._written.set()
            elif isinstance(change, StatusChanged):
                self.statuses.append(change.status)

    async def until(self, table: str, wanted: Callable[[TableState], bool]) -> TableState:
        """Return the state of a table once it is as wanted."""
        async with asyncio.timeout(PATIENCE), self.client.changes() as changes:
            while (state := self.client.table(table)) is None or not wanted(state):
                await anext(changes)
            while state not in self.states:  # told, but not written down yet
                self._written.clear()
                await self._written.wait()
            return state

    async def until_status(self, *wanted: Status) -> None:
        """Wait until the client's status is one of these."""
        async with asyncio.timeout(PATIENCE), self.client.changes() as changes:
            while self.client.status not in wanted:
                await anext(changes)

    async def until_lobby_has(self, tables: set[str]) -> None:
        """Wait until the lobby as it is shown has these tables and no others."""
        async with asyncio.timeout(PATIENCE), self.client.changes() as changes:
            while {each.table for each in getattr(self.client.lobby, "tables", ())} != tables:
                await anext(changes)

    async def done(self, command: Any) -> Done:
        """Carry out a command that is answered by `Done`; a start, until it is dealt."""
        async with asyncio.timeout(PATIENCE):
            reply = await self.client.request(command)
        assert isinstance(reply, Done)
        if isinstance(command, StartGame) and self.client.table(command.table) is not None:
            await self.until(command.table, lambda state: state.status != "open")
        return reply

    async def sit_down(self, table: str, seat: int) -> None:
        await self.done(TakeSeat(table, seat))
        await self.client.follow(table)
        await self.until(table, lambda state: state.viewer == seat)

    async def play(
        self,
        table: str,
        random: Random,
        *,
        enough: Callable[[TableState], bool] = is_over,
    ) -> TableState:
        """Play random moves whenever it is one's turn, until it is enough."""
        while True:
            state = await self.until(
                table, lambda state: enough(state) or mover(state) == state.viewer is not None
            )
            if enough(state):
                return state
            move = drawn_move(state, random)
            played = await self.done(PlayMove(table, state.game_number, state.ply, move))
            await self.until(table, lambda state, at=played.revision: state.revision >= at)


@asynccontextmanager
async def guest(
    link: Link, name: str, key: SecretKey | None = None, password: str | None = None
) -> AsyncIterator[Guest]:
    """Connect somebody, and write down all that is shown to them."""
    key = key or SecretKey.generate()
    async with Client(link, key, name, password=password) as client:
        here = Guest(client, key)
        async with client.changes() as changes:
            writing = asyncio.create_task(here.write_down(changes))
            async with asyncio.timeout(PATIENCE):
                await client.ready()
            try:
                yield here
            finally:
                writing.cancel()
                await asyncio.gather(writing, return_exceptions=True)


async def seated(guests: list[Guest], *, game: str = "siam", **options: Any) -> str:
    """Open a table, seat everybody in order, and return its id."""
    host, *others = guests
    table = (await host.done(OpenTable(game, len(guests), **options))).table
    await host.client.follow(table)
    for seat, other in enumerate(others, 1):
        await other.sit_down(table, seat)
    return table


async def started(guests: list[Guest], **options: Any) -> str:
    """Open a table, seat everybody in order, start, and return the table's id."""
    table = await seated(guests, **options)
    await guests[0].done(StartGame(table))
    return table


async def come(stack: AsyncExitStack, link: Link, count: int) -> list[Guest]:
    """Let so many people come, who stay as long as the stack."""
    names = ("Ann", "Ben", "Cat", "Dan")[:count]
    return [await stack.enter_async_context(guest(link, name)) for name in names]


async def play_all(
    guests: list[Guest], table: str, seed: int, *, enough: Callable[[TableState], bool] = is_over
) -> None:
    """Let everybody play at once, each by their own dice, until it is enough."""
    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        for number, each in enumerate(guests):
            group.create_task(each.play(table, Random(seed + number), enough=enough))


def game_of_table(state: TableState) -> Any:
    return game_of(state.game, map_text=state.map or None, options=frozenset(state.options))


def drawn_move(state: TableState, random: Random) -> str:
    """Return a random move where a seat is to move."""
    game = game_of_table(state)
    move: str = game.format_move(game.random_move(game.parse(state.position), random))
    return move


def mover(state: TableState) -> int | None:
    """Return the seat to move, or None when no game is running."""
    if state.status != "running":
        return None
    game = game_of_table(state)
    turn: int | None = game.turn(game.parse(state.position))
    return turn


def check_against_server(server: RunningServer, table: str, guests: list[Guest]) -> None:
    """Hold what everybody sees at last against what the server has."""
    truth = server.server.service.lobby.tables[table]
    for each in guests:
        state = each.client.table(table)
        assert state is not None
        assert state.revision == truth.revision
        assert state.result == truth.result
        assert state.viewer == truth.seat_of(each.client.me)
        seen = truth.game.view(truth.position, state.viewer)
        assert state.position == truth.game.format(seen)


def check_hands_hidden(states: list[TableState]) -> None:
    """See that no state shows a hand its viewer may not see."""
    for state in states:
        if state.status != "running" or "open_discards" in state.options:
            continue
        positions = [(state.viewer, state.position)]
        positions += [(None, entry.position) for entry in state.news]
        game = game_of_table(state)
        for viewer, text in positions:
            position = game.parse(text)
            if position.over:
                continue
            for seat, lies in enumerate(position.seats):
                assert seat == viewer or lies.hand is None or lies.cards == 0, (viewer, text)


def check_replay(state: TableState, start: str, first: int, entries: tuple[Entry, ...]) -> None:
    """Replay a whole game from its log as a record, and compare every position and the result."""
    assert first == 0
    assert len(entries) == state.ply
    game = game_of_table(state)
    opening = game.parse(start.replace("?8", FULL_HAND))  # S2: every hand is full at first
    moves = tuple(game.parse_move(entry.move) for entry in entries)
    record = Record(game, opening, moves, state.result)
    for entry, position in zip(entries, list(record.replay())[1:], strict=True):
        assert entry.position == str(game.view(position, None))
    again = parse_record(format_record(record))
    assert again.result == state.result
    outcome = game.outcome(list(again.replay())[-1])
    assert (outcome.text if outcome else "*") == state.result


@dataclass
class Wiretap:
    """Everything that went over a broker.

    Attributes:
        frames: topics and payloads, in order.
    """

    frames: list[tuple[str, bytes]] = field(default_factory=list)
    _heard: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, topic: str, frame: bytes) -> None:
        """Keep a frame."""
        self.frames.append((topic, frame))
        self._heard.set()

    async def until(self, topic: str, count: int) -> list[bytes]:
        """Return the frames of a topic once there are so many, or more."""
        async with asyncio.timeout(PATIENCE):
            while len(found := [frame for at, frame in self.frames if at == topic]) < count:
                self._heard.clear()
                await self._heard.wait()
        return found

    def private_states(self, link: Link, key: SecretKey) -> list[TableState]:
        """Return every state that was ever sealed for this key."""
        outbox = Topics(link.lobby).outbox(key.public.fingerprint)
        states = []
        for topic, frame in self.frames:
            if topic == outbox:
                message = open_sealed(frame, key, topic).message
                if isinstance(message, TableState):
                    states.append(message)
        return states

    def readable_by(self, key: SecretKey) -> int:
        """Return how many frames this key opens."""
        count = 0
        for topic, frame in self.frames:
            try:
                open_sealed(frame, key, topic)
            except ProtocolError:
                continue
            count += 1
        return count


@asynccontextmanager
async def wiretap(link: Link) -> AsyncIterator[Wiretap]:
    """Listen to every topic of a broker."""
    tap = Wiretap()
    async with plain_client(link.broker) as mqtt:
        await mqtt.subscribe("siam/#", qos=1)
        listening = asyncio.create_task(_listen(mqtt, tap))
        try:
            yield tap
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)


async def _listen(mqtt: aiomqtt.Client, tap: Wiretap) -> None:
    async for message in mqtt.messages:
        assert isinstance(message.payload, bytes)
        if message.payload:
            tap.hear(str(message.topic), message.payload)
