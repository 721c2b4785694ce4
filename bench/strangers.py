"""Strangers who attack a lobby's broker and server, each kind in a process of its own.

`bench.siege` starts them; by hand it is::

    python -m bench.strangers KIND LINK SECONDS [ADDRESS ...]

They use raw sockets, so that nothing of the client holds them back. A connection that is refused
or cut off comes back after a second. With addresses given, each connection leaves from one of them
in turn. They stop by themselves.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from itertools import count, cycle, islice, product
from time import monotonic

from client.errors import StaleError
from client.links.session import Session, new_id
from games.registry import built_in_map
from protocol.commands import Command, OpenTable
from protocol.envelope import Envelope
from protocol.errors import ProtocolError
from protocol.keys import SecretKey
from protocol.limits import MAX_MAP
from protocol.links import Link, parse_link
from protocol.messages import Done, Welcome
from protocol.topics import Topics
from tests.server.broker.raw import CONNACK_OK, PINGREQ, Raw, connect, publish, subscribe
from transport.login import key_login

IDLE_STRANGERS = 400
LONG_FILTER_CONNECTIONS = 10
LONG_FILTERS = 100
LONG_FILTER_BYTES = 65_000
RESUBSCRIBERS = 8
OVERLAPPING_FILTERS = 39
MAP_SENDERS = 6
TABLE_KEYS = 40
TABLES_PER_KEY = 5
FLOODERS = 20
HALF_OPEN = 200
FALSE_LOGINS = 150
DRIPPERS = 60
FLOOD_AT_ONCE = 500
RETURN_SECONDS = 1.0
"""How long a connection that was cut off waits until it comes back."""
ANSWER_SECONDS = 5.0

LOWEST_PRIORITY = 19
"""Nice value of the attackers, so that the server's work is measured and not theirs."""


@dataclass
class Attack:
    """What one kind of strangers is doing.

    Attributes:
        link: the lobby they attack.
        until: when they stop, by `time.monotonic`.
        addresses: where their connections come from in turn; none for the usual address.
        counts: what they have come to, by what it is.
    """

    link: Link
    until: float
    addresses: tuple[str, ...] = ()
    counts: dict[str, int] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self._sources = cycle(self.addresses or ("",))

    def count(self, what: str, number: int = 1) -> None:
        """Count something that happened."""
        self.counts[what] = self.counts.get(what, 0) + number

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Raw]:
        """Open a connection from the next address."""
        source = next(self._sources)
        broker = self.link.broker
        local = (source, 0) if source else None
        reader, writer = await asyncio.open_connection(broker.host, broker.port, local_addr=local)
        self.count("connections")
        try:
            yield Raw(reader, writer)
        finally:
            writer.transport.abort()

    async def repeat(
        self, attempt: Callable[[], Awaitable[None]], pause: float = RETURN_SECONDS
    ) -> None:
        """Try again and again until the time is up, whatever comes of it."""
        while monotonic() < self.until:
            with contextlib.suppress(OSError, EOFError, TimeoutError):
                async with asyncio.timeout_at(self._deadline()):
                    await attempt()
            await asyncio.sleep(pause)

    def _deadline(self) -> float:
        return asyncio.get_running_loop().time() + max(0.0, self.until - monotonic())


async def log_in(attack: Attack, line: Raw, key: SecretKey | None = None) -> None:
    """Connect as a key, or as nobody; raise EOFError if that is refused."""
    if key is None:
        line.send(connect(secrets.token_hex(8)))
    else:
        login = key_login(key, attack.link.lobby)
        line.send(connect(login.client_id, login.user, login.password))
    if await line.reader.readexactly(len(CONNACK_OK)) != CONNACK_OK:
        raise EOFError
    attack.count("admitted")


async def read_to_end(line: Raw) -> None:
    """Read until the broker hangs up."""
    while await line.reader.read(1 << 16):
        pass


# ------------------------------------------------------------ on the broker


async def sit_idle(attack: Attack) -> None:
    """Sit there without a key and without a word."""

    async def attempt() -> None:
        async with attack.connection() as line:
            await log_in(attack, line)
            await read_to_end(line)

    await asyncio.gather(*(attack.repeat(attempt) for _ in range(IDLE_STRANGERS)))


