"""Table talk across a real server and broker: who hears what, and who does not."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from client.changes import TalkChanged
from client.client import Client
from protocol.commands import OpenTable, Say, StartGame
from protocol.keys import SecretKey
from tests.brokers import RunningServer
from tests.e2e.guests import come, guest, seated, wiretap
from tests.patience import PATIENCE

SECRET = "Khorat is lost, take Pattani"


async def until_heard(client: Client, table: str, wanted: list[str]) -> None:
    async with asyncio.timeout(PATIENCE), client.changes() as changes:
        while [line.text for line in client.talks.lines_at(table)] != wanted:
            while not isinstance(await anext(changes), TalkChanged):
                pass


async def test_it_reaches_those_at_the_table_and_cannot_be_read_from_the_broker(
    server: RunningServer,
) -> None:
    async with AsyncExitStack() as stack:
        tap = await stack.enter_async_context(wiretap(server.link))
        ann, ben = await come(stack, server.link, 2)
        table = await seated([ann, ben])
        await ann.done(StartGame(table))
        await ann.done(Say(table, SECRET))
        await until_heard(ben.client, table, [SECRET])
        async with guest(server.link, "Eve") as eve:
            await eve.client.follow(table)
            await until_heard(eve.client, table, [SECRET])
            eve.client.talks.muted.add(ann.client.me)
            await ann.done(Say(table, "Hello Eve"))
            await until_heard(ben.client, table, [SECRET, "Hello Eve"])
            assert eve.client.talks.lines_at(table) == ()
        assert tap.frames
        for word in (SECRET.encode(), b"is lost", b"Hello Eve"):
            assert not any(word in frame for _, frame in tap.frames)
        assert tap.readable_by(SecretKey.generate()) == 0


async def test_it_is_there_again_after_a_new_start_of_the_client(server: RunningServer) -> None:
    key = SecretKey.generate()
    async with guest(server.link, "Ann") as ann:
        table = (await ann.done(OpenTable("siam", 2))).table
        async with guest(server.link, "Eve", key) as eve:
            await eve.client.follow(table)
            await eve.done(Say(table, "I am back in a minute"))
        async with guest(server.link, "Eve", key) as eve:
            await eve.client.follow(table)
            await until_heard(eve.client, table, ["I am back in a minute"])
