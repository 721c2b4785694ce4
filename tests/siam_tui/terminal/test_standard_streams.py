"""Programs that are started without standard input, output or error, as services may be."""

from __future__ import annotations

import asyncio
import shlex
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE
from tests.programs import environment, link_of, player_key_of, running

SIAM = f"exec {shlex.quote(sys.executable)} -m siam_tui"
FULL = "siam: The output cannot be written: the disk or your quota is full.\n"
LOST = "siam: Standard output is closed: what siam prints is lost.\n"


async def run_in_shell(home: Path, command: str) -> tuple[int | None, str, str]:
    """Run a command of siam with the redirections of a shell, to its end."""
    process = await asyncio.create_subprocess_exec(
        "/bin/sh", "-c", f"{SIAM} {command}", env=environment(home),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    return process.returncode, out.decode(), err.decode()


@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        ("rules >&-", 0, LOST),
        ("rules 1</dev/null", 0, LOST),
        ("key <&- >&-", 0, LOST),
        ("key >&- 2>&-", 0, ""),
        ("verify - <&-", 1, ""),
        ("rules >/dev/full", 2, FULL),
    ],
)  # fmt: skip
async def test_a_closed_stream_is_told_in_a_sentence(
    command: str, code: int, told: str, tmp_path: Path
) -> None:
    exit_code, _, err = await run_in_shell(tmp_path, command)
    assert (exit_code, err) == (code, told)


async def test_a_lobby_is_served_without_standard_output(tmp_path: Path) -> None:
    command = (f"{SIAM} serve --port 0 >&-",)
    async with running(tmp_path, *command, program=("/bin/sh", "-c")) as server:
        assert server.stderr is not None
        assert (await asyncio.wait_for(server.stderr.readline(), PATIENCE)).decode() == LOST
        lobbies = tmp_path / "lobbies"
        async with asyncio.timeout(PATIENCE):
            while not any(lobbies.iterdir()):  # noqa: ASYNC110 - another program announces it
                await asyncio.sleep(0.01)
        assert server.returncode is None
        server.terminate()
        _, err = await asyncio.wait_for(server.communicate(), PATIENCE)
    assert (server.returncode, err) == (0, b"")


async def test_a_service_serves_a_private_lobby_until_it_is_stopped(tmp_path: Path) -> None:
    """A service manager and a detached container start it with nothing to read."""
    admitted = player_key_of(tmp_path).public.fingerprint
    command = f"{SIAM} serve --private --admit {admitted} --port 0 </dev/null"
    async with running(tmp_path, command, program=("/bin/sh", "-c")) as server:
        assert (await link_of(server)).lobby
        assert server.returncode is None
        server.terminate()
        assert await asyncio.wait_for(server.wait(), PATIENCE) == 0
