"""Links that are given to a command: in a file, on standard input, and off the process list."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from protocol.links import Link
from tests.patience import PATIENCE
from tests.programs import run, running, serving


@pytest.fixture(scope="module")
async def link(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Link]:
    async with serving(tmp_path_factory.mktemp("host")) as (_, found):
        yield found


pytestmark = pytest.mark.asyncio(loop_scope="module")


async def until_told(stream: asyncio.StreamReader | None, text: str) -> None:
    assert stream is not None
    async with asyncio.timeout(PATIENCE):
        while text not in (line := (await stream.readline()).decode()):
            assert line, text


@pytest.mark.parametrize("command", [("join",), ("watch",), ()])
async def test_a_link_on_the_command_line_leaves_the_process_list(
    tmp_path: Path, link: Link, command: tuple[str, ...]
) -> None:
    key = str(link).partition("#")[2]
    async with running(tmp_path, *command, str(link), "--plain", "--name", "Ann") as process:
        await until_told(process.stdout, "lobby")
        shown = await asyncio.to_thread(Path(f"/proc/{process.pid}/cmdline").read_text)
        assert "--plain" in shown
        assert key not in shown
        left, _ = await asyncio.wait_for(process.communicate(b"help\nquit\n"), PATIENCE)
    assert process.returncode == 0, left


async def test_a_link_is_read_from_the_first_line_and_commands_from_the_others(
    tmp_path: Path, link: Link
) -> None:
    async with running(tmp_path, "join", "-", "--plain", "--name", "Ann") as process:
        told, complaint = await asyncio.wait_for(
            process.communicate(f"{link}\nhelp\nquit\n".encode()), PATIENCE
        )
    assert (process.returncode, b"lobby" in told.lower()) == (0, True), complaint


async def test_every_command_takes_the_link_of_a_file(tmp_path: Path, link: Link) -> None:
    file = tmp_path / "invitation"
    file.write_bytes(b"\xef\xbb\xbf" + f"{link}\r\n".encode())
    code, told, complaint = await run(tmp_path, "doctor", f"@{file}")
    assert link.lobby in told, complaint
    code, _, complaint = await run(tmp_path, "join", f"@{tmp_path}/nothing")
    assert (code, "There is no file" in complaint) == (2, True)
    code, _, complaint = await run(tmp_path, "lobby", "tables", "--link", f"@{file}")
    assert "no lobby of its own" in complaint
    engine = ("bot", "--engine", "true", "--table", f"@{file}")
    code, _, complaint = await run(tmp_path, *engine)
    assert (code, "names no table" in complaint) == (2, True), complaint