async def send_long_filters(attack: Attack) -> None:
    """Subscribe to topics as long as a packet may be, and stay."""
    filters = [f"{number}/".ljust(LONG_FILTER_BYTES, "/") for number in range(LONG_FILTERS)]

    async def attempt() -> None:
        async with attack.connection() as line:
            await log_in(attack, line)
            for each in filters:
                line.send(subscribe(each))
                await line.writer.drain()
                attack.count("filters")
            await read_to_end(line)

    await asyncio.gather(*(attack.repeat(attempt) for _ in range(LONG_FILTER_CONNECTIONS)))


def overlapping_filters(lobby: str) -> list[str]:
    """Return filters that all match every table of a lobby."""
    levels = Topics(lobby).table("").rstrip("/").split("/")
    found = [
        "/".join((*chosen, end))
        for depth in range(len(levels), -1, -1)
        for chosen in product(*((level, "+") for level in levels[:depth]))
        for end in (("+", "#") if depth == len(levels) else ("#",))
    ]
    return list(islice(found, OVERLAPPING_FILTERS))


async def resubscribe(attack: Attack) -> None:
    """Subscribe to every table many times over, read it all, and do it again."""
    packet = subscribe(*overlapping_filters(attack.link.lobby))

    async def attempt() -> None:
        async with attack.connection() as line:
            await log_in(attack, line)
            while True:
                line.send(packet + PINGREQ)
                more = await line.reader.read(1 << 16)
                if not more:
                    return
                attack.count("bytes", len(more))

    await asyncio.gather(*(attack.repeat(attempt) for _ in range(RESUBSCRIBERS)))


async def flood(attack: Attack) -> None:
    """Send garbage as fast as it goes; come back with a new key."""

    async def attempt() -> None:
        key = SecretKey.generate()
        inbox = Topics(attack.link.lobby).inbox(key.public.fingerprint)
        async with attack.connection() as line:
            await log_in(attack, line, key)
            while True:
                garbage = (secrets.token_bytes(200) for _ in range(FLOOD_AT_ONCE))
                line.send(b"".join(publish(inbox, each, qos=0) for each in garbage))
                await line.writer.drain()
                attack.count("messages", FLOOD_AT_ONCE)

    await asyncio.gather(*(attack.repeat(attempt) for _ in range(FLOODERS)))


async def half_open(attack: Attack) -> None:
    """Connect, and say nothing; come back at once."""

    async def attempt() -> None:
        async with attack.connection() as line:
            await read_to_end(line)

    await asyncio.gather(*(attack.repeat(attempt, 0) for _ in range(HALF_OPEN)))


async def log_in_falsely(attack: Attack) -> None:
    """Log in with a signature that is wrong, as fast as it goes."""

    async def attempt() -> None:
        async with attack.connection() as line:
            login = key_login(SecretKey.generate(), attack.link.lobby)
            line.send(connect("another", login.user, login.password))
            await read_to_end(line)

    await asyncio.gather(*(attack.repeat(attempt, 0) for _ in range(FALSE_LOGINS)))


async def send_single_bytes(attack: Attack) -> None:
    """Send a long packet byte by byte, as fast as it goes, before logging in and after."""

    async def attempt() -> None:
        async with attack.connection() as line:
            if next(turns) % 2:
                await log_in(attack, line)
            line.send(b"\x10\xff\x7f")
            while not line.writer.is_closing():
                line.send(b"x")
                attack.count("bytes")
                await asyncio.sleep(0)

    turns = count()
    await asyncio.gather(*(attack.repeat(attempt, 0) for _ in range(DRIPPERS)))


async def ping(attack: Attack) -> None:
    """Ping as fast as it goes."""

    async def attempt() -> None:
        async with attack.connection() as line:
            await log_in(attack, line)
            while True:
                line.send(PINGREQ * 100)
                await line.writer.drain()
                attack.count("pings", 100)

    await asyncio.gather(*(attack.repeat(attempt, 0) for _ in range(FLOODERS)))


# ------------------------------------------------------------ on the server


