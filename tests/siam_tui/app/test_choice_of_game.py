"""With more than one game: it is asked for first, and proposed the next time."""

from __future__ import annotations

import json
from dataclasses import replace
from types import SimpleNamespace

import pytest
from attrs import evolve
from textual.widgets import Select
from typer.testing import CliRunner

import siam_tui.games.registry as screens
from games import registry
from games.siam.rules import OPEN_DISCARDS
from games.siam.spec import SPEC
from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from protocol.states import TableSummary
from siam_tui.cli import play_commands
from siam_tui.cli.run import commands
from siam_tui.games.map_file import read_map_file
from siam_tui.lobby.bot_game import FIRST_GAME, LastBots, demo_game
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.lobby.table_form import TableForm
from siam_tui.lobby.table_list import list_row, shown_columns
from siam_tui.profile.remembered_games import LastGame
from siam_tui.profile.user_error import UserError
from tests.siam_tui.app.stage import app_of, piloted, until, until_screen

pytestmark = pytest.mark.usefixtures("own_folders")

DUEL = replace(SPEC, name="duel", title="Duel", players=range(1, 3), options=(), maps=())


def add_game(monkeypatch, ui):
    """Add a second game with these screens; take it away again when the test is over."""
    ui.name = "duel"
    monkeypatch.setattr(registry, "_added_specs", lambda: registry.Added({"duel": DUEL}, {}))
    monkeypatch.setattr(screens, "_added_uis", lambda: registry.Added({"duel": ui}, {}))
    yield
    registry.spec_of.cache_clear()
    screens.ui_of.cache_clear()


@pytest.fixture
def duel(monkeypatch):
    """A second game: for one or two players, without maps and options."""
    ui = SimpleNamespace(table_fields=SimpleNamespace(options=()), lessons=None)
    yield from add_game(monkeypatch, ui)


@pytest.fixture
def only_siam(monkeypatch):
    """King of Siam as the only game there is."""
    for module in (registry, screens):
        monkeypatch.setattr(module, "_OURS", {"siam": module._OURS["siam"]})


def lines(screen):
    """Return the ids of the fields that are shown."""
    return [each.id for each in screen.query(Select) if each.parent.display]


class TestTheForm:
    @pytest.mark.usefixtures("only_siam")
    async def test_it_does_not_ask_for_the_only_game(self, tmp_path):
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.press("b")
            screen = await until_screen(pilot, BotsScreen)
            assert lines(screen) == ["players", "bot1", "board", OPEN_DISCARDS]

    @pytest.mark.usefixtures("duel")
    async def test_it_shows_the_fields_of_the_game_that_is_chosen(self, tmp_path):
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.press("b")
            screen = await until_screen(pilot, BotsScreen)
            assert lines(screen) == ["game", "players", "bot1", "board", OPEN_DISCARDS]
            screen.query_one("#bot1", Select).value = "greedy"
            screen.query_one("#game", Select).value = "duel"
            form = screen.query_one(TableForm)
            await until(pilot, lambda: lines(screen) == ["game", "players", "bot1"])
            await until(pilot, lambda: form.fields.is_mounted)
            form.query_one("#players", Select).value = 1
            await until(pilot, lambda: lines(screen) == ["game", "players"])
            chosen = form.read()
            assert (chosen.opening.game, chosen.opening.players, chosen.levels) == ("duel", 1, ())
            assert (chosen.opening.map, chosen.opening.options) == ("", ())
            screen.query_one("#game", Select).value = "siam"
            await until(pilot, lambda: form.fields.game == "siam" and "board" in lines(screen))
            assert form.read().levels == ("greedy",)

    @pytest.mark.usefixtures("duel")
    async def test_it_proposes_the_last_game_and_what_was_chosen_for_it(self, tmp_path):
        folder = tmp_path / "default"
        LastGame(folder).remember("duel")
        LastBots(folder).keep("duel", {"players": 2, "bot1": "regent"})
        LastBots(folder).keep("siam", {"players": 4})
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.press("b")
            screen = await until_screen(pilot, BotsScreen)
            chosen = screen.query_one(TableForm).read()
            assert (chosen.opening.game, chosen.levels) == ("duel", ("regent",))


class TestWhatIsRemembered:
    def test_a_file_of_the_time_of_one_game_is_of_that_game(self, tmp_path):
        kept = {"players": 3, "bot1": "greedy", "board": "albion", "discards": OPEN_DISCARDS}
        (tmp_path / "last-bots.json").write_text(json.dumps(kept))
        assert LastBots(tmp_path).values()["siam"] == {**kept, OPEN_DISCARDS: OPEN_DISCARDS}

    @pytest.mark.parametrize("text", ["no JSON", "[1]", '{"games": 1}', '{"games": {"siam": 1}}'])
    def test_a_file_that_cannot_be_read_is_done_without(self, tmp_path, text):
        (tmp_path / "last-bots.json").write_text(text)
        assert LastBots(tmp_path).values()["siam"] == FIRST_GAME

    @pytest.mark.usefixtures("duel")
    def test_the_last_game_is_kept_from_one_start_to_the_next(self, tmp_path):
        assert LastGame(tmp_path).name == "siam"
        LastGame(tmp_path).remember("duel")
        assert LastGame(tmp_path).name == "duel"

    def test_a_game_that_is_gone_is_not_proposed(self, tmp_path):
        (tmp_path / "last-game").write_text("duel\n")
        assert LastGame(tmp_path).name == "siam"


class TestElsewhere:
    def test_the_lobby_names_games_only_where_there_are_several(self, request):
        assert shown_columns()[:2] == ("table", "game")
        request.getfixturevalue("only_siam")
        assert "game" not in shown_columns()

    @pytest.mark.usefixtures("duel")
    @pytest.mark.parametrize(("name", "title"), [("duel", "Duel"), ("go", "go")])
    def test_a_table_of_the_lobby_is_named_by_the_title_of_its_game(self, name, title):
        table = TableSummary("a1", name, "", (), "open", "Ben", ())
        client = SimpleNamespace(keys={}, me="")
        client.keys = SimpleNamespace(key_of=lambda _: b"")
        assert list_row(table, client).game == title
        assert list_row(table, client).table == "Ben's"
        assert list_row(evolve(table, host_name=""), client).table == "no host"

    @pytest.mark.usefixtures("duel")
    def test_the_demo_seats_as_many_bots_as_the_game_can_have(self):
        assert demo_game("siam").levels == ("minister", "minister", "greedy")
        assert demo_game("duel").levels == ("minister", "minister")

    @pytest.mark.usefixtures("duel")
    def test_a_map_for_a_game_without_maps_is_refused(self):
        with pytest.raises(UserError, match="Duel is played without a map"):
            read_map_file("duel", "mine.toml")

    def test_the_command_line_proposes_a_game_for_a_lobby_too(self, monkeypatch):
        started = []
        link = str(Link(BrokerAddress("mqtt", "127.0.0.1", 1883), SecretKey(b"s" * 32).public))
        monkeypatch.setattr(
            play_commands, "open_siam", lambda _ctx, _player, start, **_: started.append(start)
        )
        told = CliRunner().invoke(commands, ["--game", "amber", "join", link])
        assert (told.exit_code, told.output) == (0, "")
        assert started[0].game == "amber"

    def test_an_unknown_game_is_refused_on_the_command_line(self):
        told = CliRunner().invoke(commands, ["demo", "--game", "go", "--plain"])
        assert isinstance(told.exception, UserError)
        assert str(told.exception) == "There is no game 'go': use one of siam, foreign-king, amber."
