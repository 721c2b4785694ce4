"""The server as people start it: a program of its own."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sys
from pathlib import Path
from random import Random

import pytest

from client import Status
from protocol.keys import SecretKey
from protocol.links import parse_link
from protocol.messages import OpenTable, SeatBot, StartGame
from protocol.topics import Topics
from tests.e2e.guests import PATIENCE, check_hands_hidden, check_replay, guest
from tests.server.broker.raw import CONNACK_OK, connect, publish, raw
from transport.login import key_login
from transport.mqtt import Who, connected


async def test_what_is_rejected_is_printed_when_asked_for_and_at_the_end(tmp_path: Path):
    homes = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME")}
    serving = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "siam_tui", "serve", "--new-lobby", "--port", "0",
        stdout=asyncio.subprocess.PIPE, env={**os.environ, **homes},
    )  # fmt: skip
    assert serving.stdout is not None
    said = ""
    async with asyncio.timeout(PATIENCE):
        while "Ctrl-C" not in said:
            said += (await serving.stdout.readline()).decode()
        link = parse_link(re.search(r"siam://\S+", said)[0])
        ann = SecretKey.generate()
        topics = Topics(link.lobby)
        async with connected(link.broker, Who(ann, link.lobby)) as mqtt:
            for frame in (b"garbage", b"SIAM\x01s" + bytes(100)):
                await mqtt.publish(topics.inbox(ann.public.fingerprint), frame, 1)
        login = key_login(ann, link.lobby)
        async with raw(link.broker) as stranger:
            stranger.send(connect(login.client_id, login.user, login.password))
            stranger.send(publish(topics.lobby_state(), b"forged"))
            assert await stranger.rest() == CONNACK_OK
        expected = {"message: malformed", "message: forged", "connection: publishing elsewhere"}
        serving.send_signal(signal.SIGUSR1)
        said = ""
        while not all(reason in said for reason in expected):
            said += (await serving.stdout.readline()).decode()
        serving.terminate()
        last = (await serving.stdout.read()).decode()
        assert all(f"1  {reason}" in last for reason in expected)
        assert "The lobby is closed." in last
        assert await serving.wait() == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
async def test_its_end_is_told_to_players_and_ctrl_c_says_first_what_runs(
    tmp_path: Path, number: signal.Signals
):
    homes = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    serving = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "siam_tui", "serve", "--port", "0",
        stdout=asyncio.subprocess.PIPE, env={**os.environ, **homes},
    )  # fmt: skip
    assert serving.stdout is not None
    said = ""
    async with asyncio.timeout(PATIENCE):
        while "Ctrl-C" not in said:
            said += (await serving.stdout.readline()).decode()
        link = parse_link(re.search(r"siam://\S+", said)[0])
        async with guest(link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            await ann.client.follow(table)
            await ann.done(SeatBot(table, 1, "random"))
            await ann.done(StartGame(table))
            await ann.until(table, lambda state: state.status == "running")
            serving.send_signal(number)
            if number == signal.SIGINT:
                said = ""
                while "Press Ctrl-C again" not in said:
                    said += (await serving.stdout.readline()).decode()
                assert "1 game runs" in said
                assert ann.client.status is Status.ONLINE
                serving.send_signal(number)
            await ann.until_status(Status.CLOSED)
            assert "has stopped" in ann.client.trouble
        assert "The lobby is closed." in (await serving.stdout.read()).decode()
        assert await serving.wait() == 0


async def test_a_game_against_bots_on_a_private_server_that_ends_with_its_input(tmp_path: Path):
    homes = {name: str(tmp_path) for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME")}
    serving = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "siam_tui", "serve", "--private", "--port", "0",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL, env={**os.environ, **homes},
    )  # fmt: skip
    assert serving.stdin is not None
    assert serving.stdout is not None
    async with asyncio.timeout(PATIENCE):
        link = parse_link((await serving.stdout.readline()).decode())
        async with guest(link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 3))).table
            await ann.client.follow(table)
            for seat in (1, 2):
                await ann.done(SeatBot(table, seat, "greedy"))
            await ann.done(StartGame(table))
            state = await ann.play(table, Random(6))
            check_replay(state, *await ann.client.history(table))
            check_hands_hidden(ann.states)
        serving.stdin.close()
        assert await serving.stdout.read() == b""
        assert await serving.wait() == 0