class Speaker:
    """A key that says what it likes to the server, over a raw connection."""

    def __init__(self, attack: Attack, line: Raw, key: SecretKey) -> None:
        self._line = line
        self._topics = Topics(attack.link.lobby)
        self._session = Session(key, attack.link.server)
        self._me = key.public.fingerprint

    async def greet(self, name: str) -> None:
        """Begin a session."""
        self._line.send(subscribe(self._topics.outbox(self._me), qos=0))
        self._publish(self._session.seal_greeting(name, "stranger"))
        while True:
            envelope = await self._next_answer()
            if isinstance(envelope.message, Welcome):
                with contextlib.suppress(StaleError):  # it answers an earlier connection's
                    self._session.accept_welcome(envelope, envelope.message)
                    return

    async def ask(self, command: Command) -> object:
        """Send a command and return its answer."""
        command_id = new_id()
        self._publish(self._session.seal_command(command, command_id))
        while True:
            envelope = await self._next_answer()
            if envelope.command == command_id:
                return envelope.message

    def _publish(self, frame: bytes) -> None:
        self._line.send(publish(self._topics.inbox(self._me), frame))

    async def _next_answer(self) -> Envelope:
        async with asyncio.timeout(ANSWER_SECONDS):
            while True:
                kind, body = await _read_packet(self._line.reader)
                end = 2 + int.from_bytes(body[:2])
                if kind >> 4 == 3 and body[2:end].decode() == self._topics.outbox(self._me):
                    with contextlib.suppress(ProtocolError):
                        return self._session.open_answer(body[end:])


async def _read_packet(reader: asyncio.StreamReader) -> tuple[int, bytes]:
    kind = (await reader.readexactly(1))[0]
    length, shift = 0, 0
    while True:
        byte = (await reader.readexactly(1))[0]
        length |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            return kind, await reader.readexactly(length)


async def open_hostile_maps(attack: Attack) -> None:
    """Open tables on maps that are slow to read."""
    text = built_in_map("siam", "siam")
    left = MAX_MAP - 64
    nested_keys = "a." * (left // 2) + "a = 1"
    nested_in_a_map = f"{text}\n[{'a.' * ((left - len(text)) // 2)}a]"
    nested_lists = "x = " + "[" * left
    maps = cycle((nested_keys, nested_in_a_map, nested_lists))

    async def attempt() -> None:
        async with attack.connection() as line:
            key = SecretKey.generate()
            await log_in(attack, line, key)
            speaker = Speaker(attack, line, key)
            await speaker.greet("Mapper")
            while True:
                await speaker.ask(OpenTable("siam", 2, map=next(maps)))
                attack.count("maps")

    await asyncio.gather(*(attack.repeat(attempt) for _ in range(MAP_SENDERS)))


async def open_tables(attack: Attack) -> None:
    """Open as many tables as the server allows, each as large as it may be."""
    text = built_in_map("siam", "albion")
    padding = f"# {'x' * 97}\n"
    large = text + padding * ((MAX_MAP - len(text)) // len(padding))

    async def opener() -> None:
        key = SecretKey.generate()

        async def attempt() -> None:
            async with attack.connection() as line:
                await log_in(attack, line, key)
                speaker = Speaker(attack, line, key)
                await speaker.greet("Opener")
                for _ in range(TABLES_PER_KEY):
                    reply = await speaker.ask(OpenTable("siam", 4, map=large))
                    attack.count("tables" if isinstance(reply, Done) else "tables refused")
                await read_to_end(line)

        await attack.repeat(attempt)

    await asyncio.gather(*(opener() for _ in range(TABLE_KEYS)))


ATTACKS: dict[str, Callable[[Attack], Awaitable[None]]] = {
    "idle": sit_idle,
    "filters": send_long_filters,
    "resubscribe": resubscribe,
    "maps": open_hostile_maps,
    "tables": open_tables,
    "flood": flood,
    "half-open": half_open,
    "logins": log_in_falsely,
    "bytes": send_single_bytes,
    "pings": ping,
}
ON_THE_SERVER = ("maps", "tables")
"""The attacks that another broker than ours does not stand in the way of."""


async def main(kind: str, link: Link, seconds: float, addresses: tuple[str, ...]) -> None:
    """Attack for some time, or until SIGTERM; then print what it came to."""
    attack = Attack(link, monotonic() + seconds, addresses)
    attacking = asyncio.ensure_future(ATTACKS[kind](attack))
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, attacking.cancel)
    with contextlib.suppress(TimeoutError, asyncio.CancelledError):
        await asyncio.wait_for(attacking, seconds + 1)
    print(", ".join(f"{number} {what}" for what, number in attack.counts.items()) or "nothing")


if __name__ == "__main__":
    os.nice(LOWEST_PRIORITY)
    _, which, where, how_long, *sources = sys.argv
    asyncio.run(main(which, parse_link(where), float(how_long), tuple(sources)))
