"""The tutorial that the form against bots offers to who is new to a game."""

from __future__ import annotations

import pytest
from textual.widgets import Select

from games.registry import game_names
from siam_tui.games.registry import ui_of
from siam_tui.learn.lesson_offer import lessons_to_offer
from siam_tui.learn.screen import LearnScreen
from siam_tui.lobby.bot_game import LastBots
from siam_tui.lobby.new_table import BotsScreen
from siam_tui.model.start import Start
from siam_tui.profile.remembered_games import LastGame
from siam_tui.profile.small_files import LineSet
from tests.siam_tui.app.stage import app_of, piloted, text_of, until, until_screen
from texts import tell

pytestmark = pytest.mark.usefixtures("own_folders")

AMBER = "New to this game? T opens its tutorial: 7 short lessons."
KING = "New to this game? T opens its tutorial: 6 short lessons."


def offered(folder, game="amber"):
    return lessons_to_offer(game, folder, LastBots(folder).has_played)


@pytest.mark.parametrize("game", game_names())
def test_it_is_offered_until_a_game_is_dealt_or_a_lesson_finished(tmp_path, game):
    dealt, learned = tmp_path / "dealt", tmp_path / "learned"
    for folder in (dealt, learned):
        folder.mkdir()
        assert offered(folder, game) == len(ui_of(game).lessons.lessons())
    LastBots(dealt).keep_levels(game, ("random",))
    LineSet(learned / ui_of(game).lessons.progress_file).add_lines("areas")
    assert offered(dealt, game) == offered(learned, game) == 0


def test_what_cannot_be_read_does_not_keep_the_lessons_back(tmp_path):
    (tmp_path / ui_of("amber").lessons.progress_file).mkdir()
    assert offered(tmp_path) == 7


async def test_the_form_offers_it_for_the_game_that_is_chosen_and_t_opens_it(tmp_path):
    app = app_of(tmp_path, Start(game="amber"))
    async with piloted(app) as pilot:
        await pilot.press("b")
        form = await until_screen(pilot, BotsScreen)
        assert text_of(app, "#offer") == AMBER
        form.query_one("#game", Select).value = "foreign-king"
        await until(pilot, lambda: text_of(app, "#offer") == KING)
        await pilot.press("t")
        lessons = await until_screen(pilot, LearnScreen)
        assert tell(lessons.PANEL_TITLE) == "Learn The Foreign King"
        assert LastGame(app.profile.folder).name == "foreign-king"


async def test_who_has_played_the_game_is_offered_nothing(tmp_path):
    app = app_of(tmp_path, Start(game="amber"))
    LastBots(app.profile.folder).keep_levels("amber", ("greedy",))
    async with piloted(app) as pilot:
        await pilot.press("b")
        form = await until_screen(pilot, BotsScreen)
        assert not form.query_one("#offer").display
        await pilot.press("t")
        await pilot.pause()
        assert app.screen is form
