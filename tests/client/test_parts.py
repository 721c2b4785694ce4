"""A client talks with a part of a cluster only if the lobby signed the part's key."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path

import aiomqtt
import pytest
from attrs import evolve

from client.changes import Status
from client.client import Client
from client.links import greeting_loop
from protocol.commands import AskLobby, Hello
from protocol.envelope import Envelope, open_sealed, seal, sign
from protocol.errors import ForgedError
from protocol.keys import SecretKey
from protocol.limits import MAX_PARTS
from protocol.links import Link
from protocol.messages import Message, Welcome
from protocol.states import LobbyState, PartState
from protocol.topics import LIST_PART, Topics
from tests.brokers import plain_client, running_broker
from tests.patience import PATIENCE

LOBBY, MALLORY, PLAYER = (SecretKey(bytes([number]) * 32) for number in (1, 2, 3))
FIRST, SECOND, THIRD = (SecretKey(bytes([number]) * 32) for number in (11, 12, 13))
ME = PLAYER.public.fingerprint
TOPICS = Topics(LOBBY.public.fingerprint)
BOOT = b"b" * 16
REPLAYED_EVERY = 0.02
STATE = LobbyState(1, "test", (), (), parts=MAX_PARTS)


class Desk:
    """Answers on a part's topics by hand."""

    def __init__(self, mqtt: aiomqtt.Client) -> None:
        self._mqtt = mqtt
        self._counter = count(1)

    async def sign(self, topic: str, message: Message, secret: SecretKey) -> None:
        envelope = Envelope(secret.public, topic, BOOT, next(self._counter), b"", message)
        await self._mqtt.publish(topic, sign(envelope, secret), qos=1, retain=True)

    async def name_owner(self, epoch: int, owner: SecretKey, signer: SecretKey = LOBBY) -> None:
        state = PartState(LIST_PART, epoch, owner.public.raw)
        await self.sign(TOPICS.part(LIST_PART), state, signer)

    async def answer(self, asked: Envelope, message: Message, owner: SecretKey) -> None:
        topic = TOPICS.outbox(ME)
        number = next(self._counter)
        envelope = Envelope(owner.public, topic, BOOT, number, asked.command, message)
        await self._mqtt.publish(topic, seal(envelope, owner, PLAYER.public), qos=1)

    async def next_sealed_for(self, owner: SecretKey) -> Envelope:
        """Return the next command to the part; it must be for this owner."""
        async with asyncio.timeout(PATIENCE):
            async for message in self._mqtt.messages:
                assert isinstance(message.payload, bytes)
                return open_sealed(message.payload, owner, str(message.topic))
        raise AssertionError

    async def next_sealed_for_any(self, *owners: SecretKey) -> Envelope:
        """Return the next command to the part that is for one of these owners."""
        async with asyncio.timeout(PATIENCE):
            async for message in self._mqtt.messages:
                assert isinstance(message.payload, bytes)
                for owner in owners:
                    with contextlib.suppress(ForgedError):
                        return open_sealed(message.payload, owner, str(message.topic))
        raise AssertionError

    async def greet_among_others(self, owner: SecretKey) -> None:
        """Greet the client for an owner, once it asks that one; others do not answer."""
        await self._welcome(await self.next_sealed_for_any(owner), owner)

    async def greet(self, owner: SecretKey) -> None:
        """Greet the client."""
        await self._welcome(await self.next_sealed_for(owner), owner)

    async def _welcome(self, greeted: Envelope, owner: SecretKey) -> None:
        assert isinstance(greeted.message, Hello)
        session = b"s" * 16
        welcome = Welcome(session, greeted.message.nonce, BOOT, "Ann", "test", 0)
        await self.answer(greeted, welcome, owner)

    async def welcome(self, owner: SecretKey) -> None:
        """Greet the client, and answer what it asks then."""
        await self.greet(owner)
        asked = await self.next_sealed_for(owner)
        assert isinstance(asked.message, AskLobby)
        await self.answer(asked, STATE, owner)


@asynccontextmanager
async def desk(folder: Path) -> AsyncIterator[tuple[Desk, Client]]:
    """Play the part that has the list, and let a player come."""
    async with (
        running_broker("lawless", folder) as broker,
        plain_client(broker) as mqtt,
    ):
        await mqtt.subscribe(TOPICS.every_inbox_of_part(LIST_PART), qos=1)
        at = Desk(mqtt)
        await at.sign(TOPICS.lobby_state(), STATE, LOBBY)
        async with Client(Link(broker, LOBBY.public), PLAYER, "Ann") as client:
            yield at, client


async def test_only_the_lobby_names_the_owner_of_a_part(tmp_path: Path):
    async with desk(tmp_path) as (at, client):
        await at.name_owner(1, FIRST)
        await at.welcome(FIRST)
        await client.ready(PATIENCE)
        await at.name_owner(9, MALLORY, signer=MALLORY)
        for _ in range(2):  # the second time, everything before the first has been read
            asking = asyncio.create_task(client.request(AskLobby()))
            await at.answer(await at.next_sealed_for(FIRST), STATE, FIRST)
            assert await asking == STATE
        assert client.refused["ForgedError"] == 1


