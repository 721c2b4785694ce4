"""How a program of ours starts another one, wherever it runs from."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

import pytest

from games import own_program as module
from games.own_program import FLAG, own_program, run_own_program

ROOT = Path(module.__file__).parents[1]
MAIN = f"""
import sys
sys.path.insert(0, {str(ROOT)!r})
from games.own_program import own_program, run_own_program
if not run_own_program(sys.argv):
    print(*own_program("siam_tui.cli.no_such_module", "3"), sep="\\n")
"""


async def output(*command: str) -> tuple[str, str]:
    """Return what a program prints, and what it complains of."""
    process = await asyncio.create_subprocess_exec(
        *command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd="/"
    )
    out, err = await process.communicate()
    return out.decode(), err.decode()


def test_a_checkout_and_an_environment_start_python() -> None:
    assert own_program("client.bots", "3") == (sys.executable, "-P", "-m", "client.bots", "3")


def test_a_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert own_program("client.bots", "3") == (sys.executable, FLAG, "client.bots", "3")


async def test_an_archive_starts_itself_and_runs_the_module(tmp_path: Path) -> None:
    """Only the process of the archive has our packages on its path; Python alone has not."""
    archive = tmp_path / "siam.pyz"
    with ZipFile(archive, "w") as file:
        file.writestr("__main__.py", MAIN)
    printed, complaints = await output(sys.executable, "-I", str(archive))
    assert complaints == ""
    command = printed.split()
    assert command == [sys.executable, str(archive), FLAG, "siam_tui.cli.no_such_module", "3"]
    printed, complaints = await output(*command)
    assert "No module named siam_tui.cli.no_such_module" in complaints


@pytest.mark.parametrize(
    "arguments", [["siam"], ["siam", FLAG], ["siam", FLAG, "os"], ["siam", "serve", "client.bots"]]
)
def test_other_command_lines_are_for_siam(arguments: list[str]) -> None:
    assert not run_own_program(arguments)


def test_no_other_file_decides_how_to_start_ourselves() -> None:
    """``sys.executable -m`` does not work everywhere, so only one function may use it."""
    packages = ("texts", "games", "protocol", "transport", "client", "server", "siam_tui")
    files = [path for name in packages for path in (ROOT / name).rglob("*.py")]
    using = [path for path in files if "sys.executable" in path.read_text()]
    allowed = {ROOT / "games" / "own_program.py", ROOT / "client" / "bots" / "program.py"}
    assert set(using) == allowed
