"""Who one is, kept in files."""

import stat
from concurrent.futures import ThreadPoolExecutor

import pytest

from protocol.keys import SecretKey
from siam_tui.profile.profiles import Profile, clean_name
from siam_tui.profile.user_error import UserError


@pytest.fixture
def profile(tmp_path):
    return Profile.named(tmp_path / "profiles", "ann")


class TestKeys:
    def test_a_key_is_made_once_and_stays(self, profile):
        assert profile.player_key() == profile.player_key()

    def test_the_lobby_has_a_key_of_its_own(self, profile):
        assert profile.server_key() != profile.player_key()
        assert profile.server_key() == profile.server_key()

    def test_two_profiles_are_two_players(self, tmp_path):
        keys = [Profile.named(tmp_path, name).player_key() for name in ("ann", "ben")]
        assert keys[0] != keys[1]

    def test_nobody_else_may_read_it(self, profile):
        profile.player_key()
        assert stat.S_IMODE((profile.folder / "player.key").stat().st_mode) == 0o600
        assert stat.S_IMODE(profile.folder.stat().st_mode) == 0o700

    def test_nothing_else_is_left_in_the_folder(self, profile):
        profile.player_key()
        assert [path.name for path in profile.folder.iterdir()] == ["player.key"]

    def test_programs_started_at_once_get_one_key(self, profile):
        with ThreadPoolExecutor(8) as pool:
            keys = list(pool.map(lambda _: profile.player_key(), range(32)))
        assert len({key.seed for key in keys}) == 1

    def test_a_key_others_can_read_is_refused(self, profile):
        profile.player_key()
        (profile.folder / "player.key").chmod(0o640)
        with pytest.raises(UserError, match="chmod 600"):
            profile.player_key()

    @pytest.mark.parametrize("text", ["", "no key", "ü" * 43, SecretKey(bytes(32)).to_text() + "A"])
    def test_a_damaged_key_is_not_replaced_but_told_of(self, profile, text):
        profile.player_key()
        path = profile.folder / "player.key"
        path.write_text(text, "utf-8")
        with pytest.raises(UserError, match="Keep this file"):
            profile.player_key()
        assert path.read_text("utf-8") == text

    def test_a_folder_that_cannot_be_written_is_told_of(self, tmp_path):
        (tmp_path / "profiles").write_text("a file where a folder should be")
        with pytest.raises(UserError, match="cannot be"):
            Profile.named(tmp_path / "profiles", "ann").player_key()


class TestNames:
    def test_there_is_none_at_first(self, profile):
        assert profile.player_name() == ""

    def test_a_name_is_remembered(self, profile):
        profile.remember_name("  Ann\tof Ayutthaya\n")
        assert profile.player_name() == "Ann of Ayutthaya"

    @pytest.mark.parametrize(
        ("given", "clean"),
        [
            *(("  Ann  ", "Ann"), ("A\x1b[31mnn", "A [31mnn"), ("x" * 30, "x" * 24)),
            *((" \n ", ""), ("A\u3164nn", "Ann"), ("\u3164\u2800", "")),
        ],
    )
    def test_a_name_is_fit_for_the_wire(self, given, clean):
        assert clean_name(given) == clean

    @pytest.mark.parametrize("name", ["", "..", "a/b", "x" * 33, "a b"])
    def test_a_profile_that_fits_no_folder_is_refused(self, tmp_path, name):
        with pytest.raises(UserError, match="cannot name a profile"):
            Profile.named(tmp_path, name)
