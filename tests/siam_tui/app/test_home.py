"""Home: the ways to play, by key and by mouse."""

import pytest
from textual.app import App
from textual.events import Key
from textual.widgets import Input, OptionList, Select
from textual.widgets._footer import FooterKey

from siam_tui.app import navigation
from siam_tui.app.home import HomeScreen, name_games
from siam_tui.app.name import NameScreen
from siam_tui.app.study import GameChoiceScreen
from siam_tui.appearance.style import Look
from siam_tui.games.registry import title_of
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.lobby.session_forms import HostScreen, JoinScreen
from siam_tui.lobby.table_form import TableForm
from siam_tui.model.start import Start
from siam_tui.replay.list import RecordsScreen
from siam_tui.rules.screen import RulesScreen
from siam_tui.table.screen import TableScreen
from siam_tui.ui.dialog import AskScreen
from siam_tui.ui.key_footer import KeyFooter
from tests.installed_games import OURS
from tests.programs import children, ended
from tests.siam_tui.app.stage import (
    app_of,
    at_table,
    deal,
    piloted,
    text_of,
    until,
    until_screen,
    until_still,
)

pytestmark = pytest.mark.usefixtures("own_folders")


TITLES = tuple(map(title_of, OURS))


class TestGames:
    def test_all_games_are_named_where_there_is_room(self):
        line = name_games(TITLES, Look())
        assert line.plain == f" {'     '.join(TITLES)} "

    @pytest.mark.parametrize(
        ("added", "end"),
        [
            (["Go"], f"{TITLES[-1]}     Go "),
            (["Reversi", "The Barons' Quarrel"], f"{TITLES[-1]}    +2 more"),
            (["A game with a title that is as long as a whole sentence"], "    +1 more"),
        ],
    )
    def test_games_without_room_are_counted_and_no_title_is_cut(self, added, end):
        line = name_games([*TITLES, *added], Look())
        assert line.cell_length <= 64
        assert line.plain.endswith(end)


