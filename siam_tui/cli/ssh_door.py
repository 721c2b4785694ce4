"""Starts the SSH door beside the server, and starts it again if it ends by itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib.util import find_spec
from typing import Final

from games.own_program import own_program
from protocol.links import Link
from siam_tui.doors.ssh.door_settings import MODULE, DoorReady, DoorSettings
from siam_tui.model.door_visit import ssh_command
from siam_tui.profile.paths import visitors_folder
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError

_MISSING: Final = "The SSH door needs asyncssh. Install it: `pip install 'siam-tui[ssh]'`."
_NOT_HERE: Final = "The SSH door runs on Linux only. Serve without --ssh here."
_OPEN: Final = """\
The SSH door is open. Others need nothing installed. They type:

  {command}

For the text mode they type `{plain}`, and to watch `{watch}`.
When they come for the first time, ssh shows them the door's key. It must be
{fingerprint}\
"""
_ENDED: Final = "The SSH door has ended ({reason}). It is opened again in {seconds} seconds.\n"
_OPEN_AGAIN: Final = "The SSH door is open again."
_UNKNOWN: Final = "its log tells more"
_FIRST_WAIT: Final = 1.0
_LONGEST_WAIT: Final = 60.0
_END_SECONDS: Final = 8.0

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class DoorOptions:
    """What the command line says about the door.

    Attributes:
        port: the port to listen on, or 0 for a free one.
        address: the address to listen on; empty for all.
        sessions: sessions at a time.
        idle_seconds: how long nothing may be typed in a session.
    """

    port: int
    address: str
    sessions: int
    idle_seconds: float

    def settings(self, profile: Profile, public_host: str, password: str | None) -> DoorSettings:
        """Return how the door serves; its link is still missing.

        Args:
            profile: whose door it is.
            public_host: the host in invitations.
            password: the broker's password, if it needs one.

        Raises:
            UserError: this system or installation cannot run it, or its secret cannot be read.
        """
        if sys.platform != "linux":
            raise UserError(_NOT_HERE)
        if find_spec("asyncssh") is None:
            raise UserError(_MISSING)
        return DoorSettings(
            link="",
            secret=profile.door_key().to_text(),
            folder=str(visitors_folder(profile.folder.name)),
            password=password or "",
            address=self.address,
            port=self.port,
            public_host=public_host,
            sessions=self.sessions,
            per_address=max(1, self.sessions // 4),
            idle_seconds=self.idle_seconds,
        )


class SshDoor:
    """The door's program, for as long as the lobby is open."""

    def __init__(self, settings: DoorSettings, fail: Callable[[str], None]) -> None:
        """Prepare.

        Args:
            settings: how it serves, without the link.
            fail: called with the reason if it cannot be opened at all.
        """
        self._settings = settings
        self._fail = fail
        self._is_first = True

    async def keep_open(self, link: Link, announce: Callable[[str], None]) -> None:
        """Keep the door open until cancelled.

        Args:
            link: the lobby, as this computer reaches it.
            announce: called with what to tell the host once people can log in.
        """
        wait = _FIRST_WAIT
        while True:
            settings = replace(self._settings, link=str(link))
            reason = await self._run(settings, announce)
            if self._is_first:
                self._fail(reason)
                return
            sys.stderr.write(_ENDED.format(reason=reason or _UNKNOWN, seconds=round(wait)))
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)

    async def _run(self, settings: DoorSettings, announce: Callable[[str], None]) -> str:
        """Run the program to its end, and return the last line that it complained with."""
        environment = {**os.environ, "PYTHONUTF8": "1"}
        for name in ("SIAM_BROKER_PASSWORD", "PGPASSWORD"):  # visitors' programs need neither
            environment.pop(name, None)
        process = await asyncio.create_subprocess_exec(
            *own_program(MODULE),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the server, which then closes the pipe
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        complaints = asyncio.create_task(_last_line(process.stderr))
        try:
            process.stdin.write(settings.to_line().encode())
            with contextlib.suppress(ConnectionError):
                await process.stdin.drain()
            if line := await process.stdout.readline():
                self._opened(DoorReady.of_line(line.decode()), announce)
            await process.wait()
            return (await complaints).removeprefix("siam: ")
        finally:
            process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), _END_SECONDS)
            except TimeoutError:
                logger.warning("the SSH door %d did not end by itself", process.pid)
                process.kill()
                await process.wait()
            await process.stdout.read()  # asyncio releases a process whose pipes have all ended
            complaints.cancel()
            await asyncio.gather(complaints, return_exceptions=True)

    def _opened(self, ready: DoorReady, announce: Callable[[str], None]) -> None:
        if not self._is_first:
            announce(_OPEN_AGAIN)
            return
        self._is_first = False
        self._settings = replace(self._settings, port=ready.port)
        announce(_open_text(self._settings.public_host, ready))


def _open_text(host: str, ready: DoorReady) -> str:
    return _OPEN.format(
        command=ssh_command(host, ready.port),
        plain=ssh_command(host, ready.port, "plain"),
        watch=ssh_command(host, ready.port, "watch"),
        fingerprint=ready.fingerprint,
    )


async def _last_line(stream: asyncio.StreamReader) -> str:
    """Keep the pipe empty, and return the last line written to it."""
    last = ""
    with contextlib.suppress(ValueError):  # a line longer than the buffer ends the loop
        async for line in stream:
            if text := line.decode(errors="replace").strip():
                logger.info("the SSH door: %s", text)
                last = text
    return last


def door_host(public_host: str, address: str, machine: str) -> str:
    """Return the host in invitations to the door.

    Args:
        public_host: the host that the lobby's owner gave; may be empty.
        address: the address that the door listens on; empty for all.
        machine: the name of this computer.
    """
    everywhere = address in ("", "0.0.0.0", "::")  # noqa: S104 - only compared
    return public_host or (machine if everywhere else address)
