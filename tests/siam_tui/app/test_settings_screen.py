"""The settings on a screen: what is chosen is worn at once, and kept."""

import pytest
from textual.widgets import Input, Select

from siam_tui.app.settings_screen import SettingsScreen
from siam_tui.appearance.glyphs import ASCII
from siam_tui.appearance.palette import COLOUR_BLIND, MONO
from siam_tui.games.map_board.widget import BoardMap
from siam_tui.games.registry import ui_of
from siam_tui.profile.profiles import Profile
from siam_tui.profile.remembered_games import LastGame
from siam_tui.profile.settings import Settings
from siam_tui.table.screen import TableScreen
from tests.installed_games import OURS
from tests.siam_tui.app.stage import app_of, piloted, text_of, until, until_screen
from tests.siam_tui.table.stage import stage


async def opened(pilot, key="s"):
    await pilot.press(key)
    return await until_screen(pilot, SettingsScreen)


async def test_a_palette_chosen_by_keys_is_worn_and_kept(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await opened(pilot)
        await pilot.press("enter", "down", "enter")
        await until(pilot, lambda: app.settings.palette == "colour-blind")
        assert app.look.palette is COLOUR_BLIND
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is app.home)
    assert Profile.named(tmp_path, "default").settings() == Settings("Ann", palette="colour-blind")


async def test_every_line_is_a_setting(tmp_path):
    app = app_of(tmp_path)
    wanted = Settings("Bo", "auto", "mono", "nord", "yes", False, False, "none")
    async with piloted(app) as pilot:
        screen = await opened(pilot)
        for key in ("palette", "theme", "bell", "notifications", "animation", "ascii"):
            screen.query_one(f"#{key}", Select).value = getattr(wanted, key)
        screen.query_one("#name", Input).focus()
        await pilot.press("backspace", "backspace", "backspace", "B", "o", "enter")
        await until(pilot, lambda: app.settings == wanted)
        assert (app.theme, app.animation_level, app.look.glyphs) == ("nord", "none", ASCII)
    assert Profile.named(tmp_path, "default").settings() == wanted


async def test_the_sample_follows_the_choice(tmp_path):
    async with piloted(app_of(tmp_path)) as pilot:
        screen = await opened(pilot)
        before = text_of(pilot.app, "#sample")
        screen.query_one("#ascii", Select).value = "yes"
        await until(pilot, lambda: text_of(pilot.app, "#sample") != before)
        assert text_of(pilot.app, "#sample").isascii()


@pytest.mark.parametrize("game", OURS)
async def test_the_sample_is_of_the_game_that_was_chosen_last(tmp_path, game):
    app = app_of(tmp_path)
    LastGame(app.profile.folder).remember(game)
    samples = {each: ui_of(each).look_sample(app.look).plain for each in OURS}
    assert len(set(samples.values())) == len(OURS)
    async with piloted(app) as pilot:
        await opened(pilot)
        assert text_of(app, "#sample") == samples[game]
        assert len(text_of(app, "#sample").splitlines()) == 3


async def test_at_a_table_the_sample_is_of_its_game(tmp_path):
    app = app_of(tmp_path)
    LastGame(app.profile.folder).remember("amber")
    async with piloted(app) as pilot:
        await app.push_screen(TableScreen(stage(2, 4), "T1"))
        await until(pilot, lambda: app.screen.view is not None)
        await opened(pilot, "comma")
        assert "Lao" in text_of(app, "#sample")


async def test_in_ascii_the_footer_has_a_word_for_enter(tmp_path):
    async with piloted(app_of(tmp_path)) as pilot:
        screen = await opened(pilot)
        enter = screen.active_bindings["enter"].binding
        assert pilot.app.get_key_display(enter) == "⏎"
        screen.query_one("#ascii", Select).value = "yes"
        await until(pilot, lambda: pilot.app.get_key_display(enter) == "Enter")


async def test_a_name_needs_a_letter(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        screen = await opened(pilot)
        screen.query_one("#name", Input).value = "  "
        screen.query_one("#name", Input).focus()
        await pilot.press("enter")
        await until(pilot, lambda: "at least one visible letter" in text_of(app, "#trouble"))
        assert app.settings.name == "Ann"


async def test_what_cannot_be_kept_is_told_in_the_screen(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        screen = await opened(pilot)
        (tmp_path / "default" / "settings.toml").write_text("bell = 'yes'")
        screen.query_one("#palette", Select).value = "mono"
        await until(pilot, lambda: "bell must be true or false" in text_of(app, "#trouble"))


async def test_they_open_with_a_comma_and_from_the_command_palette(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await opened(pilot, "comma")
        await pilot.press("comma")
        await until(pilot, lambda: app.screen is app.home)
        titles = {command.title: command for command in app.get_system_commands(app.screen)}
        titles["Settings"].callback()
        await until_screen(pilot, SettingsScreen)


async def test_a_table_below_wears_what_is_chosen(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        app.push_screen(TableScreen(stage(2), "T1"))
        table = await until_screen(pilot, TableScreen)
        assert table.query_one(BoardMap).look == app.look
        screen = await opened(pilot, "comma")
        screen.query_one("#palette", Select).value = "mono"
        await until(pilot, lambda: app.look.palette is MONO)
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        assert table.query_one(BoardMap).look == app.look
        assert table.query_one("#bar").look == app.look
