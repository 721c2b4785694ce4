"""How a person wants the app to be, kept in a file a person can write as well."""

import pytest
from textual.widgets import OptionList

from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.palette import MONO
from siam_tui.appearance.style import Look
from siam_tui.model.start import Start
from siam_tui.profile.profiles import Profile
from siam_tui.profile.settings import Settings, change_settings, read_settings
from siam_tui.profile.user_error import UserError
from tests.siam_tui.app.stage import app_of, piloted, until
from tests.siam_tui.app.terminal import exit_code, on_terminal

BY_HAND = """\
# mine
palette = "mono"   # the red one is too red
sound = "loud"

[later]
speed = 3
"""


@pytest.fixture
def path(tmp_path):
    return tmp_path / "profiles" / "ann" / "settings.toml"


def written(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    return path


def test_without_a_file_they_are_the_usual_ones(path):
    assert read_settings(path) == Settings()
    assert not path.parent.exists()


def test_what_is_changed_is_kept_and_the_rest_is_as_usual(path):
    changed = change_settings(path, palette="colour-blind", bell=False)
    assert changed == Settings(palette="colour-blind", bell=False) == read_settings(path)


def test_comments_and_entries_unknown_here_stay(path):
    written(path, BY_HAND)
    change_settings(path, palette="classic", theme="nord", animation="full")
    assert read_settings(path) == Settings(palette="classic", theme="nord", animation="full")
    text = path.read_text("utf-8")
    kept = BY_HAND.replace('"mono"', '"classic"').splitlines()
    assert [line for line in text.splitlines() if line in kept] == kept


@pytest.mark.parametrize(
    ("entry", "need"),
    [
        ('palette = "clasic"', "palette must be one of 'classic', 'colour-blind', 'mono'"),
        ("palette = ['mono']", "palette must be one of"),
        ('animation = "fast"', "animation must be one of 'none', 'basic', 'full'"),
        ("ascii = true", "ascii must be one of 'auto', 'yes', 'no'"),
        ('theme = "pink"', "theme must be one of 'siam-dark', 'siam-light', "),
        ('language = "pt"', "language must be one of 'auto', 'en', 'es', 'fr', 'it', 'de'"),
        ('bell = "on"', "bell must be true or false"),
        ("notifications = 1", "notifications must be true or false"),
        ("name = 7", "name must be a text"),
        ("bell = yes", "is no valid TOML"),
    ],
)
def test_a_wrong_entry_is_told_with_its_file_and_what_it_may_be_and_nothing_is_lost(
    path, entry, need
):
    text = f"# by hand\n{entry}\n"
    written(path, text)
    for do in (read_settings, lambda path: change_settings(path, name="Ann")):
        with pytest.raises(UserError) as trouble:
            do(path)
        assert str(path) in str(trouble.value)
        assert need in str(trouble.value)
        assert path.read_text("utf-8") == text


def test_all_that_is_wrong_is_told_at_once(path):
    written(path, 'bell = 1\npalette = "x"\n')
    with pytest.raises(UserError, match=r"palette must be .*; bell must be"):
        read_settings(path)


def test_a_file_that_is_no_text_is_told_of(path):
    path.parent.mkdir(parents=True)
    path.write_bytes(b"name = '\xff'")
    with pytest.raises(UserError, match="line 1 is not UTF-8 but another encoding"):
        read_settings(path)


def test_a_folder_that_cannot_be_written_is_told_of(tmp_path):
    (tmp_path / "profiles").write_text("a file where a folder should be")
    with pytest.raises(UserError, match="cannot be"):
        change_settings(tmp_path / "profiles" / "settings.toml", bell=False)


def test_nothing_else_is_left_in_the_folder(path):
    change_settings(path, bell=False)
    change_settings(path, bell=True)
    assert [each.name for each in path.parent.iterdir()] == ["settings.toml"]


def lit(app):
    """Return the style of the chosen line of the list that has the focus."""
    listed = app.screen.query_one(OptionList)
    assert app.focused is listed
    return listed.get_visual_style("option-list--option-highlighted")


class TestInTheApp:
    async def test_a_theme_of_the_command_palette_is_remembered(self, tmp_path):
        async with piloted(app_of(tmp_path)) as pilot:
            pilot.app.theme = "nord"
            await until(pilot, lambda: pilot.app.settings.theme == "nord")
        async with piloted(app_of(tmp_path)) as pilot:
            assert pilot.app.theme == "nord"

    async def test_what_the_command_line_gives_holds_for_this_time_only(self, tmp_path):
        app = app_of(tmp_path, Start(palette="mono", ascii=True))
        async with piloted(app) as pilot:
            assert app.look == Look(ASCII, MONO)
            app.theme = "nord"
            await until(pilot, lambda: app.settings.theme == "nord")
        kept = Profile.named(tmp_path, "default").settings()
        assert kept == Settings(name="Ann", theme="nord")

    async def test_settings_that_cannot_be_kept_are_told_of(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            (tmp_path / "default" / "settings.toml").write_text("bell = yes")
            app.theme = "nord"
            await until(pilot, lambda: list(app._notifications))
            (told,) = app._notifications
            assert "is no valid TOML" in told.message
        assert (tmp_path / "default" / "settings.toml").read_text() == "bell = yes"

    @pytest.mark.parametrize("key", ["t", "p", "question_mark"])
    async def test_without_colours_the_chosen_line_of_a_list_is_underlined(
        self, tmp_path, monkeypatch, key
    ):
        monkeypatch.setenv("NO_COLOR", "1")
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            assert lit(app).underline
            await pilot.press(key)
            await until(pilot, lambda: len(app.screen_stack) == 2 and app.focused is not None)
            await pilot.pause()
            assert lit(app).underline


async def test_siam_does_not_begin_with_a_wrong_setting(tmp_path):
    file = tmp_path / "config" / "siam-tui" / "profiles" / "default" / "settings.toml"
    written(file, 'palette = "pink"')
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui")
    await terminal.until(b"palette must be one of")
    assert await exit_code(pid) == 2
    terminal.close()


async def test_an_unknown_palette_on_the_command_line_is_told_of(tmp_path):
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--palette", "pink")
    await terminal.until(b"'pink' is no palette: use one of classic, colour-blind, mono.")
    assert await exit_code(pid) == 2
    terminal.close()
