"""A lobby in parts is a lobby like any other to those who play there."""

from __future__ import annotations

import asyncio
import logging
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from client.changes import Status
from client.errors import ConnectionEndedError
from client.lobby_check import LobbyCheck
from protocol.commands import AskLobby, OpenTable, SeatBot, StartGame
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.owner import (
    AskBans,
    AskPlayers,
    AskTables,
    BanPlayer,
    Bans,
    Players,
    Tables,
    UnbanPlayer,
)
from server.cluster import leaseholder
from server.cluster.serving import serve_in_cluster
from server.config import Config
from server.store.place import PostgresUrl
from siam_tui.cli.run import commands
from tests.brokers import mosquitto
from tests.e2e.cluster import key_elsewhere
from tests.e2e.deployed import deployed_mosquitto
from tests.e2e.guests import guest, play_all
from tests.e2e.ssh_door import IN_LOBBY, open_door
from tests.patience import PATIENCE
from tests.programs import lobby_of

SERVER, ANN, BEN = (SecretKey(bytes([number]) * 32) for number in (1, 2, 3))
LOBBY = SERVER.public.fingerprint
PASSWORDS = {key.public.fingerprint: f"secret{n}" for n, key in enumerate((SERVER, ANN, BEN))}


@asynccontextmanager
async def serving(config: Config, stop: asyncio.Event) -> AsyncIterator[Link]:
    """Run a server of a cluster here until `stop` is set, or the context ends."""
    links: asyncio.Future[Link] = asyncio.get_running_loop().create_future()
    server = asyncio.create_task(
        serve_in_cluster(config, stop=stop, on_ready=lambda link, _: links.set_result(link))
    )
    try:
        async with asyncio.timeout(PATIENCE):
            await asyncio.wait({server, links}, return_when=asyncio.FIRST_COMPLETED)
            yield links.result()
            stop.set()
            await server
    finally:
        server.cancel()
        await asyncio.gather(server, return_exceptions=True)


async def test_a_check_of_the_lobby_changes_nothing(tmp_path: Path, database: PostgresUrl):
    with mosquitto(tmp_path) as broker:
        config = Config(SERVER, broker=broker, store=database)
        async with serving(config, asyncio.Event()) as link, guest(link, "Ann", ANN) as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            async with asyncio.timeout(PATIENCE), LobbyCheck(link, ANN, "Ann", None) as check:
                for _ in range(10):
                    assert (await check.greet()).name == "Ann"
            await ann.done(SeatBot(table, 1, "random"))
            assert (await ann.client.follow(table)).seats[0].name == "Ann"
            assert ann.client.status is Status.ONLINE


async def test_people_and_a_bot_play_and_the_owner_bans(tmp_path: Path, database: PostgresUrl):
    stop = asyncio.Event()
    async with AsyncExitStack() as stack:
        broker = stack.enter_context(deployed_mosquitto(tmp_path, LOBBY, PASSWORDS))
        config = Config(SERVER, broker=broker, password=PASSWORDS[LOBBY], store=database)
        link = await stack.enter_async_context(serving(config, stop))
        owner, ann, ben = [
            await stack.enter_async_context(
                guest(link, name, key, PASSWORDS[key.public.fingerprint])
            )
            for name, key in (("Eve", SERVER), ("Ann", ANN), ("Ann", BEN))
        ]
        assert ben.client.name == "Ann 2"
        table = (await ann.done(OpenTable("siam", 3))).table
        await ann.client.follow(table)
        await ben.sit_down(table, 1)
        await ann.done(SeatBot(table, 2, "random"))
        await ann.done(StartGame(table))
        await play_all([ann, ben], table, seed=6)
        verdict = await ann.client.check_game(table)
        assert not verdict.wrong
        await owner.until_lobby_has({table})

        tables = await owner.client.request(AskTables())
        assert isinstance(tables, Tables)
        assert [(each.table, each.host) for each in tables.tables] == [(table, ann.client.me)]
        players = await owner.client.request(AskPlayers(here=True))
        assert isinstance(players, Players)
        seats = {each.name: (each.hosts, each.seats) for each in players.players}
        assert seats == {"Ann": (1, 1), "Ann 2": (0, 1)}
        await owner.done(BanPlayer(ben.client.me, "for a test"))
        await ann.until(table, lambda state: not state.seats[1].player)
        with pytest.raises(ConnectionEndedError, match="banned"):
            await ben.client.request(AskLobby())
        bans = await owner.client.request(AskBans(0))
        assert isinstance(bans, Bans)
        assert [ban.name for ban in bans.bans] == ["Ann 2"]
        stop.set()
        await ann.until_status(Status.CLOSED)


