"""``siam serve`` as a program of its own, that is killed and started again."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from protocol.links import Link
from server.store.place import PostgresUrl, StorePlace
from tests.brokers import free_port, mosquitto
from tests.programs import SIAM, environment, link_of


@dataclass
class Program:
    """``siam serve`` as a process that is killed and started again.

    Attributes:
        folder: where its key, its store and its log are.
        arguments: what it is started with.
        database: where its store is, if that is no file in the folder.
        siam: the words that run ``siam``.
        starts: how often it was.
    """

    folder: Path
    arguments: tuple[str, ...]
    database: PostgresUrl | None = None
    siam: tuple[str, ...] = SIAM
    starts: int = 0
    process: asyncio.subprocess.Process | None = field(default=None)
    _turn: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def store(self) -> StorePlace:
        return self.database or self.folder / "lobby.db"

    @property
    def is_running(self) -> bool:
        return self.process is not None and self.process.returncode is None

    async def start(self) -> Link:
        """Start it, and return its link once players can come."""
        async with self._turn:
            await self.begin()
            assert self.process is not None
            return await link_of(self.process)

    async def begin(self) -> None:
        """Start it, and do not wait for anything."""
        store = self.database.text if self.database else str(self.store)
        self.process = await asyncio.create_subprocess_exec(
            *self.siam, "serve", "--store", store, *self.arguments,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL, env=environment(self.folder),
        )  # fmt: skip
        self.starts += 1

    async def kill(self) -> None:
        """Kill it, once it has started."""
        async with self._turn:
            assert self.process is not None
            self.process.kill()
            await self.process.communicate()

    async def terminate(self) -> None:
        """End it, once it has started."""
        async with self._turn:
            assert self.process is not None
            self.process.terminate()
            await self.process.communicate()
            assert self.process.returncode == 0


@asynccontextmanager
async def program(
    kind: str, folder: Path, database: PostgresUrl | None = None
) -> AsyncIterator[tuple[Program, Link]]:
    """Run the server on its own broker, or on mosquitto, which is not killed with it."""
    async with AsyncExitStack() as stack:
        if kind == "mosquitto":
            broker = stack.enter_context(mosquitto(folder))
            arguments = ("--broker", f"mqtt://{broker.host}:{broker.port}")
        else:
            arguments = ("--port", str(free_port()))
        served = Program(folder, arguments, database)
        link = await served.start()
        try:
            yield served, link
        finally:
            if served.process is not None and served.process.returncode is None:
                await served.kill()
