"""The program where it may not write, or where there is no room left."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

from siam_tui.cli.doctor import check_certificate_files, check_folders
from tests.programs import SIAM, environment, running, variables

_ON_A_TERMINAL = "import pty, sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)"


async def told(home: Path, *arguments: str, program: tuple[str, ...] = SIAM, **more: str) -> str:
    """Return what a program says that ends with exit code 2, in one sentence."""
    async with running(home, *arguments, program=program, **more) as process:
        out, err = await process.communicate()
    said = (out + err).decode()
    assert (process.returncode, said.count("\n")) == (2, 1), said
    return said


def in_shell(command: str) -> tuple[str, ...]:
    """Return ``siam`` as a shell starts it after a command of its own."""
    return ("sh", "-c", f'{command}; exec "$@"', "sh", *SIAM)


async def test_a_state_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    state = {"XDG_STATE_HOME": str(tmp_path / "file" / "state"), "COLUMNS": "500"}
    on_a_terminal = (sys.executable, "-c", _ON_A_TERMINAL, *SIAM)
    for arguments, program in (((), on_a_terminal), (("--plain",), SIAM), (("serve",), SIAM)):
        said = await told(tmp_path, *arguments, program=program, **state)
        assert "cannot be written (Not a directory)" in said
        assert "XDG_STATE_HOME" in said


async def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path) -> None:
    full = in_shell("ulimit -f 0")
    assert "player.key cannot be written: the disk or your quota is full" in await told(
        tmp_path, "--plain", program=full
    )
    complaint = await told(tmp_path, "rules", program=in_shell("exec >/dev/full"))
    assert "the disk or your quota is full" in complaint
    few = in_shell("ulimit -f 8")
    assert "full, over its quota or failing" in await told(tmp_path, "serve", program=few)


def test_the_doctor_names_the_folder_that_cannot_be_written_and_one_open_to_others(
    tmp_path: Path,
) -> None:
    home = environment(tmp_path)
    profile = tmp_path / "config" / "siam-tui" / "profiles" / "default"
    with variables(home):
        assert {mark for mark, _ in check_folders(profile)} == {"ok"}
        profile.chmod(0o770)
        (tmp_path / "state" / "siam-tui" / "log").rmdir()
        (tmp_path / "state" / "siam-tui" / "log").touch()
        open_to_others, logs = [told for mark, told in check_folders(profile) if mark == "BAD"]
    assert "chmod go-w" in open_to_others
    assert "Logs cannot be written" in logs
    assert "XDG_STATE_HOME" in logs
    with variables({"SSL_CERT_FILE": "/none"}):
        assert ["/none" in told for _, told in check_certificate_files()] == [True]


async def test_every_folder_is_for_its_owner_only_whatever_the_umask(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    open_to_all = in_shell("umask 0")
    async with running(home, "doctor", program=open_to_all) as process:
        out, _ = await process.communicate()
    assert process.returncode == 0
    assert "BAD" not in out.decode()
    async with running(home, "serve", "--port", "0", program=open_to_all) as process:
        assert process.stdout is not None
        await process.stdout.readline()
    made = [each for each in home.rglob("*") if each.is_dir() and each.name != "lobbies"]
    assert len(made) > 8
    for each in (*made, home / "data" / "siam-tui" / "lobbies"):
        assert stat.S_IMODE(each.stat().st_mode) == 0o700, each