async def test_the_next_owner_is_greeted_and_the_one_before_is_not_believed(tmp_path: Path):
    async with desk(tmp_path) as (at, client):
        await at.name_owner(1, FIRST)
        await at.welcome(FIRST)
        await client.ready(PATIENCE)
        await at.name_owner(2, SECOND)
        await at.welcome(SECOND)
        await at.name_owner(1, FIRST)
        for _ in range(2):
            asking = asyncio.create_task(client.request(AskLobby()))
            asked = await at.next_sealed_for(SECOND)
            await at.answer(asked, LobbyState(7, "forged", (), ()), FIRST)
            await at.answer(asked, STATE, SECOND)
            assert await asking == STATE
        assert client.refused["StaleError"] == 1
        assert client.refused["ForgedError"] >= 1
        assert client.status is Status.ONLINE


async def test_a_slow_server_is_not_asked_ever_more(tmp_path: Path):
    async with desk(tmp_path) as (at, client):
        asked = []
        for epoch, owner in enumerate((FIRST, SECOND, THIRD)):
            await at.name_owner(epoch, owner)
            await at.greet(owner)  # a second question to the owner before would be no greeting
            asked.append(await at.next_sealed_for(owner))
        assert {each.command for each in asked} == {asked[0].command}
        await at.answer(asked[-1], STATE, THIRD)
        await client.ready(PATIENCE)
        assert (await at.next_sealed_for(THIRD)).message == AskLobby(STATE.revision)


async def test_the_next_owner_of_the_list_is_greeted_when_a_command_waits_for_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    async with desk(tmp_path) as (at, client):
        await at.name_owner(1, FIRST)
        await at.welcome(FIRST)
        await client.ready(PATIENCE)
        is_drawn = asyncio.Event()

        def draw(*_: float) -> float:
            is_drawn.set()
            return 1e6  # nobody would wait for that

        monkeypatch.setattr(client._link._jitter, "uniform", draw)
        await at.name_owner(2, SECOND)
        async with asyncio.timeout(PATIENCE):
            await is_drawn.wait()
        asking = asyncio.create_task(client.request(AskLobby()))
        await at.welcome(SECOND)
        asked = await at.next_sealed_for(SECOND)
        await at.answer(asked, STATE, SECOND)
        assert await asking == STATE


@asynccontextmanager
async def repeated(at: Desk, *owners: tuple[int, SecretKey]) -> AsyncIterator[None]:
    """Repeat all the time what the lobby once said of earlier owners."""

    async def repeat() -> None:
        while True:
            for epoch, owner in owners:
                await at.name_owner(epoch, owner)
            await asyncio.sleep(REPLAYED_EVERY)

    repeating = asyncio.create_task(repeat())
    try:
        yield
    finally:
        repeating.cancel()
        await asyncio.gather(repeating, return_exceptions=True)


async def test_a_newcomer_gets_in_while_old_owners_are_repeated(tmp_path: Path):
    """The owner says who it is once; the stranger does all the time, first and last."""
    async with desk(tmp_path) as (at, client), repeated(at, (1, FIRST), (2, SECOND)):
        await at.next_sealed_for_any(FIRST, SECOND)  # the old ones are known
        await at.name_owner(3, THIRD)
        await at.greet_among_others(THIRD)
        await at.answer(await at.next_sealed_for(THIRD), STATE, THIRD)
        await client.ready(PATIENCE)
        before = client.refused["StaleError"]
        while client.refused["StaleError"] < before + 4:  # and stays there
            asking = asyncio.create_task(client.request(AskLobby()))
            await at.answer(await at.next_sealed_for(THIRD), STATE, THIRD)
            assert await asking == STATE


async def test_a_lower_epoch_is_tried_when_the_highest_never_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    """As after the database was put back to an older copy: all later owners are gone."""
    monkeypatch.setattr(greeting_loop, "pause_after", lambda _: 0.05)
    async with desk(tmp_path) as (at, client):
        await at.name_owner(9, FIRST)
        await at.next_sealed_for(FIRST)
        await at.name_owner(2, SECOND)
        await at.greet_among_others(SECOND)
        await at.answer(await at.next_sealed_for(SECOND), STATE, SECOND)
        await client.ready(PATIENCE)
        await at.name_owner(1, THIRD)
        asking = asyncio.create_task(client.request(AskLobby()))
        await at.answer(await at.next_sealed_for(SECOND), STATE, SECOND)
        assert await asking == STATE


async def test_a_newcomer_gets_in_while_an_old_state_without_parts_is_repeated(tmp_path: Path):
    """One server ran the lobby before."""
    old = evolve(STATE, parts=0, revision=7)
    async with desk(tmp_path) as (at, client):
        await at.name_owner(1, FIRST)

        async def repeat() -> None:
            while True:
                for state in (old, STATE, old):
                    await at.sign(TOPICS.lobby_state(), state, LOBBY)
                await asyncio.sleep(REPLAYED_EVERY)

        repeating = asyncio.create_task(repeat())
        try:
            await at.welcome(FIRST)
            await client.ready(PATIENCE)
        finally:
            repeating.cancel()
            await asyncio.gather(repeating, return_exceptions=True)
