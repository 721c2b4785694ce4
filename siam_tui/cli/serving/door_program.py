"""Runs the program of a door beside the server, and starts it again if it ends by itself."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import Callable
from typing import Final, Protocol, runtime_checkable

from games.own_program import own_program, written_lines
from protocol.links import Link
from siam_tui.cli.serving.serve_texts import HERE_ONLY, write_wrapped
from siam_tui.doors.notifier.notifier_settings import PASSWORD_VARIABLE
from siam_tui.profile.user_error import ERROR_PREFIX
from siam_tui.ui.text import spell_duration

_ENDED: Final = "The {door} has ended ({reason}). It is opened again in {wait}."
_OPEN_AGAIN: Final = "The {door} is open again."
_NOT_OPENED: Final = "The {door} did not open. Its log tells more."
_UNKNOWN: Final = "its log tells more"
_SECRETS: Final = ("SIAM_BROKER_PASSWORD", "PGPASSWORD", PASSWORD_VARIABLE)
_FIRST_WAIT: Final = 1.0
_LONGEST_WAIT: Final = 60.0
_END_SECONDS: Final = 8.0
_EVERYWHERE: Final = ("", "0.0.0.0", "::")  # noqa: S104 - only compared

logger = logging.getLogger(__name__)


class DoorKind(Protocol):
    """What one kind of door is to the program that runs it."""

    title: str
    """What people call it, such as ``SSH door``."""
    module: str
    """The program, for ``python -m``."""

    def settings_line(self, local_link: Link) -> str:
        """Return what the door reads on its standard input.

        Args:
            local_link: the lobby, as this computer reaches it.
        """

    def opened(self, line: str) -> str:
        """Read what the door answers; return what to tell the host.

        From then on, the settings name the port on which it listens.
        """


@runtime_checkable
class RereadingKind(DoorKind, Protocol):
    """A kind of program that reads its files again on SIGHUP, which would end another one."""

    rereads: bool
    """True, for `isinstance` looks for this name."""


@runtime_checkable
class TalkingKind(DoorKind, Protocol):
    """A kind of program with which `siam serve` talks for as long as it runs."""

    async def converse(self, to: asyncio.StreamWriter, of: asyncio.StreamReader) -> None:
        """Talk, from when the program is ready until it ends.

        Args:
            to: its standard input.
            of: its standard output.
        """


class DoorProgram:
    """A door's program, for as long as the lobby is open."""

    def __init__(self, kind: DoorKind, fail: Callable[[str], None]) -> None:
        """Prepare.

        Args:
            kind: which door it is.
            fail: called with the reason if it cannot be opened at all.
        """
        self._kind = kind
        self._fail = fail
        self._is_first = True
        self._process: asyncio.subprocess.Process | None = None

    def reread(self) -> None:
        """Let the program read its files again, if it is open and does such a thing."""
        process = self._process
        if isinstance(self._kind, RereadingKind) and process and process.returncode is None:
            process.send_signal(signal.SIGHUP)

    async def keep_open(self, local_link: Link, announce: Callable[[str], None]) -> None:
        """Keep the door open until cancelled.

        Args:
            local_link: the lobby, as this computer reaches it.
            announce: called with what to tell the host once people can come.
        """
        wait = _FIRST_WAIT
        while True:
            reason = await self._run_program(self._kind.settings_line(local_link), announce)
            if self._is_first:
                self._fail(reason or _NOT_OPENED.format(door=self._kind.title))
                return
            sentence = _ENDED.format(
                door=self._kind.title, reason=reason or _UNKNOWN, wait=spell_duration(wait)
            )
            write_wrapped(sentence, sys.stderr)
            await asyncio.sleep(wait)
            wait = min(2 * wait, _LONGEST_WAIT)

    async def _run_program(self, settings: str, announce: Callable[[str], None]) -> str:
        """Run the program to its end, and return the reason that it gave."""
        environment = {**os.environ, "PYTHONUTF8": "1"}
        for name in _SECRETS:  # visitors' programs need none of them
            environment.pop(name, None)
        process = await asyncio.create_subprocess_exec(
            *own_program(self._kind.module),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=environment,
            start_new_session=True,  # Ctrl-C is for the server, which then closes the pipe
        )
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        complaints = asyncio.create_task(self._read_complaints(process.stderr))
        try:
            process.stdin.write(settings.encode())
            with contextlib.suppress(ConnectionError):
                await process.stdin.drain()
            if line := await process.stdout.readline():
                self._process = process
                self._announce(line.decode(), announce)
                if isinstance(self._kind, TalkingKind):
                    await self._kind.converse(process.stdin, process.stdout)
            await process.wait()
            return await complaints
        finally:
            process.stdin.close()
            try:
                await asyncio.wait_for(process.wait(), _END_SECONDS)
            except TimeoutError:
                logger.warning("the %s %d did not end by itself", self._kind.title, process.pid)
                process.kill()
                await process.wait()
            await process.stdout.read()  # asyncio releases a process whose pipes have all ended
            with contextlib.suppress(TimeoutError):  # a visitor's program may keep the pipe open
                await asyncio.wait_for(complaints, _END_SECONDS)

    def _announce(self, line: str, announce: Callable[[str], None]) -> None:
        text = self._kind.opened(line)
        announce(text if self._is_first else _OPEN_AGAIN.format(door=self._kind.title))
        self._is_first = False

    async def _read_complaints(self, stream: asyncio.StreamReader) -> str:
        """Keep the pipe empty; return the error that the program reported, or else the last line.

        Python may write lines after the error, such as about what it could not clean up.
        """
        reported = last = ""
        async for text in written_lines(stream):
            if text:
                logger.info("the %s: %s", self._kind.title, text)
                last = text
                if text.startswith(ERROR_PREFIX):
                    reported = text.removeprefix(ERROR_PREFIX)
        return reported or last


def door_host(public_host: str, address: str, lobby_address: str, machine: str) -> str:
    """Return the host in invitations to a door.

    Args:
        public_host: the host that the lobby's owner gave; may be empty.
        address: the address that the door listens on; empty for all.
        lobby_address: the address that the lobby listens on, which others may know.
        machine: the name of this computer.
    """
    if public_host or address not in _EVERYWHERE:
        return public_host or address
    return machine if lobby_address in (*_EVERYWHERE, *HERE_ONLY) else lobby_address
