"""A lobby with an SSH door, and real OpenSSH clients that come through it."""

from __future__ import annotations

import asyncio
import fcntl
import os
import struct
import subprocess
import termios
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from itertools import cycle
from pathlib import Path

from protocol.links import Link
from tests.e2e.terminals import Screen, on_screen
from tests.patience import PATIENCE
from tests.programs import children, serving
from tests.requirements import need_program

HOST = "127.0.0.1"
SOURCES = cycle(f"127.0.0.{number}" for number in range(2, 250))
"""Addresses of clients: the door limits the sessions of each."""
IN_LOBBY = "Lobby · "
ASKED = b"Deutsch"
"""Is shown to who is asked for their language: at their first visit."""


class Visitor(Screen):
    """The terminal of somebody who takes the language that is proposed."""

    _has_answered = False

    def _read(self) -> None:
        super()._read()
        if ASKED in self.everything and not self._has_answered:
            self._has_answered = True
            self.type(b"\r")


@dataclass(frozen=True)
class OpenDoor:
    """An SSH door that is open.

    Attributes:
        port: where it listens.
        fingerprint: what the server prints as the fingerprint of its host key.
        said: all that the server has printed.
        link: the lobby's link.
        folder: the home of the host.
        server: the process of `siam serve`.
    """

    port: int
    fingerprint: str
    said: str
    link: Link
    folder: Path
    server: asyncio.subprocess.Process

    @property
    def visitors(self) -> Path:
        """The folder of the visitors' profiles."""
        return self.folder / "data" / "siam-tui" / "ssh-visitors" / "default"

    @property
    def processes(self) -> tuple[int, int]:
        """The processes of the door: the front and the fork server."""
        for pid in children(self.server.pid):
            if b"siam_tui.doors.ssh" in Path(f"/proc/{pid}/cmdline").read_bytes():
                return pid, next(children(pid))
        raise AssertionError("the door does not run")

    async def until_said(self, sentence: str) -> None:
        """Return once the server has printed a sentence."""
        assert self.server.stdout is not None
        async with asyncio.timeout(PATIENCE):
            async for line in self.server.stdout:
                if sentence in line.decode():
                    return

    def sessions(self) -> set[int]:
        """Return the processes of the sessions that run now."""
        _, fork_server = self.processes
        text = Path(f"/proc/{fork_server}/task/{fork_server}/children").read_text()
        return set(map(int, text.split()))

    def command(
        self, user: str, keys: Iterable[Path] = (), *more: str, source: str = ""
    ) -> tuple[str, ...]:
        """Return the command line of a client that has these keys and no others."""
        options = (
            f"Port={self.port}",
            f"UserKnownHostsFile={self.folder}/known_hosts",
            "StrictHostKeyChecking=accept-new",
            "IdentitiesOnly=yes",
            "IdentityAgent=none",
            f"BindAddress={source or next(SOURCES)}",
            "LogLevel=ERROR",
            *(f"IdentityFile={key}" for key in keys or (Path("/nonexistent"),)),
        )
        flags = [flag for option in options for flag in ("-o", option)]
        return (
            need_program("ssh"),
            "-F",
            "none",
            *flags,
            *more,
            f"{user}@{HOST}" if user else HOST,
        )

    @asynccontextmanager
    async def login(
        self,
        user: str = "ann",
        keys: Iterable[Path] = (),
        *more: str,
        source: str = "",
        term: str = "xterm-256color",
        kind: type[Screen] = Visitor,
    ) -> AsyncIterator[tuple[Screen, asyncio.subprocess.Process]]:
        """Log in on a terminal, for as long as the context lasts."""
        environment = {"PATH": os.environ["PATH"], "TERM": term}
        command = self.command(user, keys, *more, source=source)
        shown = on_screen(*command, environment=environment, kind=kind)
        async with shown as (screen, process):
            yield screen, process

    async def run(
        self,
        options: Iterable[str],
        arguments: Iterable[str] = (),
        *,
        keys: Iterable[Path] = (),
        lines: str = "",
    ) -> tuple[int, str]:
        """Run a client without a terminal to its end; return its exit code and what it said."""
        process = await asyncio.create_subprocess_exec(
            *self.command("ann", keys, *options), *arguments,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )  # fmt: skip
        said, _ = await asyncio.wait_for(process.communicate(lines.encode()), PATIENCE)
        assert process.returncode is not None
        return process.returncode, said.decode()


def make_key(folder: Path, name: str, *options: str) -> Path:
    """Make an SSH key without a passphrase."""
    path = folder / name
    options = options or ("-t", "ed25519")
    subprocess.run(
        (need_program("ssh-keygen"), "-q", *options, "-N", "", "-f", str(path)), check=True
    )
    return path


def resize(screen: Screen, process: asyncio.subprocess.Process, columns: int, lines: int) -> None:
    """Resize the window in which a client runs."""
    fcntl.ioctl(screen.descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))
    process.send_signal(28)  # SIGWINCH: the client is not the terminal's foreground process


@asynccontextmanager
async def open_door(folder: Path, *arguments: str) -> AsyncIterator[OpenDoor]:
    """Serve a lobby with an SSH door for as long as the context lasts."""
    need_program("ssh")
    door = ("--ssh", "0", "--ssh-bind", HOST, *arguments)
    async with serving(folder, *door) as (server, link):
        assert server.stdout is not None
        lines = []
        async with asyncio.timeout(PATIENCE):
            async for line in server.stdout:
                lines.append(line.decode().strip())
                if lines[-1].startswith("SHA256:"):
                    break
        command = next(line for line in lines if line.startswith("ssh -p "))
        port = int(command.split()[2])
        yield OpenDoor(port, lines[-1], "\n".join(lines), link, folder, server)
        if server.returncode is None:
            server.terminate()
        await asyncio.wait_for(server.communicate(), PATIENCE)
