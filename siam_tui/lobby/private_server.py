"""A private server: a child process that is started by the app and ends with it.

The child reads its standard input, of which this process holds the only other end. However this
process ends (quit, hangup, ``kill -9``), that end is closed, and the child ends itself.
"""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from games.own_program import written_lines
from protocol.errors import LinkError
from protocol.links import Link, parse_link
from protocol.ports import MQTT_PORT
from siam_tui.discovery.audience import Audience
from siam_tui.lobby.standby import Standby, tell_server
from siam_tui.profile.user_error import UserError
from texts import tell
from transport.one_port import bind_for_a_moment

logger = logging.getLogger(__name__)

_END_SECONDS = 8.0
_KILL_SECONDS = 2.0


@dataclass(frozen=True, slots=True)
class Serving:
    """How a private server serves; the defaults are for playing alone.

    Attributes:
        bind: the address its broker listens on.
        port: the port its broker listens on, or 0 for a free one.
        broker: URL of a running broker; empty to start one in the server.
        password: that broker's password, passed in the environment, never in the command line.
        profile: the profile that owns the lobby, so that its link stays valid; empty for a new
            lobby every time, which only its owner and bots may enter.
        owner: fingerprint of the only person who may enter; the default profile's if empty.
        pace: least seconds a bot takes for a move.
        announce: who on this computer finds the lobby without its link.
        name: what the lobby is called; empty for the usual name.
        kept: the folder that keeps a private lobby's key and tables; None keeps nothing.
        store: the file that keeps the tables of a profile's lobby; None keeps nothing.
    """

    bind: str = "127.0.0.1"
    port: int = 0
    broker: str = ""
    password: str = ""
    profile: str = ""
    owner: str = ""
    pace: float = 0.0
    announce: Audience = Audience.NOBODY
    name: str = ""
    kept: Path | None = None
    store: Path | None = None

    def arguments(self) -> tuple[str, ...]:
        """Return the arguments of ``siam``."""
        where = ("--broker", self.broker) if self.broker else ("--bind", self.bind)
        port = () if self.broker else ("--port", str(self.port))
        profile = ("--profile", self.profile) if self.profile else ("--new-lobby",)
        if self.kept is not None:
            profile = ("--keep", str(self.kept))
        store = ("--store", str(self.store)) if self.store is not None else ()
        pace = ("--pace", str(self.pace))
        announce = ("--announce", self.announce)
        admit = ("--admit", self.owner) if self.owner else ()
        name = (f"--lobby-name={self.name}",) if self.name else ()
        access = ("--pipe",) if self.profile or self.broker else ("--private", *admit)
        return ("serve", *access, *where, *port, *profile, *store, *pace, *announce, *name)


def usual_port() -> int:
    """Return the port that a hosted lobby usually has; 0, for a free one, if it is in use."""
    try:
        return bind_for_a_moment(Serving().bind, MQTT_PORT)
    except OSError:
        return 0


class PrivateServer:
    """The child process; use as ``async with PrivateServer(serving) as server``.

    Attributes:
        serving: how it serves.
        link: the invitation to its lobby.
    """

    link: Link

    def __init__(self, serving: Serving, standby: Standby | None = None) -> None:
        """Prepare.

        Args:
            serving: how it shall serve.
            standby: where a server may be loaded already.
        """
        self.serving = serving
        self._standby = standby or Standby()
        self._process: asyncio.subprocess.Process | None = None
        self._errors: asyncio.Task[str] | None = None

    async def __aenter__(self) -> Self:
        """Start it and return once players can come.

        Raises:
            UserError: it could not start; the text is the server's own explanation. Or the person
                may not start one here.
        """
        process = self._process = await self._standby.take()
        self._errors = asyncio.create_task(_last_line(process.stderr))
        try:
            tell_server(process, self.serving.arguments(), self.serving.password)
            self.link = await self._read_link()
        except BaseException:
            await self.stop()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def pid(self) -> int:
        """The child's process id."""
        assert self._process is not None
        return self._process.pid

    async def ended(self) -> int:
        """Return the child's exit code once it has ended."""
        assert self._process is not None
        return await self._process.wait()

    async def stop(self) -> None:
        """End it by closing its pipe, and if it does not react, by a signal.

        Cancelling this does not leave it behind.
        """
        stopping = asyncio.ensure_future(self._stop_server())
        try:
            await asyncio.shield(stopping)
        except asyncio.CancelledError:
            await stopping
            raise

    async def _stop_server(self) -> None:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        assert self._errors is not None
        process.stdin.close()
        if not await _ends_within(process, _END_SECONDS):
            logger.warning("the private server %d did not end by itself", process.pid)
            process.terminate()
            if not await _ends_within(process, _KILL_SECONDS):
                process.kill()
                await process.wait()
        await process.stdout.read()  # asyncio releases a process whose pipes have all ended
        await self._errors

    async def _read_link(self) -> Link:
        assert self._process is not None
        assert self._process.stdout is not None
        assert self._errors is not None
        line = (await self._process.stdout.readline()).decode(errors="replace").strip()
        if not line:
            await self._process.wait()
            reason = (await self._errors).removeprefix("siam: ")
            raise UserError(reason or tell("lobby/server/not-started"))
        try:
            return parse_link(line)
        except LinkError as error:
            raise UserError(tell("lobby/server/no-link", reason=str(error))) from error


async def _last_line(stream: asyncio.StreamReader | None) -> str:
    """Keep the pipe empty, and return the last line written to it."""
    assert stream is not None
    last = ""
    async for text in written_lines(stream):
        if text:
            logger.info("private server: %s", text)
            last = text
    return last


async def _ends_within(process: asyncio.subprocess.Process, seconds: float) -> bool:
    try:
        await asyncio.wait_for(process.wait(), seconds)
    except TimeoutError:
        return False
    return True
