"""Strangers at the SSH door who send what OpenSSH's client never would."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import asyncssh
import pyte
from asyncssh.packet import Boolean, String, UInt32

from siam_tui.doors.ssh.visitor_request import clamp_size
from tests.e2e.ssh_door import ASKED, HOST, SOURCES, OpenDoor
from tests.patience import PATIENCE


class Guest(asyncssh.SSHClient):
    """Somebody who may come without a key, by whatever user name."""

    def __init__(self, user: str) -> None:
        self._user = user

    def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
        conn._username = self._user  # what asyncssh's client would refuse to send

    def kbdint_auth_requested(self) -> str:
        return ""

    def kbdint_challenge_received(self, *_: object) -> list[str]:
        return []


class StrangeChannel(asyncssh.SSHClientChannel[bytes]):
    """A channel that asks for whatever it likes."""

    async def ask(self, request: bytes) -> bool:
        """Ask for something, and return whether it was granted."""
        arguments: dict[bytes, tuple[bytes, ...]] = {
            b"env": (String("SIAM_X"), String("1")),
            b"x11-req": (Boolean(False), String("MIT"), String("00"), UInt32(0)),
        }
        return bool(await self._make_request(request, *arguments.get(request, ())))


class Reader(asyncssh.SSHClientSession[bytes]):
    """A session that draws what it is sent on a terminal, keeps it, and takes what is proposed.

    Attributes:
        shown: all that came; the app writes only what differs, so a word may not be among it.
        over: set once the session has ended.
    """

    def __init__(self, columns: int = 80, lines: int = 24) -> None:
        self.shown = b""
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        self.over = asyncio.Event()
        self._channel: asyncssh.SSHClientChannel[bytes]
        self._has_answered = False
        self._more = asyncio.Event()

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        self._channel = chan

    def type(self, keys: bytes) -> None:
        self._channel.write(keys)

    def data_received(self, data: bytes, _datatype: int | None) -> None:
        self.shown += data
        self._stream.feed(data)
        if ASKED in self.shown and not self._has_answered:
            self._has_answered = True
            self.type(b"\r")
        self._more.set()

    def connection_lost(self, _exc: Exception | None) -> None:
        self.over.set()
        self._more.set()

    async def until(self, *wanted: bytes) -> bytes:
        """Return which of these came or stands on the screen, once one does."""
        async with asyncio.timeout(PATIENCE):
            while not (found := [each for each in wanted if self._shows(each)]):
                assert not self.over.is_set(), self.shown
                await self.wait_for_more()
        return found[0]

    async def wait_for_more(self) -> None:
        """Return once more has come, or nothing more can come."""
        self._more.clear()
        await self._more.wait()

    def _shows(self, wanted: bytes) -> bool:
        return wanted in self.shown or wanted.decode() in "\n".join(self._screen.display)


@asynccontextmanager
async def stranger(
    door: OpenDoor, user: str = "eve", source: str = "", **more: Any
) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Connect as a guest."""
    local = (source or next(SOURCES), 0)
    options = {"client_keys": None, "agent_path": None, "config": None, "local_addr": local} | more
    async with asyncssh.connect(
        HOST,
        door.port,
        username="anybody",
        client_factory=lambda: Guest(user),
        known_hosts=None,
        **options,
    ) as connection:
        yield connection


async def session(
    connection: asyncssh.SSHClientConnection,
    term: str = "xterm-256color",
    size: tuple[int, int, int, int] = (80, 24, 0, 0),
    **more: Any,
) -> tuple[StrangeChannel, Reader]:
    """Open a session on a terminal."""
    columns, lines = clamp_size(*size[:2])
    channel, reader = await connection.create_session(
        lambda: Reader(columns, lines), term_type=term, term_size=size, encoding=None, **more
    )
    channel.__class__ = StrangeChannel
    assert isinstance(channel, StrangeChannel)
    return channel, reader


async def way_in(door: OpenDoor, **more: Any) -> str:
    """Log in, and return how the door says it was done."""
    async with stranger(door, **more) as connection:
        with contextlib.suppress(asyncssh.ChannelListenError):  # its answer comes after the login's
            await connection.forward_remote_port("", 0, HOST, 1)
    return door_log(door).splitlines()[-1].rpartition(", ")[2]


def door_log(door: OpenDoor) -> str:
    """Return the log of the door."""
    return (door.folder / "state" / "siam-tui" / "log" / "ssh-door.log").read_text()
