"""The page of a cluster believes the owner of a part by the lobby's word only."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from client.client import Client
from protocol.commands import OpenTable, SeatBot, StartGame
from protocol.envelope import open_signed
from protocol.keys import SecretKey
from protocol.limits import MAX_PARTS
from protocol.links import Link
from protocol.states import PartState
from protocol.topics import Topics, part_of
from server.store.place import PostgresUrl
from tests.brokers import plain_client
from tests.doors.web.chromium import Tab
from tests.doors.web.open_page import TABLE, open_page, state_of
from tests.doors.web.test_page import MOVES
from tests.doors.web.test_web_door import certified, url_said
from tests.e2e.deployed import deployed_mosquitto
from tests.patience import PATIENCE
from tests.programs import lobby_of, serving

pytestmark = [pytest.mark.xdist_group("chromium"), pytest.mark.asyncio(loop_scope="session")]

PART, LAST = part_of(TABLE), MAX_PARTS


def owner_state(key: SecretKey, epoch: int = 1, part: int = PART) -> PartState:
    return PartState(part, epoch, key.public.raw)


async def test_a_table_is_believed_once_the_lobby_has_named_its_owner(tab: Tab) -> None:
    first, second = SecretKey.generate(), SecretKey.generate()
    async with open_page(in_cluster=True) as page:
        page.publish(owner_state(first))
        page.publish(state_of("siam", 2, 3), signer=first)
        await tab.open(page.url())
        await tab.until(f"{MOVES} === 3")
        page.publish(state_of("siam", 2, 4), signer=second, boot=bytes(16))
        assert await tab.run(MOVES) == 3
        page.publish(owner_state(second, 2))
        await tab.until(f"{MOVES} === 4")
        page.publish(state_of("siam", 2, 5), signer=first)
        page.publish(owner_state(first, 1))
        assert await tab.run(MOVES) == 4
        page.publish(state_of("siam", 2, 6), signer=second, boot=bytes(16))
        await tab.until(f"{MOVES} === 6")


async def test_the_door_keeps_the_owner_of_the_highest_epoch() -> None:
    """A stranger may repeat what the lobby once said, or say something themselves."""
    old, new, thief = (SecretKey.generate() for _ in range(3))
    async with open_page(in_cluster=True) as page:
        topic = page.feed.topics.part(PART)
        page.publish(owner_state(old))
        page.publish(owner_state(new, 2))
        page.publish(owner_state(old, 1))
        page.publish(owner_state(thief, 3), signer=thief)
        page.publish(owner_state(thief, 3), signer=new)
        page.feed.receive(topic, page.frame(owner_state(thief, 4, PART % 64 + 1)))
        page.feed.receive(topic, b"")
        page.feed.receive(topic, b"garbage")
        assert page.feed.owner(PART) == owner_state(new, 2)
        page.publish(owner_state(old, 3))
        assert page.feed.owner(PART) == owner_state(old, 3)


async def test_a_private_table_of_a_cluster_opens_with_its_key(tab: Tab) -> None:
    key, owner = bytes(range(32)), SecretKey.generate()
    async with open_page(in_cluster=True) as page:
        page.publish(owner_state(owner))
        page.publish(state_of("siam", 2, 3), key, signer=owner)
        await tab.open(page.url(table_key=key))
        await tab.until(f"{MOVES} === 3")


async def test_no_one_else_names_the_owner_of_a_part(tab: Tab) -> None:
    thief, owner = SecretKey.generate(), SecretKey.generate()
    async with open_page(in_cluster=True) as page:
        part_topic = page.feed.topics.part(PART)
        page.publish(owner_state(owner))
        for forged in (
            page.frame(owner_state(thief, 2), signer=thief),
            page.frame(owner_state(thief, 2), signer=owner),
            page.frame(owner_state(thief, 2, PART % 64 + 1)),
        ):
            page.feed.receive(page.feed.topics.table(TABLE), b"")
            await tab.open(page.url())
            page.feed.receive(part_topic, forged)
            page.publish(state_of("siam", 2, 3), signer=thief)
            await tab.until("document.querySelector('.status').textContent.includes('nothing')")
            assert await tab.run(MOVES) == 0


def key_of_part(part: int) -> SecretKey:
    """Return the key of a player whose tables belong to a part."""
    keys = iter(SecretKey.generate, None)
    return next(key for key in keys if part_of(key.public.fingerprint) == part)


async def until_epoch(epoch: int, link: Link, password: str) -> None:
    """Return once the last part has had so many owners; a server that comes gets it at once."""
    topic = Topics(link.lobby).part(LAST)
    login = {"username": link.lobby, "password": password}
    async with asyncio.timeout(PATIENCE), plain_client(link.broker, **login) as watcher:
        await watcher.subscribe(topic)
        async for message in watcher.messages:
            assert isinstance(message.payload, bytes)
            state = open_signed(message.payload, link.server, topic).message
            if isinstance(state, PartState) and state.epoch >= epoch:
                return


async def test_a_browser_watches_a_cluster_and_its_next_server(
    tab: Tab, tmp_path: Path, database: PostgresUrl
) -> None:
    web = ("--web", "0", "--web-bind", "127.0.0.1", *certified(tmp_path))
    secret, lobby, ann = tmp_path / "password", await lobby_of(tmp_path), key_of_part(LAST)
    secret.write_text("secret1\n")
    async with AsyncExitStack() as stack:
        passwords = {lobby: "secret1", ann.public.fingerprint: "secret2"}
        broker = stack.enter_context(deployed_mosquitto(tmp_path, lobby, passwords))
        shared = ("--cluster", "--store", database.text, "--broker", str(broker), "--pace", "0.3")
        shared = (*shared, "--password-file", str(secret))
        first, link = await stack.enter_async_context(serving(tmp_path, *shared, *web))
        url = await url_said(first)
        host = await stack.enter_async_context(Client(link, ann, "Ann", password="secret2"))
        await host.ready(PATIENCE)
        assert host.lobby is not None
        table = (await host.request(OpenTable("siam", 4, seat=None))).table
        for seat in range(4):
            await host.request(SeatBot(table, seat, host.lobby.bots[0]))
        await tab.open(f"{url}table/{table}")
        await host.request(StartGame(table))
        await tab.until(f"{MOVES} > 1")
        await stack.enter_async_context(serving(tmp_path, *shared))
        await until_epoch(2, link, "secret1")
        seen = await tab.run(MOVES)
        await tab.until(f"{MOVES} > {seen}")
