"""A stranger repeats what a cluster's lobby once said of earlier owners; newcomers get in."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiomqtt

from client.changes import Status
from protocol.commands import OpenTable, SeatBot, StartGame
from protocol.envelope import open_signed
from protocol.keys import SecretKey
from protocol.limits import MAX_PARTS
from protocol.links import BrokerAddress, Link
from protocol.states import PartState
from protocol.topics import LIST_PART, Topics, part_of
from server.config import Config
from server.store.place import PostgresUrl
from tests.brokers import mosquitto
from tests.e2e.guests import guest
from tests.e2e.test_cluster import serving
from tests.patience import PATIENCE

SERVER, *KEYS = (SecretKey(bytes([number]) * 32) for number in (1, 2, 3))
PARTS = {LIST_PART, *(part_of(key.public.fingerprint) for key in KEYS)}
TOPICS = Topics(SERVER.public.fingerprint)


def epoch_of(topic: str, frame: bytes) -> int:
    state = open_signed(frame, SERVER.public, topic).message
    assert isinstance(state, PartState)
    return state.epoch


async def read_owners(mqtt: aiomqtt.Client, least: int) -> dict[str, bytes]:
    """Return what is said of the owner of each part, once all have had so many."""
    frames: dict[str, bytes] = {}
    async with asyncio.timeout(PATIENCE):
        async for message in mqtt.messages:
            topic, frame = str(message.topic), message.payload
            assert isinstance(frame, bytes)
            if epoch_of(topic, frame) >= least:
                frames[topic] = frame
            if len(frames) == MAX_PARTS:
                break
    return frames


@asynccontextmanager
async def stranger(broker: BrokerAddress) -> AsyncIterator[aiomqtt.Client]:
    """Connect somebody who reads what is said of owners."""
    async with aiomqtt.Client(broker.host, broker.port) as mqtt:
        await mqtt.subscribe(TOPICS.every_part(), qos=1)
        yield mqtt


async def repeat(mqtt: aiomqtt.Client, frames: dict[str, bytes], once: asyncio.Event) -> None:
    while True:
        for topic, frame in frames.items():
            await mqtt.publish(topic, frame, retain=True)
        once.set()
        await asyncio.sleep(0.1)


async def play_with_a_bot(link: Link, name: str, key: SecretKey) -> None:
    async with guest(link, name, key) as newcomer:
        table = (await newcomer.done(OpenTable("siam", 2, seat=0))).table
        await newcomer.client.follow(table)
        await newcomer.done(SeatBot(table, 1, "random"))
        await newcomer.done(StartGame(table))
        await newcomer.until(table, lambda state: state.status == "running")
        assert newcomer.client.status is Status.ONLINE


async def test_newcomers_get_in_and_play_while_old_owners_are_repeated(
    tmp_path: Path, database: PostgresUrl
) -> None:
    with mosquitto(tmp_path) as broker:
        config = Config(SERVER, broker=broker, store=database)
        async with stranger(broker) as mqtt:
            async with serving(config, asyncio.Event()):
                old = await read_owners(mqtt, 1)
            async with serving(config, asyncio.Event()) as link, stranger(broker) as another:
                await read_owners(another, 2)
                once = asyncio.Event()
                used = {TOPICS.part(part) for part in PARTS}
                old = {topic: frame for topic, frame in old.items() if topic in used}
                repeating = asyncio.create_task(repeat(mqtt, old, once))
                await once.wait()  # the broker has kept the old ones
                try:
                    await play_with_a_bot(link, "Ann", KEYS[0])
                    await play_with_a_bot(link, "Ben", KEYS[1])
                finally:
                    repeating.cancel()
                    await asyncio.gather(repeating, return_exceptions=True)
                async with stranger(broker) as late:  # the owners have put themselves right
                    await read_owners(late, 2)
