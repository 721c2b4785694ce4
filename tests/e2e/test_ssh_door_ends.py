"""How sessions through the SSH door end: nobody types, the lobby closes, the door is killed."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from bench.ssh_strangers import HALF_OPEN, REFUSED
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from siam_tui.doors.ssh.door_settings import DoorReady, DoorSettings
from tests.brokers import free_port
from tests.e2e.ssh_door import OpenDoor, open_door
from tests.e2e.ssh_strangers import session, stranger
from tests.patience import PATIENCE
from tests.programs import children, ended, running

pytestmark = pytest.mark.xdist_group("ssh-door")


@asynccontextmanager
async def door_alone(folder: Path, **settings: float) -> AsyncIterator[OpenDoor]:
    """Run a door of a lobby that is not there."""
    key = SecretKey.generate()
    link = Link(BrokerAddress("mqtt", "127.0.0.1", free_port()), key.public)
    chosen = DoorSettings(str(link), key.to_text(), str(folder / "visitors"), address="127.0.0.1")
    chosen = replace(chosen, **settings)
    program = (sys.executable, "-P", "-X", "utf8", "-m", "siam_tui.doors.ssh")
    async with running(folder, program=program) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(chosen.to_line().encode())
        line = await asyncio.wait_for(process.stdout.readline(), PATIENCE)
        ready = DoorReady.of_line(line.decode())
        yield OpenDoor(ready.port, ready.fingerprint, "", link, folder, process)


@pytest.mark.parametrize(
    ("kind", "settings"),
    [
        ("silent", {"exchange_seconds": 0.5}),
        ("kexinit", {"exchange_seconds": 0.5}),
        ("key exchange", {"login_seconds": 1.0}),
        ("in login", {"login_seconds": 1.0}),
    ],
)
async def test_a_login_that_takes_too_long_ends(
    tmp_path: Path, kind: str, settings: dict[str, float]
) -> None:
    async with door_alone(tmp_path, **settings) as door, asyncio.timeout(PATIENCE):
        with contextlib.suppress(*REFUSED):
            await HALF_OPEN[kind](door.port, "127.0.0.1")


async def test_a_person_has_a_minute_to_compare_the_fingerprint(tmp_path: Path) -> None:
    assert DoorSettings("", "", "").login_seconds == 60
    async with door_alone(tmp_path, exchange_seconds=0.5) as door:
        holding = asyncio.create_task(HALF_OPEN["key exchange"](door.port, "127.0.0.1"))
        with contextlib.suppress(*REFUSED):
            await asyncio.wait_for(HALF_OPEN["kexinit"](door.port, "127.0.0.2"), PATIENCE)
        assert not holding.done()
        holding.cancel()


async def test_an_idle_session_is_warned_and_ends(tmp_path: Path) -> None:
    async with (
        door_alone(tmp_path, idle_seconds=4.0) as door,
        stranger(door) as connection,
        stranger(door, "plain") as other,
    ):
        (_, app), (_, text) = await session(connection), await session(other)
        for reader in (app, text):
            await reader.until(b"You have typed nothing")
            await reader.until(b"because you typed nothing for a long time. Your seats are kept.")
            await reader.over.wait()


async def test_who_does_not_read_for_long_is_sent_away(tmp_path: Path) -> None:
    async with door_alone(tmp_path, stalled_seconds=4.0) as door, stranger(door) as connection:
        channel, reader = await session(connection, size=(400, 200, 0, 0), window=16_384)
        await reader.until(b"Others come with this command")
        (process,) = children(next(children(door.server.pid)))
        channel.pause_reading()
        for _ in range(50):
            reader.type(b"\x0c" * 100)  # each draws everything anew
        await ended(process)


async def test_a_killed_door_leaves_nothing_and_a_closed_lobby_is_told(tmp_path: Path) -> None:
    async with open_door(tmp_path) as door:
        async with stranger(door) as connection:
            _, reader = await session(connection)
            await reader.until(b"Lobby")
            front, forks = door.processes
            (running_session,) = door.sessions()
            os.kill(front, signal.SIGKILL)
            for pid in (front, forks, running_session):
                await ended(pid)
        await door.until_said("The SSH door is open again.")
        async with stranger(door) as connection:
            _, reader = await session(connection)
            await reader.until(b"Lobby")
            processes = (*door.processes, *door.sessions())
            door.server.terminate()
            await reader.until(b"The lobby is closed. Its tables are kept until it opens again.")
            for pid in processes:
                await ended(pid)
