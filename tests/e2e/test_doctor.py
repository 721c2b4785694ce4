"""``siam doctor``, run as the program it is."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path
from random import Random

import pytest

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link, parse_link
from protocol.messages import OpenTable, SeatBot, StartGame
from tests.brokers import RunningServer, free_port
from tests.e2e.guests import PATIENCE, check_replay, guest

LATE = "import time; real = time.time; time.time = lambda: real() + 7 * 3600\n"
MAIN = "import sys; sys.argv[0] = 'siam'; from siam_tui.cli import main; main()"


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    names = ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME")
    return {**os.environ, **{name: str(tmp_path) for name in names}, "LC_ALL": "C.UTF-8"}


async def doctor(home: dict[str, str], *arguments: str) -> tuple[int, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "siam_tui", "doctor", *arguments,
        stdout=asyncio.subprocess.PIPE, env=home,
    )  # fmt: skip
    async with asyncio.timeout(PATIENCE):
        said, _ = await process.communicate()
    assert process.returncode is not None
    return process.returncode, said.decode()


def keys(home: dict[str, str]) -> Path:
    return Path(home["XDG_CONFIG_HOME"]) / "siam-tui" / "profiles" / "default"


async def test_all_is_well_at_a_lobby_that_answers(
    server: RunningServer, home: dict[str, str]
) -> None:
    code, said = await doctor(home, str(server.link))
    assert code == 0
    assert " BAD " not in said
    for expected in ("answered after", "is answered in", "clock and the server's agree", "UTF-8"):
        assert expected in said
    mine = SecretKey.from_text((keys(home) / "player.key").read_text())
    assert f"Your key is {mine.public.fingerprint}" in said
    assert "rejected" not in said  # that is the host's to see


async def test_a_key_that_others_can_read_is_bad(home: dict[str, str]) -> None:
    await doctor(home)
    (keys(home) / "player.key").chmod(0o644)
    code, said = await doctor(home)
    assert code == 1
    assert "chmod 600" in said


async def test_a_broker_that_is_not_there_is_bad(home: dict[str, str]) -> None:
    nowhere = Link(BrokerAddress("mqtt", "127.0.0.1", free_port()), SecretKey(b"s" * 32).public)
    code, said = await doctor(home, str(nowhere), "--wait", "1")
    assert code == 1
    assert "is the server running?" in said


async def test_a_broker_without_the_lobbys_server_is_bad(
    broker: BrokerAddress, home: dict[str, str]
) -> None:
    code, said = await doctor(home, str(Link(broker, SecretKey(b"s" * 32).public)), "--wait", "4")
    assert code == 1
    assert "No answer within 4 seconds." in said
    assert "does not answer" in said


async def test_the_host_sees_what_was_rejected(server: RunningServer, home: dict[str, str]) -> None:
    await doctor(home)
    keyfile = keys(home) / "server.key"
    keyfile.touch(0o600)
    keyfile.write_text(server.key.to_text())
    server.server.service.tally.messages.update(ForgedError=12)
    _, said = await doctor(home, str(server.link))
    assert "rejected     12 × message: forged" in said


async def test_clocks_that_differ_by_hours_lock_nobody_out(home: dict[str, str]) -> None:
    serving = await asyncio.create_subprocess_exec(
        sys.executable, "-c", LATE + MAIN, "serve", "--private", "--port", "0",
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=home,
    )  # fmt: skip
    assert serving.stdin is not None
    assert serving.stdout is not None
    async with asyncio.timeout(PATIENCE):
        link = parse_link((await serving.stdout.readline()).decode())
        async with guest(link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            await ann.client.follow(table)
            await ann.done(SeatBot(table, 1, "random"))
            await ann.done(StartGame(table))
            state = await ann.play(table, Random(6))
            check_replay(state, *await ann.client.history(table))
            assert not ann.client.refused
        code, said = await doctor(home, str(link))
        assert code == 0
        assert "Your clock is 7 h 0 min behind the server's" in said
        serving.stdin.close()
        await serving.communicate()
        assert serving.returncode == 0
