"""Every message rejected is counted once, by its reason; on the server and at the clients."""

from __future__ import annotations

import secrets
from collections import Counter

import pytest

from protocol.commands import Look, OpenTable, StartGame, TakeSeat
from protocol.envelope import Envelope, seal
from tests.adversary.adversary import (
    Adversary,
    Attack,
    Frame,
    adversary,
    bomb,
    flip,
    forge,
    move,
    replay,
    squat,
    truncate,
)
from tests.brokers import RunningServer
from tests.e2e.guests import Guest, guest
from tests.server.person import person
from tests.watched_counter import watched

pytestmark = pytest.mark.parametrize("broker", ["lawless", "mosquitto"], indirect=True)
TIMES = 50


@pytest.mark.parametrize(
    ("attack", "reasons"),
    [
        (replay, {"replayed"}),
        (truncate, {"MalformedError", "ForgedError"}),
        (flip, {"MalformedError", "ForgedError", "VersionError"}),
        (squat, {"MalformedError"}),
        (forge, {"ForgedError", "MalformedError", "UnknownTypeError"}),
        (bomb, {"MalformedError", "TooDeepError"}),
    ],
)
async def test_the_server_counts_each(
    server: RunningServer, attack: Attack, reasons: set[str]
) -> None:
    tally = watched(server.server.service.tally.messages)
    async with person(server.link) as ann, adversary(server.link) as mallory:
        for _ in range(5):
            await ann.ask(Look("nowhere"))
        heard = await mallory.until_heard("in/", ann.me, 5)
        before = Counter(tally)
        for _ in range(TIMES):
            await mallory.publish(attack(mallory, heard)._replace(retain=False))
        await ann.ask(Look("nowhere"))
        await tally.until(lambda: (tally - before).total() > TIMES)
        found = tally - before - Counter(unknown_table=1)
        assert found.total() == TIMES
        assert set(found) <= reasons
        assert found["internal"] == 0


async def test_the_server_counts_what_is_moved_to_anothers_topic(server: RunningServer) -> None:
    tally = watched(server.server.service.tally.messages)
    async with (
        person(server.link) as ann,
        person(server.link, "Ben") as ben,
        adversary(server.link) as mallory,
    ):
        table = (await ann.ask(OpenTable("siam", 2))).table
        await ben.ask(TakeSeat(table, 1))
        anns = await mallory.until_heard("in/", ann.me, 1)
        before = tally["ForgedError"]
        for _ in range(TIMES):
            there = ben.topics.inbox(ben.me)
            await mallory.publish(mallory.random.choice(anns)._replace(topic=there))
        await tally.until(lambda: tally["ForgedError"] - before >= TIMES)
        assert tally["ForgedError"] - before == TIMES


async def test_a_command_played_again_has_no_second_effect(server: RunningServer) -> None:
    async with person(server.link) as ann, adversary(server.link) as mallory:
        await ann.ask(OpenTable("siam", 2))
        for frame in await mallory.until_heard("in/", ann.me, 1) * 5:
            await mallory.publish(frame)
        await ann.ask(Look("nowhere"))
        assert len(server.server.service.lobby.tables) == 1


async def test_nobody_acts_for_another(server: RunningServer) -> None:
    """Mallory is a player too, and asks under her own key for what is Ann's to do."""
    tally = watched(server.server.service.tally.messages)
    async with person(server.link) as ann, person(server.link, "Mallory") as mallory:
        table = (await ann.ask(OpenTable("siam", 2))).table
        assert (await mallory.ask(StartGame(table))).code == "not_host"
        as_ann = Envelope(
            ann.key.public,
            mallory.topics.inbox(mallory.me),
            ann.session,
            99,
            secrets.token_bytes(16),
            StartGame(table),
        )
        await mallory.publish(seal(as_ann, mallory.key, server.link.server))
        await tally.until(lambda: tally["ForgedError"])
        assert tally["not_host"] == 1


@pytest.mark.parametrize(
    ("attack", "reasons"),
    [
        (replay, {"StaleError"}),
        (truncate, {"MalformedError", "ForgedError"}),
        (flip, {"MalformedError", "ForgedError", "VersionError"}),
        (squat, {"MalformedError"}),
        (move, {"StaleError", "ForgedError"}),
        (forge, {"ForgedError", "MalformedError"}),
    ],
)
async def test_a_client_counts_each(
    server: RunningServer, attack: Attack, reasons: set[str]
) -> None:
    async with adversary(server.link) as mallory, guest(server.link, "Ann") as ann:
        heard = await some_traffic(mallory, ann)
        refused = watched(ann.client.refused)
        before = Counter(refused)
        for _ in range(TIMES):
            await mallory.publish(attack(mallory, heard)._replace(retain=False))
        await refused.until(lambda: refused.total() - before.total() >= TIMES)
        found = refused - before
        assert found.total() == TIMES
        assert set(found) <= reasons


async def some_traffic(mallory: Adversary, ann: Guest) -> list[Frame]:
    """Return frames that Ann was sent in private, and that are not the newest any more."""
    table = (await ann.done(OpenTable("siam", 2))).table
    await ann.client.follow(table)
    for _ in range(4):
        await ann.client.request(Look(table))
    return (await mallory.until_heard("out/", ann.client.me, 6))[1:]
