"""``siam key``: keys shown, carried to another computer, and never lost unasked."""

from __future__ import annotations

import stat

import pytest

from protocol.keys import SecretKey
from siam_tui.cli.key_transfer import export_key, import_key, show_keys
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError
from tests.programs import run


@pytest.fixture
def ann(tmp_path):
    return Profile.named(tmp_path / "profiles", "ann")


def test_shows_fingerprints_and_files_and_no_secret(ann, capsys):
    player, server = ann.player_key(), ann.server_key()
    show_keys(ann)
    out = capsys.readouterr().out
    for key in (player, server):
        assert key.public.fingerprint in out
        assert key.to_text() not in out
    assert str(ann.key_file("player")) in out
    assert "Keep a copy of the lobby's key" in out


def test_makes_the_keys_of_a_new_profile_and_shows_both_fingerprints(ann, capsys):
    show_keys(ann)
    out = capsys.readouterr().out
    for file in ("player.key", "server.key"):
        key = SecretKey.from_text((ann.folder / file).read_text())
        assert key.public.fingerprint in out


@pytest.mark.parametrize("which", ["player", "server"])
def test_a_key_goes_to_another_computer(ann, tmp_path, which, capsys):
    key = ann.player_key() if which == "player" else ann.server_key()
    file = tmp_path / "exported"
    export_key(ann, which, file)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    there = Profile.named(tmp_path / "there", "ann")
    import_key(there, which, file, replace=False)
    assert (there.player_key() if which == "player" else there.server_key()) == key
    assert stat.S_IMODE(there.key_file(which).stat().st_mode) == 0o600
    assert key.to_text() not in capsys.readouterr().out
    import_key(there, which, file, replace=False)
    assert "already" in capsys.readouterr().out


@pytest.mark.parametrize(("which", "other"), [("player", "server"), ("server", "player")])
def test_an_exported_key_says_its_kind_and_becomes_no_other(ann, tmp_path, which, other):
    key = ann.player_key() if which == "player" else ann.server_key()
    file = tmp_path / "exported"
    export_key(ann, which, file)
    assert SecretKey.from_text(file.read_text()[:200]) == key, "what older releases read"
    assert "# This is the key of a" in file.read_text()
    there = Profile.named(tmp_path / "there", "ann")
    with pytest.raises(UserError, match="import it with"):
        import_key(there, other, file, replace=False)
    assert not there.key_file(other).exists()


def test_the_key_of_a_lobby_served_here_becomes_no_players_key(ann, tmp_path):
    old_export = tmp_path / "exported"
    old_export.touch(0o600)
    old_export.write_text(ann.server_key().to_text() + "\n")
    with pytest.raises(UserError, match="import it with --server"):
        import_key(ann, "player", old_export, replace=True)
    import_key(Profile.named(tmp_path / "there", "ann"), "player", old_export, replace=False)


def test_no_file_is_written_over(ann, tmp_path):
    ann.player_key()
    file = tmp_path / "precious"
    file.write_text("mine")
    with pytest.raises(UserError, match="not overwritten"):
        export_key(ann, "player", file)
    assert file.read_text() == "mine"


def test_no_key_is_replaced_unasked_and_the_old_one_is_kept(ann, tmp_path, capsys):
    old, new = ann.player_key(), SecretKey.generate()
    file = tmp_path / "new"
    other = Profile.named(tmp_path / "other", "o")
    other.folder.mkdir(parents=True)
    other.key_file("player").write_text(new.to_text())
    other.key_file("player").chmod(0o600)
    export_key(other, "player", file)
    with pytest.raises(UserError, match="--replace"):
        import_key(ann, "player", file, replace=False)
    assert ann.player_key() == old
    import_key(ann, "player", file, replace=True)
    assert ann.player_key() == new
    aside = ann.folder / f"player-{old.public.short}.key"
    assert SecretKey.from_text(aside.read_text()) == old
    assert str(aside) in capsys.readouterr().out


@pytest.mark.parametrize(("text", "mode"), [("no key", 0o600), ("", 0o600), (None, 0o644)])
def test_what_is_no_key_or_open_to_others_is_refused(ann, tmp_path, text, mode):
    file = tmp_path / "file"
    file.write_text(SecretKey.generate().to_text() if text is None else text)
    file.chmod(mode)
    with pytest.raises(UserError):
        import_key(ann, "player", file, replace=False)
    with pytest.raises(UserError, match="no file"):
        import_key(ann, "player", tmp_path / "nowhere", replace=False)
    assert not ann.key_file("player").exists()


async def test_on_the_command_line(tmp_path):
    key = SecretKey.generate()
    file = tmp_path / "k"
    file.write_text(key.to_text())
    file.chmod(0o600)
    code, out, _ = await run(tmp_path, "--profile", "ann", "key", "import", str(file))
    assert (code, key.public.fingerprint in out) == (0, True)
    code, out, _ = await run(tmp_path, "--profile", "ann", "key")
    assert (code, key.public.fingerprint in out) == (0, True)
    code, out, _ = await run(tmp_path, "--profile", "ann", "key", "export", "-")
    assert (code, out.strip()) == (0, key.to_text())
    code, _, err = await run(tmp_path, "--profile", "ann", "key", "export", str(file))
    assert code == 2
    assert "not overwritten" in err
