"""With more than one game: which one to learn, to practise or to read about."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace

import pytest
from textual.widgets import OptionList
from typer.testing import CliRunner

from siam_tui.app.home import HomeScreen
from siam_tui.app.study import GameChoiceScreen
from siam_tui.cli.run import commands
from siam_tui.games.registry import title_of
from siam_tui.games.rules_guide import FileRules
from siam_tui.games.siam.lessons.lesson_set import LESSONS
from siam_tui.games.study import RulesChapter
from siam_tui.learn.screen import LearnScreen, LessonScreen
from siam_tui.model.start import Start
from siam_tui.practice.screen import PracticeScreen
from siam_tui.profile.paths import profiles_folder
from siam_tui.profile.remembered_games import LastGame
from siam_tui.profile.small_files import LineSet
from siam_tui.rules.screen import RulesScreen
from tests.installed_games import OURS
from tests.siam_tui.app.stage import app_of, piloted, until, until_screen
from tests.siam_tui.app.test_choice_of_game import add_game, only_siam

pytestmark = pytest.mark.usefixtures("own_folders")


class DuelRules(FileRules):
    """The rules of the second game, without examples."""

    @staticmethod
    def chapters():
        return (RulesChapter("short", "Duelling in short", ("Who **shoots** first, wins.",)),)


@pytest.fixture
def duel(monkeypatch):
    """A second game that has rules and lessons, but no puzzles."""
    ui = SimpleNamespace(
        name="duel",
        rules=DuelRules(None, None, "- **X** duels\n", "`x` is a duel.\n", summary="short"),
        lessons=replace(LESSONS, progress_file="lessons-duel"),
        puzzles=None,
        table_fields=SimpleNamespace(options=()),
        texts=SimpleNamespace(chapter="round"),
    )
    yield from add_game(monkeypatch, ui)


__all__ = ["only_siam"]


def titles(screen):
    """Return the lines of a list."""
    return [str(option.prompt) for option in screen.query_one(OptionList).options]


@pytest.mark.usefixtures("duel")
class TestLearning:
    async def test_the_game_is_chosen_first_and_proposed_the_next_time(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("t")
            screen = await until_screen(pilot, GameChoiceScreen)
            assert titles(screen) == [*map(title_of, OURS), "Duel"]
            await pilot.press("end", "enter")
            screen = await until_screen(pilot, LearnScreen)
            assert screen.query_one("#panel").border_title == "Learn Duel"
            await pilot.press("escape")
            await until_screen(pilot, HomeScreen)
            await pilot.press("t")
            screen = await until_screen(pilot, GameChoiceScreen)
            assert screen.query_one(OptionList).highlighted == 3
            await pilot.press("escape")
            await until_screen(pilot, HomeScreen)
        assert LastGame(app.profile.folder).name == "duel"

    async def test_a_game_that_is_given_is_not_asked_for_and_has_its_own_progress(self, tmp_path):
        app = app_of(tmp_path, Start(learning=True, game="duel"))
        LineSet(app.profile.folder / "lessons").add_lines("first")
        async with piloted(app) as pilot:
            screen = await until_screen(pilot, LearnScreen)
            assert screen.query_one(OptionList).highlighted == 0, "nothing is done of this game"
            LineSet(app.profile.folder / "lessons-duel").add_lines("first")
            await pilot.press("enter")
            await until_screen(pilot, LessonScreen)
            await pilot.press("q")
            await until_screen(pilot, LearnScreen)
            await until(pilot, lambda: screen.query_one(OptionList).highlighted == 1)


@pytest.mark.usefixtures("duel")
class TestPractising:
    async def test_a_game_without_puzzles_is_not_offered(self, tmp_path):
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.press("p")
            await until_screen(pilot, PracticeScreen)

    async def test_a_game_without_puzzles_that_is_given_is_refused(self, tmp_path):
        app = app_of(tmp_path, Start(practising=True, game="duel"))
        async with piloted(app) as pilot:
            told = lambda: [each.message for each in app._notifications]  # noqa: E731
            await until(pilot, lambda: "Duel has no puzzles yet." in told())
            assert isinstance(app.screen, HomeScreen)


class TestReading:
    @pytest.mark.usefixtures("duel")
    async def test_the_help_shows_the_last_game_and_g_goes_to_another(self, tmp_path):
        app = app_of(tmp_path)
        LastGame(app.profile.folder).remember("duel")
        async with piloted(app) as pilot:
            await pilot.press("question_mark")
            screen = await until_screen(pilot, RulesScreen)
            assert titles(screen)[5:] == ["Duelling in short"]
            await pilot.press("g")
            await until(pilot, lambda: len(titles(screen)) > 10)
            assert LastGame(app.profile.folder).name == "siam"

    @pytest.mark.usefixtures("only_siam")
    async def test_one_game_needs_no_such_key(self, tmp_path):
        async with piloted(app_of(tmp_path)) as pilot:
            await pilot.press("question_mark")
            screen = await until_screen(pilot, RulesScreen)
            shown = titles(screen)
            await pilot.press("g")
            await pilot.pause()
            assert titles(screen) == shown

    @pytest.mark.usefixtures("duel")
    def test_siam_rules_prints_the_named_game_and_changes_nothing(self):
        run = CliRunner()
        usual = run.invoke(commands, ["rules"]).output
        told = run.invoke(commands, ["rules", "--game", "duel"])
        assert told.output.startswith("The rules of Duel.\n\nDuelling in short\n====")
        assert usual.startswith("The rules of King of Siam.\n")
        assert run.invoke(commands, ["rules"]).output == usual
        assert LastGame(profiles_folder() / "default").name == "siam"
