"""A service without a wire: frames are put in, and what it says is read, sealed as it is."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any

from protocol.commands import Command, Hello, OpenTable, PlayMove, TakeSeat
from protocol.envelope import Envelope, open_sealed, open_signed, seal
from protocol.keys import SecretKey
from protocol.messages import Message, Welcome
from protocol.states import TableState
from protocol.topics import Topics
from server.lobby.lobby_rules import LobbyRules
from server.service import Service
from server.store.place import StorePlace
from server.store.postgres.part_database import PartDatabase
from server.store.sqlite.database import SqliteDatabase
from server.store.store import Store, open_store
from server.tables.table import Table
from tests.patience import PATIENCE
from tests.server.clock import Clock
from tests.server.conftest import signed

KEY = SecretKey.generate()
"""The server's."""
TOPICS = Topics(KEY.public.fingerprint)
NOW = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


@dataclass
class Desk:
    """One start of a service, and all it has said.

    Attributes:
        service: what is tested.
        store: its store.
        told: what its host was told.
        said: every topic, payload and whether it is retained, in order.
        clock: its clock.
    """

    service: Service
    store: Store
    told: list[str] = field(default_factory=list)
    said: list[tuple[str, bytes, bool]] = field(default_factory=list)
    clock: Clock = field(default_factory=Clock)
    _speaking: asyncio.Event = field(default_factory=asyncio.Event)

    def hear(self, topic: str, payload: bytes, retained: bool) -> None:
        self.said.append((topic, payload, retained))
        self._speaking.set()

    @property
    def tables(self) -> Mapping[str, Table]:
        """The tables as they are kept now."""
        return self.service.lobby.tables

    async def until(self, wanted: Callable[[], Any]) -> Any:
        """Return what is wanted once something said makes it true."""
        async with asyncio.timeout(PATIENCE):
            while not (found := wanted()):
                self._speaking.clear()
                await self._speaking.wait()
        return found

    async def sql(self, statement: str) -> Any:
        """Do something to the store's own connection."""
        row = own_connection(self.store).execute(statement).fetchone()
        return row and row[0]

    def break_store(self) -> None:
        """Have every commit fail."""
        own_connection(self.store).execute(_BREAK[type(self.store._database)])

    def mend_store(self) -> None:
        """Have commits succeed again."""
        own_connection(self.store).execute(_MEND[type(self.store._database)])


_BREAK = {
    SqliteDatabase: "PRAGMA query_only = ON",
    PartDatabase: "SET default_transaction_read_only = on",
}
_MEND = {
    SqliteDatabase: "PRAGMA query_only = OFF",
    PartDatabase: "SET default_transaction_read_only = off",
}


def own_connection(store: Store) -> Any:
    """Return the connection of a store, as its driver has it."""
    database: Any = store._database
    if isinstance(database, SqliteDatabase):
        return database._sqlite
    return database._connection._connection


@asynccontextmanager
async def desk(place: StorePlace | None, **options: Any) -> AsyncIterator[Desk]:
    """Start a service on a store."""
    async with open_store(place, KEY.public.fingerprint) as store:
        here: Desk
        clock = Clock()
        service = Service(
            KEY,
            lambda *each: here.hear(*each),  # noqa: PLW0108 - it comes to be with its service
            lambda _: None,
            store,
            warn_host=lambda sentence: here.told.append(sentence),  # noqa: PLW0108
            clock=clock,
            now=lambda: NOW,
            **({"rules": replace(LobbyRules(KEY), patience=0)} | options),
        )
        here = Desk(service, store, clock=clock)
        await service.restore()
        running = asyncio.create_task(service.run())
        try:
            yield here
        finally:
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)


@dataclass
class Caller:
    """A player at a desk, or at one after the other."""

    name: str = "Ann"
    key: SecretKey = field(default_factory=SecretKey.generate)
    session: bytes = bytes(16)
    _counter: Any = field(default_factory=lambda: count(1))

    @property
    def me(self) -> str:
        return self.key.public.fingerprint

    def frame(self, command: Command, number: bytes) -> tuple[str, bytes]:
        """Return a topic and the sealed frame of a command."""
        topic = TOPICS.inbox(self.me)
        envelope = Envelope(
            self.key.public, topic, self.session, next(self._counter), number, command
        )
        return topic, seal(envelope, self.key, KEY.public)

    async def hello(self, at: Desk) -> None:
        self.session = bytes(16)
        welcome = await self.ask(at, Hello(self.name, "test", secrets.token_bytes(16)))
        assert isinstance(welcome, Welcome)
        self.session = welcome.session

    async def ask(self, at: Desk, command: Command, number: bytes | None = None) -> Any:
        """Put a command in, and return its answer when everybody has been told what came of it."""
        number = number or secrets.token_bytes(16)
        table = at.tables.get(getattr(command, "table", ""))
        if isinstance(command, PlayMove) and table is not None:
            command = signed(table, command, self.key)
        before = len(at.said)
        at.service.receive(*self.frame(command, number), False)
        answer = (await at.until(lambda: self.heard(at, number, before)))[0]
        async with at.service._turn:
            return answer

    def heard(self, at: Desk, number: bytes, since: int = 0) -> list[Message]:
        """Return what was said to this player about a command."""
        outbox = TOPICS.outbox(self.me)
        frames = [payload for topic, payload, _ in at.said[since:] if topic == outbox]
        envelopes = [open_sealed(frame, self.key, outbox) for frame in frames]
        return [envelope.message for envelope in envelopes if envelope.command == number]


async def come(at: Desk, *names: str) -> list[Caller]:
    """Have people of these names greet a service."""
    callers = [Caller(name) for name in names]
    for each in callers:
        await each.hello(at)
    return callers


async def seated(at: Desk, *callers: Caller) -> str:
    """Have the first open a table and the others sit down there; return its id."""
    table = (await callers[0].ask(at, OpenTable("siam", len(callers)))).table
    for seat, each in enumerate(callers[1:], 1):
        await each.ask(at, TakeSeat(table, seat))
    return str(table)


def next_move(at: Desk, table: str, random: Random) -> tuple[int, PlayMove]:
    """Return the seat to move and a legal move of its."""
    here = at.tables[table]
    turn = here.game.turn(here.position)
    assert turn is not None
    move = here.game.format_move(here.game.random_move(here.position, random))
    return turn, PlayMove(table, here.game_number, len(here.log), move)


def published(at: Desk, table: str) -> Iterator[TableState]:
    """Yield the states of a table that were published, the oldest first."""
    topic = TOPICS.table(table)
    for where, frame, _ in at.said:
        if where == topic and frame:
            message: Any = open_signed(frame, KEY.public, topic).message
            yield message
