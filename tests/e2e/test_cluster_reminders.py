"""A cluster reminds of turns in all its parts, and each message is sent by one of its servers."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from random import Random

from protocol.keys import SecretKey
from protocol.links import Link
from protocol.reminders.reminder_messages import (
    AskReminders,
    ConfirmReminder,
    Reminders,
    SetReminder,
)
from server.cluster.serving import serve_in_cluster
from server.config import Config
from server.reminders.reminder_desk import OutgoingMessage, Postbox
from server.reminders.reminder_settings import ReminderSettings
from server.store.place import PostgresUrl
from tests.brokers import mosquitto
from tests.e2e.guests import Guest, guest, mover, started
from tests.patience import PATIENCE
from tests.places import ask_store
from tests.server.reminders.postal import code_in

SETTINGS = ReminderSettings(email=True, away_seconds=1.0, quiet_seconds=1.0)
ANN = SecretKey(bytes([2]) * 32)


@asynccontextmanager
async def server(config: Config) -> AsyncIterator[tuple[Link, Postbox]]:
    """Run a server of a cluster here, which hands its parts over at the end."""
    stop, postbox = asyncio.Event(), Postbox()
    links: asyncio.Future[Link] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(
        serve_in_cluster(
            config, stop=stop, on_ready=lambda link, _: links.set_result(link), postbox=postbox
        )
    )
    async with asyncio.timeout(PATIENCE):
        link = await links
    yield link, postbox
    stop.set()
    await serving


async def taken(postbox: Postbox) -> OutgoingMessage:
    """Take the next message, and have it delivered."""
    message = await asyncio.wait_for(postbox.take(), PATIENCE)
    postbox.on_result(message.number, "", time.time())
    return message


async def reminders_of(player: Guest) -> Reminders:
    found = await player.client.request(AskReminders())
    assert isinstance(found, Reminders)
    return found


async def test_what_a_server_has_not_sent_the_next_one_sends_once(
    tmp_path: Path, database: PostgresUrl
) -> None:
    async with AsyncExitStack() as stack:
        broker = stack.enter_context(mosquitto(tmp_path))
        config = Config(SecretKey.generate(), broker=broker, store=database, reminders=SETTINGS)
        async with AsyncExitStack() as first:
            link, unsent = await first.enter_async_context(server(config))
            leaving = AsyncExitStack()
            ann = await leaving.enter_async_context(guest(link, "Ann", ANN))
            await ann.done(SetReminder("email", "ann@example.org"))
            _, second = await stack.enter_async_context(server(config))
        assert unsent.clear() == []  # it was taken back when the server ended
        message = await taken(second)
        await ann.done(ConfirmReminder(code_in(message.text)))
        assert (await reminders_of(ann)).sent > 0

        async with guest(link, "Ben") as ben:
            table = await started([ben, ann])
            state = await ann.until(table, lambda state: state.status == "running")
            if mover(state) != state.viewer:
                await ben.play(table, Random(1), enough=lambda state: mover(state) == 1)
            await leaving.aclose()
            async with server(config) as (_, third):  # it takes half of the parts
                taking = [asyncio.create_task(taken(each)) for each in (second, third)]
                done, late = await asyncio.wait(taking, return_when=asyncio.FIRST_COMPLETED)
                (digest,) = (each.result() for each in done)
                assert table in digest.text
                for each in late:
                    each.cancel()
    assert ask_store(database, "SELECT count(*) FROM letters") == 0
