"""Strangers who attack the SSH door, each kind in a process of its own.

`bench.ssh_siege` starts them; by hand it is::

    python -m bench.ssh_strangers KIND PORT SECONDS ADDRESS [ADDRESS ...]

A connection that is cut off comes back after a tenth of a second. They stop by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import struct
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from time import monotonic
from typing import Any

import asyncssh
from asyncssh.packet import Boolean, Byte, MPInt, NameList, SSHPacket, String, UInt32

from bench.strangers import LOWEST_PRIORITY
from tests.e2e.ssh_strangers import Guest, session

HOST = "127.0.0.1"
BYTES_PER_SECOND = 1_000_000
HALF_OPEN_PER_SECOND = 2.5
"""New half-open connections of one address."""
RETURN_SECONDS = 0.1
BURST_SECONDS = 0.01
MOST_UNSENT = 1 << 18
VERSION = b"SSH-2.0-stranger\r\n"
IGNORE, SERVICE_REQUEST, KEXINIT, KEX_INIT, USERAUTH_REQUEST = 2, 5, 20, 30, 50
LOGIN_ANSWERS = range(51, 80)
UNASKED = (81, 82, 91, 92)
GLOBAL_REQUEST, CHANNEL_OPEN, CHANNEL_DATA, CHANNEL_REQUEST = 80, 90, 94, 98
REFUSED = (asyncssh.Error, OSError, asyncio.IncompleteReadError)

Attack = Callable[[int, str], Awaitable[None]]
"""Attacks a port from an address until it is cut off."""


def plain_packet(payload: bytes) -> bytes:
    """Return a packet as it is sent before there are keys."""
    padding = 8 - (len(payload) + 5) % 8
    padding += 8 if padding < 4 else 0
    return struct.pack(">IB", len(payload) + padding + 1, padding) + payload + bytes(padding)


def kexinit() -> bytes:
    """Return the first packet of a key exchange with curve25519."""
    lists = [[b"curve25519-sha256"], [b"ssh-ed25519"], *[[b"aes128-ctr"]] * 2]
    lists += [*[[b"hmac-sha2-256"]] * 2, *[[b"none"]] * 2, [], []]
    names = b"".join(NameList(each) for each in lists)
    payload = Byte(KEXINIT) + secrets.token_bytes(16) + names + Boolean(False) + UInt32(0)
    return plain_packet(payload)


IGNORES = plain_packet(Byte(IGNORE) + String(b"")) * 512
KEY_EXCHANGE = plain_packet(Byte(KEX_INIT) + String(bytes([9]) + bytes(31)))
"""A public key of curve25519 that costs nothing to make."""


@asynccontextmanager
async def line(
    port: int, address: str
) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Open a TCP connection for as long as the context lasts."""
    reader, writer = await asyncio.open_connection(HOST, port, local_addr=(address, 0))
    try:
        yield reader, writer
    finally:
        writer.transport.abort()


def half_open(*parts: bytes) -> Attack:
    """Return an attack that sends so much, and waits until it is cut off."""

    async def hold(port: int, address: str) -> None:
        async with line(port, address) as (reader, writer):
            writer.write(b"".join(parts))
            while await reader.read(1 << 16):
                pass

    return hold


def repeated(hold: Attack) -> Attack:
    """Return an attack that begins another one `HALF_OPEN_PER_SECOND` times a second."""

    async def hold_one(port: int, address: str) -> None:
        with contextlib.suppress(*REFUSED, TimeoutError):
            await hold(port, address)

    async def attack(port: int, address: str) -> None:
        async with asyncio.TaskGroup() as tasks:
            while True:
                tasks.create_task(hold_one(port, address))
                await asyncio.sleep(1 / HALF_OPEN_PER_SECOND)

    return attack


async def wait_in_login(port: int, address: str) -> None:
    """Exchange keys, ask about a key that is not one's own, and wait."""
    async with logging_in(port, address) as connection:
        request = String("eve") + String("ssh-connection") + String("none")
        connection.send_packet(USERAUTH_REQUEST, request)
        await connection.wait_closed()


async def connect_only(port: int, address: str) -> None:
    """Connect and hang up, as fast as it goes."""
    while True:
        async with line(port, address):
            pass


async def exchange_keys(port: int, address: str) -> None:
    """Have the door compute a key exchange, and hang up."""
    while True:
        async with line(port, address) as (reader, writer):
            writer.write(VERSION + kexinit() + KEY_EXCHANGE)
            await reader.readuntil(b"ssh-ed25519")
            await reader.readuntil(b"ssh-ed25519")


