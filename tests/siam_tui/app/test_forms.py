"""The forms: their keys, a map of one's own, and what they say of a server that cannot start."""

import asyncio
import socket

import pytest
from textual.containers import Horizontal
from textual.widgets import Button, Input, Markdown, Select

from games.registry import game_of, spec_of
from games.siam import load_map
from siam_tui.app.app import SiamApp
from siam_tui.app.home import HomeScreen
from siam_tui.app.name import NameScreen
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.lobby.session_forms import HostScreen, JoinScreen, WatchScreen
from siam_tui.lobby.table_form import TableForm
from siam_tui.model.start import Start
from siam_tui.profile.profiles import Profile
from siam_tui.rules.screen import RulesScreen
from siam_tui.ui.form import Picker
from siam_tui.ui.key_footer import key_label
from tests.installed_games import OURS
from tests.patience import PATIENCE
from tests.siam_tui.app.stage import app_of, at_table, piloted, text_of, until, until_screen

pytestmark = pytest.mark.usefixtures("own_folders")


@pytest.fixture
def own_map(tmp_path):
    """A map that is not built in, in a file."""
    text = load_map("albion").toml.replace('name = "albion"', 'name = "mine"')
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    return path


@pytest.mark.parametrize(
    ("way", "screen"),
    [("b", BotsScreen), ("h", HostScreen), ("j", JoinScreen), ("w", WatchScreen)],
)
async def test_the_keys_that_submit_are_called_as_the_button_is(tmp_path, way, screen):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await pilot.press(way)
        form = await until_screen(pilot, screen)
        button = str(form.query_one("#submit", Button).label)
        for key in ("enter", "ctrl+s"):
            [binding] = form._bindings.get_bindings_for_key(key)
            assert key_label(binding.description) == button


@pytest.mark.parametrize(
    "game",
    OURS,
)
async def test_the_seats_that_one_can_choose_name_the_teams(tmp_path, game):
    async with piloted(app_of(tmp_path, Start(game=game))) as pilot:
        await pilot.press("b")
        form = await until_screen(pilot, BotsScreen)
        picker = form.query_one("#players", Picker)
        seats = {players: str(text) for text, players in picker._options}
    assert tuple(seats) == tuple(spec_of(game).players)
    for players, told in seats.items():
        teams = game_of(game).teams(players)
        counted = f"{players} players" if players > 1 else "1 player"
        assert told == counted + (f" in {len(teams)} teams" if teams else "")


@pytest.mark.parametrize(
    ("game", "title", "line"),
    [("siam", "King of Siam", "**Played cards**"), ("amber", "Reino de Ámbar", "**Barbarians**")],
)
async def test_the_help_of_the_form_against_bots_is_about_bots_and_the_chosen_game(
    tmp_path, game, title, line
):
    app = app_of(tmp_path, Start(game="siam"))
    async with piloted(app) as pilot:
        await pilot.press("b")
        form = await until_screen(pilot, BotsScreen)
        form.query_one("#game", Select).value = game
        await until(pilot, lambda: form.query_one(TableForm).fields.game == game)
        await pilot.press("question_mark")
        book = await until_screen(pilot, RulesScreen)
        await until(pilot, lambda: book.query("#page Markdown"))
        assert title in str(book.query_one(Horizontal).border_title)
        text = book.query_one("#page Markdown", Markdown).source
        assert "**greedy** looks one turn ahead. It is a good first real opponent" in text
        assert line in text


async def test_a_key_finds_the_fields_of_a_game_also_while_another_is_chosen(tmp_path):
    async with piloted(app_of(tmp_path, Start(game="siam"))) as pilot:
        await pilot.press("b")
        form = (await until_screen(pilot, BotsScreen)).query_one(TableForm)
        form.query_one("#game", Select).value = "amber"
        read = form.read()
        async with asyncio.timeout(PATIENCE):
            while read.opening.game != "amber":
                await asyncio.sleep(0)
                read = form.read()


