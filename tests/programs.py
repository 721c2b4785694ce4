"""The program as people start it: real processes, in folders of their own."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from protocol.keys import SecretKey
from protocol.links import Link, parse_link
from siam_tui.profile.profiles import Profile
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[1]
SIAM = (sys.executable, "-m", "siam_tui")


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return an environment in which nothing of the person who tests is touched."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIAM_")}
    folders = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "SIAM_LAN": "off",  # nothing is announced to a real network
        "SIAM_LOBBIES": str(home / "lobbies"),
        "PYTHONPATH": str(ROOT),
    }
    (home / "lobbies").mkdir(parents=True, exist_ok=True)  # the system makes it, as it does /tmp
    return kept | folders | more


async def run(home: Path, *arguments: str, **more: str) -> tuple[int, str, str]:
    """Run ``siam`` to its end; return its exit code, output and complaints."""
    async with running(home, *arguments, **more) as process:
        out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


async def lobby_of(home: Path) -> str:
    """Make the keys of a person's profile; return the fingerprint of the lobby's."""
    _, said, _ = await run(home, "key")
    return next(line.split()[1] for line in said.splitlines() if line.startswith("Lobby "))


def server_key_of(home: Path) -> SecretKey:
    """Return the key of the lobby that a person's profile hosts; create it if there is none."""
    return _profile_of(home).server_key()


def player_key_of(home: Path) -> SecretKey:
    """Return the key of a person's profile as a player; create it if there is none."""
    return _profile_of(home).player_key()


def _profile_of(home: Path) -> Profile:
    return Profile(home / "config" / "siam-tui" / "profiles" / "default")


@asynccontextmanager
async def running(
    home: Path, *arguments: str, program: Sequence[str] = SIAM, **more: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run ``siam``, or another program, for as long as the context lasts."""
    process = await asyncio.create_subprocess_exec(
        *program,
        *arguments,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env=environment(home, **more),
    )
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
        await process.communicate()


@asynccontextmanager
async def serving(
    home: Path, *arguments: str, program: Sequence[str] = SIAM, **more: str
) -> AsyncIterator[tuple[asyncio.subprocess.Process, Link]]:
    """Serve a lobby on a free port for as long as the context lasts; players can come."""
    serve = ("serve", "--port", "0", *arguments)
    async with running(home, *serve, program=program, **more) as process:
        yield process, await link_of(process)


async def link_of(process: asyncio.subprocess.Process) -> Link:
    """Return the link a server prints as soon as players can come."""
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        async for line in process.stdout:
            if b"siam://" in line or b"siams://" in line:
                return parse_link(line.decode().strip())
    said = await process.stderr.read() if process.stderr else b""
    raise AssertionError(f"the server did not start: {said.decode()}")


async def ended(pid: int, within: float = PATIENCE) -> None:
    """Return once a process that is nobody's child here has ended.

    Raises:
        TimeoutError: it goes on.
    """
    try:
        descriptor = os.pidfd_open(pid)
    except ProcessLookupError:
        return  # it was quick
    try:
        loop = asyncio.get_running_loop()
        over = asyncio.Event()
        loop.add_reader(descriptor, over.set)
        try:
            await asyncio.wait_for(over.wait(), within)
        finally:
            loop.remove_reader(descriptor)
    finally:
        os.close(descriptor)


def children(pid: int) -> Iterator[int]:
    """Iterate over the processes a process has started, and those these have started."""
    text = Path(f"/proc/{pid}/task/{pid}/children").read_text()
    for child in map(int, text.split()):
        if b"tests.warm_start" not in Path(f"/proc/{child}/cmdline").read_bytes():
            yield child
            yield from children(child)


@contextmanager
def variables(values: Mapping[str, str]) -> Iterator[None]:
    """Set environment variables for a while."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value