async def ignore_before_login(port: int, address: str) -> None:
    """Send a version and then packets that mean nothing."""
    async with line(port, address) as (_, writer):
        writer.write(VERSION)
        burst = int(BYTES_PER_SECOND * BURST_SECONDS)
        while True:
            writer.write(IGNORES[:burst])
            await writer.drain()
            await asyncio.sleep(BURST_SECONDS)


class _Waiting(asyncssh.SSHClientConnection):
    """A client that exchanges keys, leaves the login to the attack, and takes every answer."""

    def __init__(self, options: asyncssh.SSHClientConnectionOptions) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(loop, options)
        self.ready = asyncio.Event()
        self.answered = asyncio.Event()

    def try_next_auth(self, *, next_method: bool = False) -> None:
        del next_method
        self._auth = self  # type: ignore[assignment]  # answers to a login come here
        self.ready.set()

    def connection_lost(self, exc: Exception | None = None) -> None:
        super().connection_lost(exc)
        self.ready.set()
        self.answered.set()

    def cancel(self) -> None:
        """Do nothing, as a login that ends."""

    def process_packet(self, pkttype: int, pktid: int, packet: SSHPacket) -> Any:  # noqa: ANN401
        if pkttype in LOGIN_ANSWERS:
            self.answered.set()
            return True
        return super().process_packet(pkttype, pktid, packet)


@asynccontextmanager
async def logging_in(port: int, address: str) -> AsyncIterator[_Waiting]:
    """Connect, and begin no login."""
    options = asyncssh.SSHClientConnectionOptions(
        config=None,
        client_factory=lambda: Guest("eve"),
        known_hosts=None,
        client_keys=None,
        agent_path=None,
        username="eve",
    )
    _, connection = await asyncio.get_running_loop().create_connection(
        lambda: _Waiting(options), HOST, port, local_addr=(address, 0)
    )
    try:
        async with asyncio.timeout(10):
            await connection.ready.wait()
        if connection.is_closed():
            raise ConnectionResetError
        yield connection
    finally:
        connection.abort()


@asynccontextmanager
async def guest(port: int, address: str) -> AsyncIterator[asyncssh.SSHClientConnection]:
    """Log in as a guest for as long as the context lasts."""
    async with asyncssh.connect(
        HOST, port, username="eve", client_factory=lambda: Guest("plain"), known_hosts=None,
        local_addr=(address, 0), client_keys=None, agent_path=None, config=None,
    ) as connection:  # fmt: skip
        yield connection


async def flood(connection: asyncssh.SSHClientConnection, kind: int, *parts: bytes) -> None:
    """Send a packet again and again, `BYTES_PER_SECOND` of them, until cut off."""
    size = sum(map(len, parts)) + 40
    while (transport := connection._transport) is not None:  # noqa: SLF001
        if transport.get_write_buffer_size() < MOST_UNSENT:
            for _ in range(max(1, int(BYTES_PER_SECOND * BURST_SECONDS / size))):
                connection.send_packet(kind, *parts)
        await asyncio.sleep(BURST_SECONDS)


def before_login(kind: int, *parts: bytes) -> Attack:
    """Return an attack with encrypted packets, before the login."""

    async def attack(port: int, address: str) -> None:
        async with logging_in(port, address) as connection:
            await flood(connection, kind, *parts)

    return attack


def step_by_step(*parts: bytes) -> Attack:
    """Return an attack with steps of a login, each after the answer to the one before."""

    async def attack(port: int, address: str) -> None:
        async with logging_in(port, address) as connection, asyncio.timeout(10):
            while not connection.is_closed():
                connection.answered.clear()
                connection.send_packet(USERAUTH_REQUEST, _LOGIN, *parts)
                await connection.answered.wait()

    return attack


def take_every_answer(connection: asyncssh.SSHClientConnection) -> None:
    """Have a client take answers to what it has not asked itself."""
    usual = connection.process_packet

    def process(pkttype: int, pktid: int, packet: SSHPacket) -> bool | Awaitable[None]:
        return pkttype in UNASKED or usual(pkttype, pktid, packet)

    connection.process_packet = process  # type: ignore[method-assign]


def after_login(kind: int, *parts: bytes) -> Attack:
    """Return an attack by a guest who has logged in, without a session."""

    async def attack(port: int, address: str) -> None:
        async with guest(port, address) as connection:
            take_every_answer(connection)
            await flood(connection, kind, *parts)

    return attack


def in_session(kind: int, *parts: bytes) -> Attack:
    """Return an attack by a guest who plays in text mode; the channel's number is put first."""

    async def attack(port: int, address: str) -> None:
        async with guest(port, address) as connection:
            channel, _ = await session(connection, "dumb")
            number = UInt32(channel._send_chan)  # noqa: SLF001
            await flood(connection, kind, number, *parts)

    return attack


