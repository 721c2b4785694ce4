"""Whole games on the brokers of docs/how-to/run-a-broker.md, and their access rules."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractContextManager, AsyncExitStack, suppress
from dataclasses import dataclass
from pathlib import Path

import aiomqtt
import pytest

from protocol.commands import OpenTable, SeatBot, StartGame
from protocol.keys import SecretKey
from protocol.links import BrokerAddress
from protocol.topics import Topics
from server.config import Config
from tests.brokers import plain_client, running_server
from tests.e2e.deployed import deployed_mosquitto, deployed_nats
from tests.e2e.guests import check_against_server, check_hands_hidden, guest, play_all
from tests.patience import PATIENCE
from transport.mqtt import Credentials, connected
from transport.mqtt_client import MqttClient

SERVER, ANN, BEN = (SecretKey(bytes([number]) * 32) for number in (1, 2, 3))
LOBBY = SERVER.public.fingerprint
TOPICS = Topics(LOBBY)
PASSWORDS = {key.public.fingerprint: f"secret{n}" for n, key in enumerate((SERVER, ANN, BEN))}
Deploy = Callable[[Path, str, dict[str, str]], AbstractContextManager[BrokerAddress]]

WHOSE = {
    "lobby": TOPICS.lobby_state(),
    "table": TOPICS.table("t"),
    "Ann's inbox": TOPICS.inbox(ANN.public.fingerprint),
    "Ann's inbox of a part": TOPICS.inbox_of_part(3, ANN.public.fingerprint),
    "Ann's outbox": TOPICS.outbox(ANN.public.fingerprint),
    "part": TOPICS.part(3),
    "another lobby": Topics("other").lobby_state(),
    "no topic of ours": "home/lamp",
}
OF_LOBBY = {"lobby", "table", "part", "Ann's inbox", "Ann's inbox of a part", "Ann's outbox"}
READS = {
    "server": OF_LOBBY,
    "Ann": {"lobby", "table", "part", "Ann's outbox"},
    "Ben": {"lobby", "table", "part"},
}
WRITES = {"server": OF_LOBBY, "Ann": {"Ann's inbox", "Ann's inbox of a part"}, "Ben": set()}
PEOPLE = {"server": SERVER, "Ann": ANN, "Ben": BEN}


@dataclass
class Deployed:
    """A broker as docs/how-to/run-a-broker.md has it."""

    address: BrokerAddress

    def visit(self, who: str):
        key = PEOPLE[who]
        return connected(self.address, Credentials(key, LOBBY, PASSWORDS[key.public.fingerprint]))


@pytest.fixture(params=[deployed_mosquitto, deployed_nats], ids=["mosquitto", "nats"])
async def deployed(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Deployed]:
    with request.param(tmp_path, LOBBY, PASSWORDS) as address:
        yield Deployed(address)


async def test_a_whole_game_of_two_people_and_a_bot(deployed: Deployed) -> None:
    password = PASSWORDS[LOBBY]
    config = Config(SERVER, broker=deployed.address, password=password)
    async with running_server(deployed.address, config) as server, AsyncExitStack() as stack:
        assert not server.link.broker.user
        ann, ben = [
            await stack.enter_async_context(
                guest(server.link, name, key, PASSWORDS[key.public.fingerprint])
            )
            for name, key in (("Ann", ANN), ("Ben", BEN))
        ]
        table = (await ann.done(OpenTable("siam", 3))).table
        await ann.client.follow(table)
        await ben.sit_down(table, 1)
        await ann.done(SeatBot(table, 2, "random"))
        await ann.done(StartGame(table))
        await play_all([ann, ben], table, seed=6)
        for each in (ann, ben):
            await each.until(table, lambda state: state.status == "over")
            check_hands_hidden(each.states)
        check_against_server(server, table, [ann, ben])


async def heard(client: MqttClient, end: str, expected: set[str] = frozenset()) -> set[str]:
    """Return what came when the end has come, and what is expected: topics keep no common order."""
    found: set[str] = set()
    messages = aiter(client.messages)
    async with asyncio.timeout(PATIENCE):
        while not found >= expected | {end}:
            message = await anext(messages)
            assert isinstance(message.payload, bytes)
            found.add(message.payload.decode())
    return found - {end}


@pytest.mark.parametrize("who", PEOPLE)
async def test_everybody_publishes_only_where_they_may(deployed: Deployed, who: str) -> None:
    """Some brokers acknowledge what they refuse: what counts is what the others hear."""
    async with deployed.visit("server") as server, deployed.visit("Ann") as ann:
        await server.subscribe([(WHOSE[what], 1) for what in OF_LOBBY])
        await ann.subscribe(TOPICS.outbox(ANN.public.fingerprint), 1)
        for what, topic in WHOSE.items():
            async with deployed.visit(who) as someone:  # NATS ends a connection that trespasses
                with suppress(aiomqtt.MqttError):
                    await someone.publish(topic, what.encode(), 1)
        await server.publish(TOPICS.outbox(ANN.public.fingerprint), b"the end", 1)
        assert await heard(server, "the end", WRITES[who]) == WRITES[who]


@pytest.mark.parametrize("who", PEOPLE)
async def test_everybody_reads_only_what_they_may(deployed: Deployed, who: str) -> None:
    async with deployed.visit(who) as reader, deployed.visit("server") as server:
        for topic in ("#", "siam/#", f"siam/+/{LOBBY}/#", *WHOSE.values()):
            with suppress(aiomqtt.MqttError):
                await reader.subscribe(topic, 1)
        for what in OF_LOBBY:
            await server.publish(WHOSE[what], what.encode(), 1)
        await server.publish(TOPICS.lobby_state(), b"the end", 1)
        assert await heard(reader, "the end", READS[who]) == READS[who]


@pytest.mark.parametrize("retain", [False, True])
async def test_a_will_obeys_the_rules(deployed: Deployed, retain: bool) -> None:
    ben = BEN.public.fingerprint
    will = aiomqtt.Will(TOPICS.lobby_state(), b"forged", 1, retain)
    async with deployed.visit("Ann") as ann, deployed.visit("server") as server:
        await ann.subscribe(TOPICS.lobby_state(), 1)
        login = {"username": ben, "password": PASSWORDS[ben]}
        dying = plain_client(deployed.address, will=will, **login)
        with suppress(aiomqtt.MqttError):
            await dying.__aenter__()
            sock = dying._client.socket()
            assert sock is not None
            sock.close()
        await server.publish(TOPICS.lobby_state(), b"genuine", 1)
        assert await heard(ann, "genuine") == set()


@pytest.mark.parametrize("password", [None, "guess"])
async def test_nobody_comes_in_without_their_password(
    deployed: Deployed, password: str | None
) -> None:
    with pytest.raises(aiomqtt.MqttError):
        async with connected(deployed.address, Credentials(ANN, LOBBY, password)):
            pass


async def test_a_message_too_long_is_not_passed_on(deployed: Deployed) -> None:
    inbox = TOPICS.inbox(ANN.public.fingerprint)
    async with deployed.visit("server") as server:
        await server.subscribe(TOPICS.every_inbox(), 1)
        with suppress(aiomqtt.MqttError):
            async with deployed.visit("Ann") as ann:
                await ann.publish(inbox, bytes(200_000), 1, timeout=2)
        async with deployed.visit("Ann") as ann:
            await ann.publish(inbox, bytes(60_000), 1)
            await ann.publish(inbox, b"the end", 1)
        assert {len(each) for each in await heard(server, "the end")} == {60_000}
