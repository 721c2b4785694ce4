"""A broker nobody trusts: what others publish on a client's topics is never shown."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import aiomqtt
import pytest

from client.changes import LobbyChanged, Status
from client.client import Client
from protocol import PROTOCOL_VERSION
from protocol.commands import LeaveTable, OpenTable, StartGame
from protocol.envelope import Envelope, open_sealed, seal, sign
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from protocol.messages import Message, Superseded, Welcome
from protocol.states import LobbyState, TableState
from protocol.topics import Topics
from server.config import Config
from tests.brokers import RunningServer, plain_client, running_server
from tests.e2e.guests import Guest, come, guest, play_all, seated, wiretap

pytestmark = pytest.mark.parametrize("broker", ["lawless", "mosquitto"], indirect=True)

MALLORY = SecretKey(b"m" * 32)
FORGED_LOBBY = LobbyState(999, "forged", (), ())


@asynccontextmanager
async def mallory(broker: BrokerAddress) -> AsyncIterator[aiomqtt.Client]:
    """Connect somebody who may publish what they like."""
    async with plain_client(broker) as mqtt:
        yield mqtt


def by_mallory(topic: str, message: Message, session: bytes = bytes(16)) -> bytes:
    return sign(Envelope(MALLORY.public, topic, session, 9999, b"", message), MALLORY)


def signed_in_version(version: int, key: SecretKey) -> bytes:
    head = b"SIAM" + bytes([version, ord("p")])
    return head + key.sign(head + b"?") + b"?"


async def come_unready(stack: AsyncExitStack, link: Link) -> Guest:
    """Let somebody come who may never get in."""
    key = SecretKey.generate()
    return Guest(await stack.enter_async_context(Client(link, key, "Ann")), key)


class TestLobby:
    async def test_forged_and_foreign_lobbies_are_not_shown(self, server: RunningServer):
        topics = Topics(server.link.lobby)
        async with mallory(server.link.broker) as mqtt, guest(server.link, "Ann") as ann:
            lobbies = []
            async with wiretap(server.link) as tap, ann.client.changes() as changes:
                table = (await ann.done(OpenTable("siam", 2))).table
                while not ann.client.lobby.tables:
                    await anext(changes)
                genuine = [frame for topic, frame in tap.frames if topic == topics.lobby_state()]
                for frame in (
                    by_mallory(topics.lobby_state(), FORGED_LOBBY),
                    genuine[-1][:-1] + bytes([genuine[-1][-1] ^ 1]),
                    b"garbage",
                    seal_for(server.link.server, FORGED_LOBBY),
                    genuine[0],
                ):
                    await mqtt.publish(topics.lobby_state(), frame, qos=1, retain=True)
                await ann.done(LeaveTable(table))
                while ann.client.lobby.tables:
                    change = await anext(changes)
                    lobbies += [change.state] if isinstance(change, LobbyChanged) else []
            assert all(lobby.app != "forged" for lobby in lobbies)
            assert ann.client.refused["ForgedError"] >= 2
            assert ann.client.refused["MalformedError"] == 2
            assert ann.client.refused["StaleError"] == 1

    async def test_a_forged_lobby_that_was_there_first_is_not_shown(self, broker: BrokerAddress):
        config = Config(SecretKey.generate(), broker=broker)
        async with mallory(broker) as mqtt, running_server(broker, config) as server:
            topic = Topics(server.link.lobby).lobby_state()
            await mqtt.publish(topic, by_mallory(topic, FORGED_LOBBY), qos=1, retain=True)
            async with AsyncExitStack() as stack:
                ann = await come_unready(stack, server.link)
                await ann.done(OpenTable("siam", 2))  # makes the server publish its lobby again
                await ann.client.ready()
                assert ann.client.lobby.app != "forged"

    async def test_the_lobby_of_an_earlier_start_is_not_shown(self, broker: BrokerAddress):
        config = Config(SecretKey.generate(), broker=broker)
        topic = Topics(config.key.public.fingerprint).lobby_state()
        async with running_server(broker, config) as first, wiretap(first.link) as tap:
            async with guest(first.link, "Ann") as ann, ann.client.changes() as changes:
                await ann.done(OpenTable("siam", 4))
                while not ann.client.lobby.tables:
                    await anext(changes)
            old = [frame for name, frame in tap.frames if name == topic]
        async with (
            running_server(broker, config) as second,
            mallory(broker) as mqtt,
            guest(second.link, "Ben") as ben,
            ben.client.changes() as changes,
        ):
            for number in (1, 2, 3):
                for frame in old:
                    await mqtt.publish(topic, frame, qos=1, retain=True)
                await ben.done(OpenTable("siam", 2))
                while len(ben.client.lobby.tables) < number:
                    await anext(changes)
                assert {len(table.seats) for table in ben.client.lobby.tables} == {2}
            assert ben.client.status is Status.ONLINE
            assert ben.client.refused["StaleError"] > 0


class TestTables:
    async def test_forged_and_replayed_tables_are_not_shown(self, server: RunningServer):
        topics = Topics(server.link.lobby)
        async with AsyncExitStack() as stack:
            tap = await stack.enter_async_context(wiretap(server.link))
            ann, ben = await come(stack, server.link, 2)
            eve = await stack.enter_async_context(guest(server.link, "Eve"))
            mqtt = await stack.enter_async_context(mallory(server.link.broker))
            other = await seated([ben, ann])
            table = await seated([ann, ben])
            await eve.client.follow(table)
            await ann.done(StartGame(table))
            await play_all([ann, ben], table, 1, enough=lambda state: state.ply >= 6)
            await eve.until(table, lambda state: state.ply >= 6)
            topic = topics.table(table)
            genuine = [frame for name, frame in tap.frames if name == topic]
            shown = eve.client.table(table)
            forged = TableState("t", 999, "siam", "", (), "over", "", "Mallory", ())
            for frame in (
                genuine[0],
                genuine[-3],
                by_mallory(topic, forged),
                next(frame for name, frame in tap.frames if name == topics.table(other)),
                next(frame for name, frame in tap.frames if name == topics.lobby_state()),
                b"",
            ):
                await mqtt.publish(topic, frame, qos=1, retain=True)
            before = len(eve.states)
            await play_all([ann, ben], table, 2)
            over = await eve.until(table, lambda state: state.status == "over")
            revisions = [state.revision for state in eve.states[before:]]
            assert revisions == list(range(shown.revision + 1, over.revision + 1))
            assert eve.client.refused["StaleError"] == 2
            assert eve.client.refused["ForgedError"] == 3

    async def test_private_views_replayed_moved_or_forged_are_not_shown(
        self, server: RunningServer
    ):
        topics = Topics(server.link.lobby)
        async with AsyncExitStack() as stack:
            tap = await stack.enter_async_context(wiretap(server.link))
            ann, ben = await come(stack, server.link, 2)
            mqtt = await stack.enter_async_context(mallory(server.link.broker))
            table = await seated([ann, ben])
            await ann.done(StartGame(table))
            await play_all([ann, ben], table, 1, enough=lambda state: state.ply >= 6)
            inbox, outbox = topics.outbox(ann.client.me), topics.outbox(ben.client.me)
            of_ann = [frame for name, frame in tap.frames if name == inbox]
            of_ben = [frame for name, frame in tap.frames if name == outbox]
            before = len(ben.states)
            stale = ben.client.refused["StaleError"]
            state = ben.client.table(table)
            forged = seal(
                Envelope(MALLORY.public, outbox, bytes(16), 9999, b"", state),
                MALLORY,
                ben.key.public,
            )
            for frame in (*of_ann, *of_ben, forged):
                await mqtt.publish(outbox, frame, qos=1)
            await play_all([ann, ben], table, 2)
            assert ben.client.refused["ForgedError"] == len(of_ann) + 1
            assert ben.client.refused["StaleError"] == stale + len(of_ben)
            assert all(each.revision > state.revision for each in ben.states[before:])
            assert all(each.viewer == 1 for each in ben.states[before:])
            assert ben.client.status is Status.ONLINE

    async def test_a_flood_delays_but_does_not_confuse(self, server: RunningServer):
        topics = Topics(server.link.lobby)
        async with AsyncExitStack() as stack:
            ann, ben = await come(stack, server.link, 2)
            mqtt = await stack.enter_async_context(mallory(server.link.broker))
            table = await seated([ann, ben])
            await ann.done(StartGame(table))
            head = b"SIAM" + bytes([PROTOCOL_VERSION, ord("s")])
            for number in range(1500):
                for topic in (topics.outbox(ann.client.me), topics.table(table)):
                    await mqtt.publish(
                        topic,
                        head + bytes(200) + bytes([number % 256]),
                    )
            await play_all([ann, ben], table, 2)
            assert ann.client.refused


class TestSessions:
    async def test_an_old_superseded_does_not_end_a_newer_session(self, server: RunningServer):
        topics = Topics(server.link.lobby)
        key = SecretKey.generate()
        async with AsyncExitStack() as stack:
            tap = await stack.enter_async_context(wiretap(server.link))
            mqtt = await stack.enter_async_context(mallory(server.link.broker))
            older = await stack.enter_async_context(guest(server.link, "Ann", key))
            table = (await older.done(OpenTable("siam", 2))).table
            newer = await stack.enter_async_context(guest(server.link, "Ann", key))
            await newer.client.follow(table)
            await older.until_status(Status.SUPERSEDED)
            outbox = topics.outbox(newer.client.me)
            envelopes = [
                (frame, open_sealed(frame, key, outbox).message)
                for topic, frame in tap.frames
                if topic == outbox
            ]
            for frame, message in envelopes:
                if isinstance(message, Superseded | Welcome):
                    await mqtt.publish(outbox, frame, qos=1)
            await newer.done(LeaveTable(table))
            assert newer.client.status is Status.ONLINE
            assert newer.client.refused["StaleError"] >= 3


class TestVersions:
    async def test_a_newer_lobby_tells_to_update(self, broker: BrokerAddress):
        key = SecretKey.generate()
        topic = f"siam/v{PROTOCOL_VERSION + 1}/{key.public.fingerprint}/lobby"
        frame = signed_in_version(PROTOCOL_VERSION + 1, key)
        async with mallory(broker) as mqtt, AsyncExitStack() as stack:
            await mqtt.publish(topic, frame, qos=1, retain=True)
            ann = await come_unready(stack, Link(broker, key.public))
            await ann.until_status(Status.WRONG_VERSION)
            versions = f"protocol {PROTOCOL_VERSION + 1}, your siam {PROTOCOL_VERSION}"
            assert f"{versions}: update siam-tui here" in ann.client.trouble

    async def test_an_older_lobby_tells_to_ask_its_host(self, broker: BrokerAddress):
        key = SecretKey.generate()
        topic = Topics(key.public.fingerprint).lobby_state()
        async with mallory(broker) as mqtt, AsyncExitStack() as stack:
            await mqtt.publish(topic, signed_in_version(0, key), qos=1, retain=True)
            ann = await come_unready(stack, Link(broker, key.public))
            await ann.until_status(Status.WRONG_VERSION)
            assert "ask its host" in ann.client.trouble

    @pytest.mark.parametrize("by_server", [True, False])
    async def test_nobody_can_end_a_client_that_the_server_greets(
        self, broker: BrokerAddress, by_server: bool
    ):
        config = Config(SecretKey.generate(), broker=broker)
        topic = f"siam/v{PROTOCOL_VERSION + 1}/{config.key.public.fingerprint}/lobby"
        frame = signed_in_version(PROTOCOL_VERSION + 1, config.key if by_server else MALLORY)
        async with mallory(broker) as mqtt, running_server(broker, config) as server:
            await mqtt.publish(topic, frame, qos=1, retain=True)
            async with guest(server.link, "Ann") as ann:
                await ann.done(OpenTable("siam", 2))
                assert ann.client.status is Status.ONLINE
                assert ann.client.refused["ForgedError"] == (0 if by_server else 1)


def seal_for(server, message: Message) -> bytes:
    return seal(Envelope(MALLORY.public, "t", bytes(16), 1, b"", message), MALLORY, server)