async def rekey(port: int, address: str) -> None:
    """Exchange keys again and again."""
    async with guest(port, address) as connection:
        while not connection.is_closed():
            if connection._kex is None and connection._kex_complete:  # noqa: SLF001
                connection._send_kexinit()  # noqa: SLF001
                connection._kexinit_sent = True  # noqa: SLF001
            await asyncio.sleep(0.001)


async def start_sessions(port: int, address: str) -> None:
    """Start sessions of the app, eight at a time, and end each when it shows something."""

    async def start(connection: asyncssh.SSHClientConnection) -> None:
        while not connection.is_closed():
            channel, reader = await session(connection)
            await reader.wait_for_more()
            channel.abort()
            await asyncio.sleep(BURST_SECONDS)

    async with guest(port, address) as connection, asyncio.TaskGroup() as tasks:
        for _ in range(8):
            tasks.create_task(start(connection))


async def only_log_in(port: int, address: str) -> None:
    """Log in, and begin no session."""
    async with guest(port, address) as connection:
        await connection.wait_closed()


_LOGIN = String("eve") + String("ssh-connection")
_MODULUS = int.from_bytes(bytes([255] * 384))
_SLOW_KEY = String("ssh-rsa") + MPInt(_MODULUS - 2) + MPInt(_MODULUS)
_SIGNED = String(String("rsa-sha2-256") + String(b"\1" * 384))
_KEY = String("ssh-ed25519") + String(String("ssh-ed25519") + String(bytes(32)))
HALF_OPEN: dict[str, Attack] = {
    "silent": half_open(),
    "version": half_open(VERSION),
    "kexinit": half_open(VERSION, kexinit()),
    "key exchange": half_open(VERSION, kexinit(), KEY_EXCHANGE),
    "in login": wait_in_login,
    "logged in": only_log_in,
}
"""The attacks that hold connections, and send little."""
ATTACKS: dict[str, Attack] = {
    "connect": connect_only,
    **{kind: repeated(hold) for kind, hold in HALF_OPEN.items()},
    "ignore": ignore_before_login,
    "exchange": exchange_keys,
    "encrypted ignore": before_login(IGNORE, String(b"")),
    "service": before_login(SERVICE_REQUEST, String("ssh-userauth")),
    "none": before_login(USERAUTH_REQUEST, _LOGIN, String("none")),
    "keys": step_by_step(String("publickey"), Boolean(False), _KEY),
    "slow keys": step_by_step(
        String("publickey"), Boolean(True), String("rsa-sha2-256"), String(_SLOW_KEY), _SIGNED
    ),
    "ignore inside": after_login(IGNORE, String(b"")),
    "keepalive": after_login(
        GLOBAL_REQUEST, String("keepalive@openssh.com"), Boolean(True)
    ),
    "channels": after_login(
        CHANNEL_OPEN, String("session"), UInt32(0), UInt32(1 << 20), UInt32(1 << 15)
    ),
    "forward": after_login(
        GLOBAL_REQUEST, String("tcpip-forward"), Boolean(True), String(""), UInt32(0)
    ),
    "rekey": rekey,
    "sessions": start_sessions,
    "typing": in_session(CHANNEL_DATA, String(b"x")),
    "resize": in_session(
        CHANNEL_REQUEST, String("window-change"), Boolean(False), *map(UInt32, (90, 30, 0, 0))
    ),
    "environment": in_session(
        CHANNEL_REQUEST, String("env"), Boolean(False), String("A"), String("b")
    ),
    "signal": in_session(CHANNEL_REQUEST, String("signal"), Boolean(False), String("WINCH")),
}  # fmt: skip


async def attack_until_told(kind: str, port: int, addresses: tuple[str, ...]) -> None:
    """Attack from all addresses at once until cancelled."""

    async def again(address: str) -> None:
        while True:
            with contextlib.suppress(*REFUSED, TimeoutError):
                await ATTACKS[kind](port, address)
            await asyncio.sleep(RETURN_SECONDS)

    async with asyncio.TaskGroup() as tasks:
        for address in addresses:
            tasks.create_task(again(address))


async def main(kind: str, port: int, seconds: float, addresses: tuple[str, ...]) -> None:
    """Attack for some seconds."""
    end = monotonic() + seconds
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(end - monotonic()):
            await attack_until_told(kind, port, addresses)


if __name__ == "__main__":
    os.nice(LOWEST_PRIORITY)
    _, which, where, how_long, *sources = sys.argv
    asyncio.run(main(which, int(where), float(how_long), tuple(sources)))
