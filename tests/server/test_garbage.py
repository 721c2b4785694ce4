"""Whatever strangers publish, the server lives on, counts it, and nothing of it takes effect."""

from __future__ import annotations

import logging
import secrets
from random import Random
from time import thread_time

import aiomqtt
import pytest

from protocol import PROTOCOL_VERSION
from protocol.commands import Look, OpenTable, TakeSeat
from protocol.envelope import Envelope, seal, sign
from protocol.keys import SecretKey
from protocol.messages import Done
from server.service import Service
from tests.brokers import RunningServer, plain_client
from tests.server.person import Person, person
from transport.mqtt import Credentials, connected

pytestmark = pytest.mark.parametrize("broker", ["lawless", "mosquitto"], indirect=True)


def id16() -> bytes:
    return secrets.token_bytes(16)


async def alive(someone: Person) -> None:
    """Ask for something: by the time of the answer all earlier frames have been read."""
    await someone.ask(Look("nowhere"))


async def test_garbage_of_all_kinds(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    random = Random(1)
    inbox = server.server.service.inbox
    nobody = Credentials(SecretKey.generate(), server.link.lobby)
    async with person(server.link) as ann, connected(server.link.broker, nobody) as stranger:
        good = ann.frame(OpenTable("siam", 2), id16())
        topic = ann.topics.inbox(ann.me)
        for length in (0, 1, 5, 6, 7, 38, 39, 60, len(good) - 1):
            await stranger.publish(topic, good[:length], 1)
        for _ in range(200):
            await stranger.publish(topic, random.randbytes(random.randrange(300)), 1)
            flipped = bytearray(good)
            flipped[random.randrange(len(good))] ^= 1 << random.randrange(8)
            await stranger.publish(topic, bytes(flipped), 1)
        await stranger.publish(topic, good[:4] + bytes([PROTOCOL_VERSION + 1]) + good[5:], 1)
        await stranger.publish(topic, b"SIAM" + bytes([PROTOCOL_VERSION]) + b"s" + bytes(70_000), 1)
        for other in ("", "x", "in", "ä" * 30):
            await stranger.publish(ann.topics.inbox(other), good, 1)
        await alive(ann)
        assert not server.server.service.lobby.tables
        assert {"MalformedError", "ForgedError", "VersionError"} <= inbox.refused.keys()
        assert inbox.refused["internal"] == 0
    assert not [record for record in caplog.records if record.levelno >= logging.ERROR]


async def test_a_map_that_is_dear_to_read_holds_up_nobody(server: RunningServer) -> None:
    keys = ".".join("a" * 15_000) + " = 1\n"
    header = f"[{'.'.join('a' * 7_000)}]\n" + "".join(f"b{n} = 1\n" for n in range(1_500))
    values = "a = [" + "1," * 15_000 + "]\n"
    async with person(server.link) as ann, person(server.link, "Eve") as eve:
        before = thread_time()
        for bomb in (keys, header, values):
            for players in (2, 3):
                refused = await eve.ask(OpenTable("siam", players, map=bomb))
                assert refused.code == "bad_map"
                assert "too large" in refused.sentence
                await alive(ann)
        assert thread_time() - before < 1  # and 40 s before maps were looked over first


async def test_frames_of_and_for_others(server: RunningServer) -> None:
    inbox = server.server.service.inbox
    async with person(server.link) as ann, person(server.link, "Ben") as ben:
        table = (await ann.ask(OpenTable("siam", 2))).table
        frame = ben.frame(TakeSeat(table, 1), id16())
        await ann.publish(frame, ann.topics.inbox(ann.me))
        to_another_server = Envelope(
            ben.key.public, ben.topics.inbox(ben.me), ben.session, 50, id16(), TakeSeat(table, 1)
        )
        await ben.publish(seal(to_another_server, ben.key, SecretKey.generate().public))
        await ben.publish(sign(to_another_server, ben.key))
        stolen = Envelope(
            ann.key.public, ben.topics.inbox(ben.me), ann.session, 60, id16(), TakeSeat(table, 1)
        )
        await ben.publish(seal(stolen, ben.key, server.link.server))
        reflected = [e for t, e in ann.heard if e and t == ann.topics.outbox(ann.me)]
        await ann.publish(seal(reflected[0], ann.key, server.link.server))
        await alive(ann)
        await alive(ben)
        assert server.server.service.lobby.tables[table].seats[1].holder == "free"
        assert inbox.refused["ForgedError"] >= 4


async def test_frames_played_again(server: RunningServer) -> None:
    async with person(server.link) as ann:
        frame = ann.frame(Look("nowhere"), id16())
        for _ in range(3):
            await ann.publish(frame)
        await alive(ann)
        assert server.server.service.inbox.refused["replayed"] == 2


async def test_a_command_the_broker_retained_is_none(server: RunningServer) -> None:
    service: Service = server.server.service
    async with person(server.link) as ann:
        frame = ann.frame(OpenTable("siam", 2), id16())
        service.receive(ann.topics.inbox(ann.me), frame, True)
        assert service.inbox.refused["retained"] == 1
        assert not service.lobby.tables


async def test_answers_are_no_commands(server: RunningServer) -> None:
    async with person(server.link) as ann:
        envelope = Envelope(
            ann.key.public, ann.topics.inbox(ann.me), ann.session, 9, id16(), Done("t", 1)
        )
        await ann.publish(seal(envelope, ann.key, server.link.server))
        await ann.publish(ann.frame(OpenTable("siam", 2), b""))
        await alive(ann)
        assert server.server.service.inbox.refused["UnknownTypeError"] == 2
        assert not server.server.service.lobby.tables


async def test_a_will_forged_by_a_stranger(server: RunningServer) -> None:
    async with person(server.link) as ann:
        table = (await ann.ask(OpenTable("siam", 2))).table
        address = server.link.broker
        will = aiomqtt.Will(ann.topics.inbox(ann.me), b"\x00forged", 1, retain=True)
        before = sum(server.server.service.inbox.refused.values())
        dying = plain_client(address, will=will)
        await dying.__aenter__()
        sock = dying._client.socket()
        assert sock is not None
        sock.close()
        while sum(server.server.service.inbox.refused.values()) == before:
            await alive(ann)
        assert table in server.server.service.lobby.tables


async def test_another_version_is_logged_once_for_each_player(
    server: RunningServer, caplog: pytest.LogCaptureFixture
) -> None:
    async with person(server.link) as ann:
        frame = bytearray(ann.frame(Look("nowhere"), id16()))
        frame[4] = 9
        topic = ann.topics.inbox(ann.me).replace(f"/v{PROTOCOL_VERSION}/", "/v9/")
        for _ in range(3):
            await ann.publish(bytes(frame), topic)
        await alive(ann)
        said = [record for record in caplog.records if "protocol 9" in record.getMessage()]
        assert len(said) == 1
        assert server.server.service.inbox.refused["VersionError"] == 3