async def test_a_ban_holds_that_is_made_while_nobody_owns_the_part(
    tmp_path: Path, database: PostgresUrl
) -> None:
    async with AsyncExitStack() as stack:
        broker = stack.enter_context(mosquitto(tmp_path))
        config = Config(SERVER, broker=broker, store=database)
        link = await stack.enter_async_context(serving(config, asyncio.Event()))
        killed = asyncio.create_task(serve_in_cluster(config, stop=asyncio.Event()))
        key = await asyncio.to_thread(key_elsewhere, database, 2)
        owner, ann, ben = [
            await stack.enter_async_context(guest(link, name, own))
            for name, own in (("Eve", SERVER), ("Ann", key), ("Ben", BEN))
        ]
        table = (await ann.done(OpenTable("siam", 2))).table
        await ann.client.follow(table)
        await ben.sit_down(table, 1)
        killed.cancel()  # its leases last for some seconds more, and nobody is told
        await asyncio.gather(killed, return_exceptions=True)
        await owner.done(BanPlayer(ben.client.me, "loud"))
        await ann.until(table, lambda state: state.seats[1].holder == "free")
        await owner.done(UnbanPlayer(ben.client.me))


async def test_a_server_that_ends_keeps_its_parts_until_others_run_those_before(
    tmp_path: Path,
    database: PostgresUrl,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(leaseholder, "_HANDOVER_SECONDS", PATIENCE)
    caplog.set_level(logging.INFO, "server.cluster.cluster_server")
    with mosquitto(tmp_path) as broker:
        config = Config(SERVER, broker=broker, store=database)
        async with AsyncExitStack() as first:
            await first.enter_async_context(serving(config, asyncio.Event()))
            async with serving(config, asyncio.Event()):
                await first.aclose()
    without_owner, most = set[str](), 0
    for said in caplog.messages:
        if found := re.fullmatch(r"part (\d+) is handed over", said):
            without_owner.add(found[1])
        elif found := re.match(r"part (\d+) runs in epoch", said):
            without_owner.discard(found[1])
        most = max(most, len(without_owner))
    assert not without_owner
    assert 1 <= most <= 2


async def test_people_come_through_the_ssh_door_of_a_server(tmp_path: Path, database: PostgresUrl):
    secret, lobby = tmp_path / "password", await lobby_of(tmp_path)
    secret.write_text("secret1\n")
    with deployed_mosquitto(tmp_path, lobby, {lobby: "secret1"}) as broker:
        shared = ("--cluster", "--store", database.text, "--broker", str(broker))
        shared = (*shared, "--password-file", str(secret))
        async with open_door(tmp_path, *shared) as door, door.login("ann") as (screen, _):
            await screen.until_seen(IN_LOBBY)
            door.server.terminate()
            await door.until_said("Other servers of the cluster go on with its tables.")


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ((), "give --broker URL"),
        (("--broker", "mqtt://here"), "give --store postgresql://"),
    ],
)
def test_a_server_that_cannot_be_one_of_a_cluster_is_told_why(
    options: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    found = CliRunner().invoke(commands, ["serve", "--cluster", *options])
    assert told in str(found.exception)
