"""A pipe, a device or an endless file in place of a file: refused at once, never waited for."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from games.engine import Engine
from siam_tui.games.map_file import read_map_file
from siam_tui.lobby.bot_game import FIRST_GAME, LastBots
from siam_tui.model.game_folder import GameFolder
from siam_tui.model.record_files import read_record, save_record
from siam_tui.profile.given_secrets import broker_password
from siam_tui.profile.key_files import read_key
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import LastSeen
from siam_tui.profile.settings import read_settings
from siam_tui.profile.small_files import LineSet
from siam_tui.profile.table_secrets import PrivateTables
from siam_tui.profile.user_error import UserError
from tests.programs import run
from tests.siam_tui.replay.games import recorded


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A pipe into which nobody writes: whoever opens it to read waits for ever."""
    path = tmp_path / "pipe"
    os.mkfifo(path, 0o600)
    return path


NO_FILE = "it is a pipe or a device, not a file"


@pytest.mark.parametrize("path", ["pipe", "/dev/zero"])
def test_what_a_person_names_is_refused(path: str, pipe: Path) -> None:
    named = pipe if path == "pipe" else Path(path)
    for read in (
        read_record,
        lambda each: read_map_file("siam", str(each)),
        read_settings,
        read_key,
    ):
        with pytest.raises(UserError, match=NO_FILE):
            read(named)
    assert NO_FILE in Engine().answer(f"game siam map={named}")[-1]
    with pytest.raises(UserError, match=NO_FILE):
        LineSet(named).read_lines()


def test_files_of_a_profile_are_done_without(tmp_path: Path) -> None:
    for name in ("last-bots.json", "private-tables.json", "seen.json", "settings.toml"):
        os.mkfifo(tmp_path / name)
    assert LastBots(tmp_path).values()["siam"] == FIRST_GAME
    assert not PrivateTables.in_profile(tmp_path)._keys
    assert LastSeen(tmp_path / "seen.json").last_glance("anywhere") is None
    with pytest.raises(UserError, match=NO_FILE):
        Profile(tmp_path).settings()


def test_a_record_is_saved_beside_what_is_no_file(tmp_path: Path) -> None:
    record = recorded()
    first = save_record(tmp_path, record)
    first.unlink()
    os.mkfifo(first)
    second = save_record(tmp_path, record)
    assert second != first
    assert second == save_record(tmp_path, record)
    assert [game.file for game in GameFolder(tmp_path).list_games()] == [second.name]


def test_no_more_is_read_of_a_file_than_is_of_use(tmp_path: Path) -> None:
    endless = tmp_path / "endless.siam"
    with endless.open("wb") as file:
        file.truncate(1 << 40)  # a terabyte, of which the disk holds nothing
    for read in (read_record, lambda each: read_map_file("siam", str(each)), read_settings):
        with pytest.raises(UserError, match="it has more than"):
            read(endless)


def test_a_password_may_come_through_a_pipe() -> None:
    out, into = os.pipe()
    os.write(into, b"secret\nmore\n")
    os.close(into)
    assert broker_password(None, Path(f"/dev/fd/{out}")) == "secret"
    os.close(out)


@pytest.mark.parametrize("arguments", [("verify",), ("--map",), ("key", "import")])
async def test_a_command_says_so_in_a_sentence(
    tmp_path: Path, pipe: Path, arguments: tuple[str, ...]
) -> None:
    code, out, err = await run(tmp_path, *arguments, str(pipe))
    assert (code, out) == (2, "")
    assert NO_FILE in err
    assert err.count("\n") == 1
