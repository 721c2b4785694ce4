"""The program as people start it: real processes, in folders of their own."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[3]
SIAM = (sys.executable, "-m", "siam_tui")


def environment(home: Path, **more: str) -> dict[str, str]:
    """Return an environment in which nothing of the person who tests is touched."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("SIAM_")}
    folders = {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "XDG_STATE_HOME": str(home / "state"),
        "SIAM_LOBBIES": str(home / "lobbies"),
        "PYTHONPATH": str(ROOT),
    }
    (home / "lobbies").mkdir(parents=True, exist_ok=True)  # the system makes it, as it does /tmp
    return kept | folders | more


async def run(home: Path, *arguments: str, **more: str) -> tuple[int, str, str]:
    """Run ``siam`` to its end; return its exit code, output and complaints."""
    async with running(home, *arguments, **more) as process:
        out, err = await asyncio.wait_for(process.communicate(), 90)
    assert process.returncode is not None
    return process.returncode, out.decode(), err.decode()


@asynccontextmanager
async def running(
    home: Path, *arguments: str, **more: str
) -> AsyncIterator[asyncio.subprocess.Process]:
    """Run ``siam`` for as long as the context lasts."""
    process = await asyncio.create_subprocess_exec(
        *SIAM,
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


async def ended(pid: int, within: float = 20.0) -> None:
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
