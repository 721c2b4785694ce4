"""A player without a client: speaks the protocol by hand, and sees every frame."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from client.draws.shares import Shares
from client.signing import sign_move
from protocol.commands import Command, Hello, PlayMove
from protocol.envelope import Envelope, open_sealed, open_signed, seal
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.messages import Done, Message, Reply, Welcome
from protocol.states import LobbyState, TableState
from protocol.topics import Topics
from tests.patience import PATIENCE
from transport.mqtt import Credentials, connected
from transport.mqtt_client import MqttClient

NO_SESSION = bytes(16)


@dataclass
class Person:
    """One connection of a player.

    Attributes:
        heard: every envelope that came, oldest first.
    """

    link: Link
    key: SecretKey
    mqtt: MqttClient
    name: str = "Ann"
    session: bytes = NO_SESSION
    welcome: Welcome | None = None
    heard: list[tuple[str, Envelope | None]] = field(default_factory=list)
    counter: Any = field(default_factory=lambda: count(1))
    _news: asyncio.Condition = field(default_factory=asyncio.Condition)
    _seen: dict[str, TableState] = field(default_factory=dict)
    _shares: Shares = field(init=False)

    def __post_init__(self) -> None:
        self._shares = Shares(self.link.server, self.key.public)

    @property
    def me(self) -> str:
        return self.key.public.fingerprint

    @property
    def topics(self) -> Topics:
        return Topics(self.link.lobby)

    def frame(self, command: Command, number: bytes, session: bytes | None = None) -> bytes:
        envelope = Envelope(
            self.key.public,
            self.topics.inbox(self.me),
            self.session if session is None else session,
            next(self.counter),
            number,
            command,
        )
        return seal(envelope, self.key, self.link.server)

    async def publish(self, frame: bytes, topic: str | None = None, retain: bool = False) -> None:
        await self.mqtt.publish(topic or self.topics.inbox(self.me), frame, qos=1, retain=retain)

    async def ask(self, command: Command, number: bytes | None = None) -> Any:
        number = number or secrets.token_bytes(16)
        if isinstance(command, PlayMove):
            command = sign_move(self.key, self.link.lobby, command, self._seen.get(command.table))
        already = len(self.heard)
        await self.publish(self.frame(command, number))
        return await self.answer(number, already)

    async def answer(self, number: bytes, already: int = 0) -> Reply:
        envelope = await self.until(lambda envelope: envelope.command == number, already)
        return envelope.message  # type: ignore[return-value]

    async def until(self, wanted: Callable[[Envelope], bool], already: int = 0) -> Envelope:
        """Return the first envelope of this kind, waiting for it."""

        def found() -> Envelope | None:
            each = (envelope for _, envelope in self.heard[already:])
            return next((envelope for envelope in each if envelope and wanted(envelope)), None)

        async with asyncio.timeout(PATIENCE):
            async with self._news:
                await self._news.wait_for(lambda: found() is not None)
        envelope = found()
        assert envelope is not None
        return envelope

    async def until_table(self, wanted: Callable[[TableState], bool]) -> TableState:
        envelope = await self.until(
            lambda each: isinstance(each.message, TableState) and wanted(each.message),
        )
        assert isinstance(envelope.message, TableState)
        return envelope.message

    async def until_lobby(self, wanted: Callable[[LobbyState], bool]) -> LobbyState:
        envelope = await self.until(
            lambda each: isinstance(each.message, LobbyState) and wanted(each.message)
        )
        assert isinstance(envelope.message, LobbyState)
        return envelope.message

    async def until_cleared(self, table: str) -> None:
        """Wait until a table's retained state has been cleared."""
        topic = self.topics.table(table)
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(lambda: (topic, None) in self.heard)

    async def hello(self) -> Welcome:
        nonce = secrets.token_bytes(16)
        number = secrets.token_bytes(16)
        already = len(self.heard)
        await self.publish(self.frame(Hello(self.name, "test", nonce), number, NO_SESSION))
        welcome = await self.answer(number, already)
        assert isinstance(welcome, Welcome)
        assert welcome.nonce == nonce
        self.session = welcome.session
        self.welcome = welcome
        return welcome

    async def listen(self) -> None:
        async for message in self.mqtt.arrivals():
            topic, payload = str(message.topic), bytes(message.payload)  # type: ignore[arg-type]
            envelope = self._open(topic, payload) if payload else None
            heard = [(topic, envelope)]
            if envelope is not None and isinstance(done := envelope.message, Done) and done.state:
                heard.insert(0, (topic, replace(envelope, command=b"", message=done.state)))
            for _, each in heard:
                if each is not None and isinstance(each.message, TableState):
                    self._see(each.message)
            async with self._news:
                self.heard += heard
                self._news.notify_all()

    def _see(self, state: TableState) -> None:
        """Do as a client does: keep one's own view, and answer the draw of a setup."""
        if state.viewer is not None:
            self._seen[state.table] = state
        if (answer := self._shares.answer_draw(state)) is not None:
            frame = self.frame(answer, secrets.token_bytes(16))
            self.mqtt.post(self.topics.inbox(self.me), frame)

    def _open(self, topic: str, payload: bytes) -> Envelope:
        if topic == self.topics.outbox(self.me):
            return open_sealed(payload, self.key, topic)
        return open_signed(payload, self.link.server, topic)

    def messages(self) -> list[Message]:
        return [envelope.message for _, envelope in self.heard if envelope]


@asynccontextmanager
async def person(
    link: Link, name: str = "Ann", key: SecretKey | None = None
) -> AsyncIterator[Person]:
    """Connect a player, subscribe to everything they may hear, and say Hello."""
    async with silent_person(link, name, key) as someone:
        await someone.hello()
        yield someone


@asynccontextmanager
async def silent_person(
    link: Link, name: str = "Ann", key: SecretKey | None = None
) -> AsyncIterator[Person]:
    """Connect a player who has not said Hello."""
    key = key or SecretKey.generate()
    async with connected(link.broker, Credentials(key, link.lobby)) as mqtt:
        someone = Person(link, key, mqtt, name)
        listening = asyncio.create_task(someone.listen())
        topics = someone.topics
        for topic in (topics.outbox(someone.me), topics.lobby_state(), topics.table("+")):
            await mqtt.subscribe(topic, qos=1)
        try:
            yield someone
        finally:
            listening.cancel()
            await asyncio.gather(listening, return_exceptions=True)
