"""What packages contain, and that they work where there is nothing else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import typer
from hatchling.builders.wheel import WheelBuilder

from siam_tui.cli.run import commands
from tests.programs import environment

ROOT = Path(__file__).parents[2]
PACKAGES = ("client", "games", "protocol", "server", "siam_tui", "texts", "transport")


def committed(*folders: str) -> set[str]:
    """Return the files in these folders that are part of the project."""
    listed = subprocess.check_output(("git", "ls-files", "-z", "--", *folders), cwd=ROOT, text=True)
    return {path for path in listed.split("\0") if path and (ROOT / path).exists()}


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="this is no checkout: nobody knows")
def test_a_wheel_has_all_files_of_the_packages_and_no_others() -> None:
    found = WheelBuilder(str(ROOT)).recurse_included_files()
    packed = {each.distribution_path for each in found}
    unfinished = {path for path in packed if not (ROOT / path).is_file()}
    assert unfinished == set()
    ours = {path for path in committed(*PACKAGES) if not path.endswith(".gitignore")}
    assert ours <= packed
    assert {path.split("/")[0] for path in packed} == set(PACKAGES)
    assert not [path for path in packed if "__pycache__" in path or path.endswith(".so")]


def started_by_the_container_file() -> list[list[str]]:
    text = (ROOT / "packaging" / "Containerfile").read_text()
    return [
        json.loads(words)
        for words in re.findall(r"(?:CMD|ENTRYPOINT) (\[.*\])$", text, re.MULTILINE)
    ]


def started_by_the_service() -> list[str]:
    text = (ROOT / "packaging" / "siam.service").read_text()
    (options,) = re.findall(r'^Environment="SIAM_SERVE_OPTIONS=(.*)"$', text, re.MULTILINE)
    (command,) = re.findall(r"^ExecStart=/usr/local/bin/(.*)$", text, re.MULTILINE)
    return command.replace("$SIAM_SERVE_OPTIONS", options).split()


@pytest.mark.parametrize(
    "command", [*started_by_the_container_file(), started_by_the_service()], ids=" ".join
)
def test_what_the_container_and_the_service_start_is_a_command(command: list[str]) -> None:
    program, *words = command
    assert program == "siam"
    found: Any = typer.main.get_command(commands)
    for word in words:
        if word in getattr(found, "commands", {}):
            found = found.commands[word]
        elif word.startswith("-"):
            assert word in [option for each in found.params for option in each.opts]
    assert found.name in {"serve", "tables"}


def test_the_service_is_served_with_a_file_that_can_be_served(tmp_path: Path) -> None:
    file = tmp_path / "serve.toml"
    file.write_bytes((ROOT / "packaging" / "serve.toml").read_bytes())
    done = subprocess.run(
        [sys.executable, "-m", "siam_tui", "config", "check", str(file)],
        capture_output=True, text=True, check=False, env=environment(tmp_path),
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith("It gives: folder, bind.\n")


@pytest.mark.long
@pytest.mark.timeout(3600)
def test_a_release_is_made_and_its_one_file_plays(tmp_path: Path) -> None:
    folder = tmp_path / "release"
    made = (sys.executable, str(ROOT / "scripts" / "release.py"), str(folder), "--pure")
    subprocess.run(made, cwd=tmp_path, check=True)
    for line in (folder / "SHA256SUMS").read_text().splitlines():
        digest, name = line.split("  ")
        assert sha256((folder / name).read_bytes()).hexdigest() == digest
    (pex,) = folder.glob("*.pex")
    home = os.environ | {"HOME": str(tmp_path), "PEX_ROOT": str(tmp_path / "pex")}
    home.pop("PYTHONPATH", None)
    played = subprocess.check_output((pex, "demo", "--plain"), cwd=tmp_path, env=home, text=True)
    assert "passes." in played
