"""The server as people start it: a program of its own."""

from __future__ import annotations

import asyncio
import re
import signal
from pathlib import Path
from random import Random

import pytest

from client.changes import Status
from protocol import PROTOCOL_VERSION
from protocol.commands import OpenTable, SeatBot, StartGame
from protocol.keys import SecretKey
from protocol.links import parse_link
from protocol.topics import Topics
from tests.brokers import free_port, running_broker
from tests.e2e.guests import check_hands_hidden, check_replay, guest
from tests.patience import PATIENCE
from tests.programs import run, serving
from tests.server.broker.raw import (
    CONNACK_NOT_ALLOWED,
    CONNACK_OK,
    connect,
    publish,
    raw,
    subscribe,
)
from tests.siam_tui.app.terminal import exit_code, on_terminal
from transport.login import key_login
from transport.mqtt import Credentials, connected


async def until_said(server: asyncio.subprocess.Process, *wanted: str) -> str:
    """Return what a server says up to where all of this has been said."""
    assert server.stdout is not None
    said = ""
    async with asyncio.timeout(PATIENCE):
        while not all(each in said for each in wanted):
            line = (await server.stdout.readline()).decode()
            assert line, said
            said += line
    return said


async def last_words(server: asyncio.subprocess.Process) -> str:
    """Return what a server says until it ends, as it should."""
    async with asyncio.timeout(PATIENCE):
        said, complaints = await server.communicate()
    assert (server.returncode, complaints) == (0, b"")
    return said.decode()


async def test_what_is_rejected_is_printed_when_asked_for_and_at_the_end(tmp_path: Path):
    async with serving(tmp_path, "--new-lobby") as (server, link):
        await until_said(server, "Ctrl-C")
        ann = SecretKey.generate()
        topics = Topics(link.lobby)
        async with connected(link.broker, Credentials(ann, link.lobby)) as mqtt:
            for frame in (b"garbage", b"SIAM" + bytes([PROTOCOL_VERSION]) + b"s" + bytes(100)):
                await mqtt.publish(topics.inbox(ann.public.fingerprint), frame, 1)
        login = key_login(ann, link.lobby)
        async with raw(link.broker) as stranger:
            stranger.send(connect(login.client_id, login.user, login.password))
            stranger.send(publish(topics.lobby_state(), b"forged"))
            assert await stranger.rest() == CONNACK_OK
        expected = (
            "message: unreadable",
            "message: with a wrong signature",
            "connection: publishing elsewhere",
        )
        server.send_signal(signal.SIGUSR1)
        await until_said(server, *expected)
        server.terminate()
        last = await last_words(server)
        assert all(f"1  {reason}" in last for reason in expected)
        assert "The lobby is closed." in last


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_its_end_is_told_to_players_and_ctrl_c_says_first_what_runs(
    tmp_path: Path, number: signal.Signals
):
    async with serving(tmp_path) as (server, link):
        await until_said(server, "Ctrl-C")
        async with guest(link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            await ann.client.follow(table)
            await ann.done(SeatBot(table, 1, "random"))
            await ann.done(StartGame(table))
            await ann.until(table, lambda state: state.status == "running")
            server.send_signal(number)
            if number == signal.SIGINT:
                assert "1 game runs" in await until_said(server, "Press Ctrl-C again")
                assert ann.client.status is Status.ONLINE
                server.send_signal(number)
            await ann.until_status(Status.CLOSED)
            assert "has stopped" in ann.client.trouble
        assert "The lobby is closed." in await last_words(server)


async def test_on_a_terminal_what_ctrl_c_says_breaks_between_words(tmp_path: Path) -> None:
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "serve", "--port", "0")
    try:
        await terminal.until(b"Ctrl-C closes the lobby")
        found = re.search(rb"siam://\S+", terminal.shown)
        assert found is not None
        async with guest(parse_link(found[0].decode()), "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            await ann.client.follow(table)
            await ann.done(SeatBot(table, 1, "random"))
            await ann.done(StartGame(table))
            await ann.until(table, lambda state: state.status == "running")
            terminal.type(b"\x03")
            await terminal.until(b"to continue. Press Ctrl-C\r\nagain to close the lobby.\r\n")
            terminal.type(b"\x03")
        assert await exit_code(pid) == 0
    finally:
        terminal.close()


async def test_a_broker_that_comes_back_is_told_to_the_host(tmp_path: Path) -> None:
    port = free_port()
    stopping = running_broker("mosquitto", tmp_path, port)
    address = await stopping.__aenter__()
    async with serving(tmp_path, "--broker", str(address)) as (server, _):
        assert server.stderr is not None
        async with asyncio.timeout(PATIENCE):
            await stopping.__aexit__(None, None, None)
            assert (await server.stderr.readline()).endswith(b" Trying again.\n")
            async with running_broker("mosquitto", tmp_path, port):
                while b"The broker is reached again." not in await server.stderr.readline():
                    pass
                server.terminate()
                await server.communicate()


async def test_a_game_against_bots_on_a_private_server_that_ends_with_its_input(tmp_path: Path):
    key = SecretKey.generate()
    owner = key.public.fingerprint
    async with serving(tmp_path, "--private", "--admit", owner) as (server, link):
        async with guest(link, "Ann", key) as ann:
            table = (await ann.done(OpenTable("siam", 3))).table
            await ann.client.follow(table)
            for seat in (1, 2):
                await ann.done(SeatBot(table, seat, "greedy"))
            await ann.done(StartGame(table))
            state = await ann.play(table, Random(6))
            check_replay(state, *await ann.client.history(table))
            check_hands_hidden(ann.states)
        assert server.stdin is not None
        server.stdin.close()
        assert await last_words(server) == ""


async def test_a_private_server_lets_in_nobody_but_its_owner_and_bots(tmp_path: Path) -> None:
    async with serving(tmp_path, "--private") as (_, link):
        async with raw(link.broker) as anonymous:
            anonymous.send(connect() + subscribe("#"))
            assert await anonymous.rest() == CONNACK_NOT_ALLOWED
        login = key_login(SecretKey.generate(), link.lobby)
        async with raw(link.broker) as strange:
            strange.send(connect(login.client_id, login.user, login.password))
            assert await strange.rest() == CONNACK_NOT_ALLOWED
        (kept,) = list(tmp_path.glob("config/**/player.key"))  # noqa: ASYNC240
        own = SecretKey.from_text(kept.read_text())
        login = key_login(own, link.lobby)
        async with raw(link.broker) as owner:
            owner.send(connect(login.client_id, login.user, login.password))
            assert await owner.read(4) == CONNACK_OK


@pytest.mark.parametrize("audience", ["everyone", "account"])
async def test_a_private_server_is_not_announced(tmp_path: Path, audience: str) -> None:
    code, out, said = await run(tmp_path, "serve", "--private", "--announce", audience)
    assert (code, out) == (2, "")
    told = "--private admits only you and those whom --admit names, so the lobby is not announced."
    assert said == f"siam: {told} Omit --private, or --announce {audience}.\n"
    assert not (tmp_path / "config").exists(), "it is refused before keys are made"


async def test_a_private_server_needs_a_broker_of_its_own(tmp_path: Path) -> None:
    code, _, said = await run(tmp_path, "serve", "--private", "--broker", "mqtt://127.0.0.1")
    assert code == 2
    assert "--private needs the embedded broker" in said