class TestWays:
    @pytest.mark.parametrize(
        ("key", "screen"),
        [
            ("b", BotsScreen),
            ("B", BotsScreen),
            ("h", HostScreen),
            ("j", JoinScreen),
            ("w", JoinScreen),
            ("t", GameChoiceScreen),
            ("r", RecordsScreen),
            ("n", NameScreen),
            ("question_mark", RulesScreen),
        ],
    )
    async def test_each_has_a_key_and_escape_leads_back(self, tmp_path, key, screen):
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.press(key)
            await until_screen(pilot, screen)
            await pilot.press("escape")
            await until_screen(pilot, HomeScreen)

    async def test_what_is_typed_behind_a_choice_is_for_the_screen_it_opens(self, tmp_path):
        async with piloted(app_of(tmp_path)) as pilot:
            for key in ("j", "a", "enter"):  # all before the app has taken the first one
                pilot.app.post_message(Key(key, "\r" if key == "enter" else key))
            screen = await until_screen(pilot, JoinScreen)
            await until(pilot, lambda: "not an invite link" in text_of(pilot.app, "#trouble"))
            assert screen.query_one("#link", Input).value == "a"

    async def test_it_takes_no_keys_between_a_deal_and_the_table(self, tmp_path, monkeypatch):
        seen, show_table = [], navigation.show_table

        async def note_and_show(app, session):
            seen.append(app.home.is_busy)
            await show_table(app, session)

        monkeypatch.setattr(navigation, "show_table", note_and_show)
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await deal(pilot)
            assert seen == [True]
            assert not app.home.is_busy

    async def test_arrows_and_enter_choose(self, tmp_path):
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.press("down", "enter")
            await until_screen(pilot, HostScreen)

    async def test_a_click_chooses(self, tmp_path):
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.click(OptionList, offset=(5, 2))
            await until_screen(pilot, JoinScreen)

    @pytest.mark.parametrize("key", ["q", "ctrl+q", "ctrl+c"])
    async def test_quit(self, tmp_path, key):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press(key)
            await until(pilot, lambda: not app.is_running)
        assert app.return_code == 0

    async def test_the_palette_knows_them(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app):
            titles = [command.title for command in app.get_system_commands(app.screen)]
            told = {each.title: each.help for each in app.get_system_commands(app.screen)}
            textuals = {each.title: each.help for each in App.get_system_commands(app, app.screen)}
        assert {"Play against bots", "Host a lobby", "Join by link", "Watch"} <= set(titles)
        assert {"Theme", "Quit", "Screenshot"} <= told.keys()
        assert not {"Keys", "Maximize"} & told.keys()
        assert not set(told.values()) & set(textuals.values()), "in the toolkit's words"

    @pytest.mark.parametrize("size", [(79, 24), (80, 21), (30, 8), (20, 6)])
    async def test_a_small_window_says_so(self, tmp_path, size):
        app = app_of(tmp_path)
        async with piloted(app, size) as pilot:
            corners = [(0, 0), (size[0] - 1, size[1] - 1)]
            assert {app.get_widget_at(*corner)[0].id for corner in corners} == {"small"}
            await pilot.resize_terminal(80, 22)
            await until(pilot, lambda: not app.screen.query_one("#small").display)

    async def test_a_window_small_for_a_while_leaves_the_keys_where_they_were(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("down", "j")
            await until_screen(pilot, JoinScreen)
            await pilot.press("a")
            for size in ((60, 15), (80, 24)):
                await pilot.resize_terminal(*size)
                await pilot.press("b")
            await until(pilot, lambda: app.screen.query_one("#link", Input).value == "abb")


class TestName:
    async def test_is_asked_for_at_the_first_start_and_remembered(self, tmp_path):
        async with piloted(app_of(tmp_path, name="")) as pilot:
            screen = await until_screen(pilot, NameScreen)
            screen.query_one(Input).value = "Ben"
            await pilot.press("enter")
            await until_screen(pilot, HomeScreen)
        app = app_of(tmp_path, name="")
        async with piloted(app) as pilot:
            assert "Ben" in text_of(app, "#who")

    async def test_there_is_a_way_back_only_where_there_was_one(self, tmp_path):
        for name, back in (("", False), ("Ann", True)):
            async with piloted(app_of(tmp_path, name=name)) as pilot:
                await pilot.press("n")
                screen = await until_screen(pilot, NameScreen)
                assert ("escape" in screen.active_bindings) == back
                await pilot.press("escape")
                if back:
                    await until_screen(pilot, HomeScreen)
                await until_still(pilot)
                assert (pilot.app.screen is not screen) == back

    @pytest.mark.parametrize(
        ("name", "keys"), [("", {"F1": "Help", "⏎": "Continue"}), ("Ann", {"esc": "Back"})]
    )
    async def test_the_keys_below_it_do_what_they_say_and_a_question_mark_is_typed(
        self, tmp_path, name, keys
    ):
        app = app_of(tmp_path, name=name)
        async with piloted(app) as pilot:
            await pilot.press("n")
            screen = await until_screen(pilot, NameScreen)

            def shown():
                footer = screen.query_one(KeyFooter).query(FooterKey)
                return {key.key_display: key.description for key in footer}

            await until(pilot, lambda: keys.items() <= shown().items())
            assert ("esc" in shown()) == bool(name)
            await pilot.press("end", "question_mark")
            await until(pilot, lambda: screen.query_one(Input).value.endswith("?"))
            await pilot.press("f1")
            await until_screen(pilot, RulesScreen)
            await pilot.press("escape")
            await until_screen(pilot, NameScreen)
            await pilot.press("enter")
            await until_screen(pilot, HomeScreen)
            assert "?" in text_of(app, "#who")

    async def test_an_empty_one_is_none(self, tmp_path):
        app = app_of(tmp_path, name="")
        async with piloted(app) as pilot:
            screen = await until_screen(pilot, NameScreen)
            screen.query_one(Input).value = "  "
            await pilot.press("enter")
            await until(pilot, lambda: "at least one visible letter" in text_of(app, "#trouble"))


class TestBots:
    async def test_two_keys_lead_to_the_table_and_the_server_ends_with_the_game(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            state = await deal(pilot)
            server = app.session.server.pid
            assert [seat.level for seat in state.seats] == ["", "random"]
            bots = list(children(server))
            await pilot.press("ctrl+e", "y")
            client, table = app.session.client, app.session.table
            await until(pilot, lambda: client.table(table).status == "over")
            await pilot.press("q")
            await until_screen(pilot, HomeScreen)
            await until(pilot, lambda: app.session is None)
            for process in (server, *bots):
                await ended(process)

    async def test_a_game_waits_for_one_to_come_back(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await deal(pilot)
            table = app.session.table
            await pilot.press("q")
            await until_screen(pilot, HomeScreen)
            await pilot.press("g")
            await until_screen(pilot, TableScreen)
            assert app.session.table == table
            await pilot.press("q")
            await until_screen(pilot, HomeScreen)

    async def test_players_levels_and_map_are_as_chosen_and_proposed_the_next_time(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("b")
            screen = await until_screen(pilot, BotsScreen)
            screen.query_one("#players", Select).value = 3
            screen.query_one("#bot1", Select).value = "greedy"
            screen.query_one("#bot2", Select).value = "regent"
            screen.query_one("#board", Select).value = "albion"
            await pilot.press("ctrl+s")
            state = await at_table(pilot)
            assert [seat.level for seat in state.seats] == ["", "greedy", "regent"]
            assert 'name = "albion"' in state.map
        again = app_of(tmp_path)
        async with piloted(again) as pilot:
            await pilot.press("b")
            screen = await until_screen(pilot, BotsScreen)
            proposed = screen.query_one(TableForm).read()
            assert (proposed.levels, proposed.opening.map) == (("greedy", "regent"), "albion")

    @pytest.mark.parametrize("text", ["no JSON", "[1]", '{"bot1": "deep"}'])
    async def test_a_last_choice_that_cannot_be_read_is_done_without(self, tmp_path, text):
        (tmp_path / "default").mkdir(exist_ok=True)
        (tmp_path / "default" / "last-bots.json").write_text(text)
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.press("b")
            screen = await until_screen(pilot, BotsScreen)
            assert screen.query_one(TableForm).read().opening.players == 2

    async def test_a_map_that_cannot_be_played_on_is_refused_in_the_form(self, tmp_path):
        (tmp_path / "bad.toml").write_text('name = "bad"\ntitle = "Bad"\n')
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("b")
            screen = await until_screen(pilot, BotsScreen)
            screen.query_one("#board", Select).value = "own"
            screen.query_one("#path", Input).value = str(tmp_path / "bad.toml")
            await pilot.press("ctrl+s")
            await until(pilot, lambda: "cannot be played on" in text_of(app, "#trouble"))
            assert app.screen is screen


class TestHost:
    async def test_a_lobby_opens_here_and_its_link_is_shown(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("h")
            screen = await until_screen(pilot, HostScreen)
            screen.query_one("#port", Input).value = "0"
            await pilot.press("enter")
            await until_screen(pilot, LobbyScreen)
            assert "C copies it" in text_of(app, "#lobby-link")
            await pilot.resize_terminal(120, 36)
            await until(pilot, lambda: str(app.session.link) in text_of(app, "#lobby-link"))
            await pilot.press("q")
            await until_screen(pilot, AskScreen)
            server = app.session.server.pid
            await pilot.press("y")
            await until_screen(pilot, HomeScreen)
            await ended(server)

    @pytest.mark.parametrize(
        ("where", "field", "value", "reason"),
        [
            ("127.0.0.1", "#port", "70000", "A port is a number"),
            ("broker", "#broker", "example.org", "not a broker's address"),
            ("broker", "#broker", "mqtt://ann@example.org", "password of ann"),
        ],
    )
    async def test_what_cannot_be_is_refused_in_the_form(
        self, tmp_path, where, field, value, reason
    ):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("h")
            screen = await until_screen(pilot, HostScreen)
            screen.query_one("#where", Select).value = where
            screen.query_one(field, Input).value = value
            await pilot.press("enter")
            await until(pilot, lambda: reason in text_of(app, "#trouble"))


async def test_what_was_told_before_the_app_took_the_screen_is_shown_once(tmp_path):
    told = "Your name is [b]Ann from now on."
    app = app_of(tmp_path, Start(told=told))
    async with piloted(app) as pilot:
        await until(pilot, lambda: [each.message for each in app._notifications] == [told])