async def test_the_first_field_has_the_focus_and_arrows_change_it_or_go_on(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await pilot.press("b")
        form = await until_screen(pilot, BotsScreen)
        assert app.focused.id == "game"
        await pilot.press("down", "right")
        players = form.query_one("#players", Select)
        await until(pilot, lambda: players.value == 3)
        assert app.focused.id == "players"
        await pilot.press("left", "left")
        await until(pilot, lambda: players.value == 4)
        shown_in_order = [f"bot{number}" for number in (1, 2, 3)]
        await until(
            pilot, lambda: [each.id for each in app.screen.focus_chain][2:5] == shown_in_order
        )
        bot = form.query_one("#bot1", Select)
        await pilot.press("down", "space")
        await until(pilot, lambda: bot.expanded)
        await pilot.press("down", "enter")
        await until(pilot, lambda: bot.value == "greedy")
        await pilot.press("down")
        await until(pilot, lambda: app.focused.id == "bot2")


@pytest.mark.parametrize(("way", "screen"), [("b", BotsScreen), ("h", HostScreen)])
async def test_only_escape_leaves_a_form(tmp_path, way, screen):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await pilot.press(way)
        form = await until_screen(pilot, screen)
        form.query_one("#submit").focus()
        for key in ("q", "backspace", "left", "up", "down", "down"):
            await pilot.press(key)
            assert app.screen is form
        assert [each.id for each in form.query(Button)] == ["submit"]
        await pilot.press("escape")
        await until_screen(pilot, HomeScreen)


class TestAMapOfOnesOwn:
    async def test_is_chosen_in_the_form_by_keys(self, tmp_path, own_map):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("b")
            form = await until_screen(pilot, BotsScreen)
            form.query_one("#board", Select).focus()
            await pilot.press("space", "end", "enter")
            await until(pilot, lambda: form.query_one("#path").has_focus)
            form.query_one("#path", Input).value = str(own_map)
            await pilot.press("enter")
            assert 'name = "mine"' in (await at_table(pilot)).map

    async def test_is_named_on_the_command_line(self, tmp_path, own_map):
        app = app_of(tmp_path, Start(map_file=str(own_map)))
        async with piloted(app) as pilot:
            await until_screen(pilot, BotsScreen)
            await pilot.press("enter")
            assert 'name = "mine"' in (await at_table(pilot)).map

    async def test_that_cannot_be_drawn_as_it_says_is_refused_by_its_place(self, tmp_path, own_map):
        own_map.write_text(own_map.read_text("utf-8").replace("at = [16, 3]", "at = [16, 30]"))
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("b")
            form = await until_screen(pilot, BotsScreen)
            form.query_one("#board", Select).value = "own"
            form.query_one("#path", Input).value = str(own_map)
            await pilot.press("ctrl+s")
            await until(pilot, lambda: text_of(app, "#trouble"))
            told = text_of(app, "#trouble")
            assert f"{own_map}: the label 'North Sea' is at [16, 30], outside the art" in told
            assert app.screen is form


async def test_hosting_on_a_port_in_use_leaves_the_form_for_another(tmp_path):
    app = app_of(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        async with piloted(app) as pilot:
            await pilot.press("h")
            form = await until_screen(pilot, HostScreen)
            form.query_one("#port", Input).value = port
            await pilot.press("enter")
            await until(pilot, lambda: "in use" in text_of(app, "#trouble"))
            assert f"Port {port} is in use" in text_of(app, "#trouble")
            assert "--" not in text_of(app, "#trouble")
            assert app.session is None
            form.query_one("#port", Input).value = "0"
            await pilot.press("enter")
            await until_screen(pilot, LobbyScreen)


async def test_escape_stops_opening_a_lobby_and_leaves_the_form(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await pilot.press("h")
        form = await until_screen(pilot, HostScreen)
        form.query_one("#port", Input).value = "0"
        await pilot.press("enter", "escape")
        await until(pilot, lambda: not form.query_one("#trouble").display)
        assert app.screen is form
        await pilot.press("escape")
        await until_screen(pilot, HomeScreen)
        assert app.session is None


async def test_escape_before_a_busy_app_has_begun_to_open_leaves_the_form_as_it_was(tmp_path):
    """Both keys may be handled before anything else has its turn."""
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await pilot.press("h")
        form = await until_screen(pilot, HostScreen)
        form.query_one("#port", Input).value = "0"
        form.take(form.read())
        form.action_back()
        await pilot.pause()
        assert not form.query_one("#trouble").display
        await pilot.press("enter")
        await until_screen(pilot, LobbyScreen)


async def test_a_profiles_name_is_proposed_to_its_new_player(tmp_path):
    app = SiamApp(Profile.named(tmp_path, "ben"), Start())
    async with piloted(app) as pilot:
        form = await until_screen(pilot, NameScreen)
        assert form.query_one(Input).value == "Ben"


async def test_an_empty_form_says_what_to_enter(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await pilot.press("j")
        await until_screen(pilot, JoinScreen)
        await pilot.press("enter")
        await until(pilot, lambda: text_of(app, "#trouble"))
        assert text_of(app, "#trouble") == "Nothing is entered: type or paste an invite link."
