"""Settings, keys, passwords and records, as editors and other systems leave them."""

from __future__ import annotations

import codecs
import errno
import io
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from games.record import format_record
from protocol.keys import SecretKey
from siam_tui.cli.key_transfer import STANDARD, export_key, import_key
from siam_tui.cli.serving.notify_file import read_notify_file
from siam_tui.model.record_files import read_record
from siam_tui.profile.given_secrets import broker_password
from siam_tui.profile.key_files import load_or_create_key, read_key
from siam_tui.profile.paths import profiles_folder
from siam_tui.profile.profiles import Profile
from siam_tui.profile.settings import read_settings
from siam_tui.profile.small_files import unwritable
from siam_tui.profile.user_error import UserError
from tests.siam_tui.replay.games import recorded

KEY = SecretKey(b"k" * 32)
RECORD = format_record(recorded())
READERS: dict[str, tuple[Callable[[Path], object], str, object]] = {
    "settings": (lambda path: read_settings(path).name, 'name = "Ann"\n', "Ann"),
    "key": (read_key, KEY.to_text() + "\n", KEY),
    "password": (lambda path: broker_password(None, path), "pass wörd\n", "pass wörd"),
    "notify": (
        lambda path: read_notify_file(path, None).reminders.ntfy_hosts,
        '[ntfy]\nhosts = ["ntfy.sh"]\n',
        ("ntfy.sh",),
    ),
    "record": (read_record, RECORD, recorded()),
}


def made(folder: Path, data: bytes) -> Path:
    """Write a file that only its owner can read."""
    file = folder / "file"
    file.write_bytes(data)
    file.chmod(0o600)
    return file


@pytest.fixture(params=READERS)
def kind(request: pytest.FixtureRequest) -> tuple[Callable[[Path], object], str, object]:
    """One kind of file: its reader, a text, and what is read from it."""
    return READERS[request.param]


@pytest.mark.parametrize("mark", [b"", codecs.BOM_UTF8])
@pytest.mark.parametrize("end", ["\n", "\r\n", "  \n", " \t\r\n", ""])
def test_marks_line_ends_and_blanks_make_no_difference(
    kind: tuple[Callable[[Path], object], str, object], mark: bytes, end: str, tmp_path: Path
) -> None:
    read, text, meant = kind
    whole = text.rstrip("\n") if end == "" else text.replace("\n", end)
    assert read(made(tmp_path, mark + whole.encode())) == meant


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32"])
def test_another_encoding_is_named_and_nothing_is_to_be_deleted(
    kind: tuple[Callable[[Path], object], str, object], encoding: str, tmp_path: Path
) -> None:
    read, text, _ = kind
    with pytest.raises(UserError, match=f"in {encoding.upper()}: save it again as UTF-8") as told:
        read(made(tmp_path, text.encode(encoding)))
    assert "delete" not in str(told.value)


def test_a_record_on_standard_input_is_read_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    data = codecs.BOM_UTF8 + RECORD.replace("\n", "\r\n").encode()
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    assert read_record(Path("-")) == recorded()


class TestKeys:
    def test_an_exported_key_is_read_without_the_blanks_that_an_editor_removes(
        self, tmp_path: Path
    ) -> None:
        profile = Profile(tmp_path)
        key = profile.player_key()
        export_key(profile, "player", tmp_path / "exported")
        lines = (tmp_path / "exported").read_text().splitlines()
        edited = made(tmp_path, "\r\n".join(line.rstrip() for line in lines).encode())
        assert read_key(edited) == key

    @pytest.mark.parametrize("data", [b"", b"Dear Ben", KEY.to_text().encode() * 2])
    def test_a_damaged_key_is_kept_and_another_one_imported_beside_it(
        self, data: bytes, tmp_path: Path
    ) -> None:
        profile = Profile(tmp_path / "profile")
        profile.folder.mkdir()
        file = profile.key_file("player")
        made(profile.folder, data).rename(file)
        with pytest.raises(UserError, match=r"Keep this file, .* --replace") as told:
            profile.player_key()
        assert "delete" not in str(told.value)
        (tmp_path / "copy").write_text(KEY.to_text())
        (tmp_path / "copy").chmod(0o600)
        with pytest.raises(UserError, match="Keep this file"):
            import_key(profile, "player", tmp_path / "copy", replace=False)
        import_key(profile, "player", tmp_path / "copy", replace=True)
        assert profile.player_key() == KEY
        assert (profile.folder / "player-unreadable1.key").read_bytes() == data

    def test_a_link_to_a_key_that_is_away_is_told_and_stays(self, tmp_path: Path) -> None:
        link = tmp_path / "player.key"
        link.symlink_to(tmp_path / "usb" / "player.key")
        with pytest.raises(UserError, match=r"is a link to .*: put your key there again"):
            load_or_create_key(link)
        made(tmp_path, KEY.to_text().encode()).rename(tmp_path / "copy")
        with pytest.raises(UserError, match="is a link to "):
            import_key(Profile(tmp_path), "player", tmp_path / "copy", replace=True)
        assert link.is_symlink()
        (tmp_path / "usb").mkdir()
        made(tmp_path / "usb", KEY.to_text().encode()).rename(tmp_path / "usb" / "player.key")
        assert load_or_create_key(link) == KEY

    def test_a_key_from_standard_input_may_have_a_mark(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        data = codecs.BOM_UTF8 + KEY.to_text().encode() + b" \r\n"
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(data)))
        import_key(Profile(tmp_path), "player", STANDARD, replace=False)
        assert Profile(tmp_path).player_key() == KEY


class TestLinkedSettings:
    def test_a_link_stays_a_link_when_a_setting_changes(self, tmp_path: Path) -> None:
        own = tmp_path / "dotfiles"
        own.mkdir()
        profile = Profile(tmp_path / "profile")
        profile.folder.mkdir()
        link = profile.folder / "settings.toml"
        link.symlink_to(own / "siam.toml")
        profile.change_settings(name="Ann")
        assert link.is_symlink()
        assert (own / "siam.toml").read_text().endswith('name = "Ann"\n')
        assert profile.settings().name == "Ann"

    def test_a_link_into_a_folder_that_is_away_is_told(self, tmp_path: Path) -> None:
        link = tmp_path / "settings.toml"
        link.symlink_to(tmp_path / "usb" / "siam.toml")
        with pytest.raises(UserError, match=r"it is a link to .*, and its folder is away"):
            Profile(tmp_path).change_settings(name="Ann")
        assert link.readlink() == tmp_path / "usb" / "siam.toml"


def test_a_home_that_cannot_be_written_names_all_variables_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()  # nothing can be made below it, not even by root
    for name in ("CONFIG", "DATA", "STATE"):
        monkeypatch.setenv(f"XDG_{name}_HOME", str(tmp_path / "file" / name))
    key, error = profiles_folder() / "default" / "player.key", OSError(errno.EROFS, "Read-only")
    every = "setting XDG_CONFIG_HOME, XDG_DATA_HOME and XDG_STATE_HOME."
    assert str(unwritable(key, error)).endswith(every)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert str(unwritable(key, error)).endswith("setting XDG_CONFIG_HOME and XDG_STATE_HOME.")
