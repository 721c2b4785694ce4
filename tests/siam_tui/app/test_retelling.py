"""A language that is chosen in the settings is told at once, on every screen that is open."""

import pytest
from textual.screen import ModalScreen

from siam_tui.games.registry import ui_of
from siam_tui.learn.lesson_table import LessonTable
from siam_tui.learn.screen import LessonScreen
from siam_tui.practice.course import PuzzleCourse, PuzzleProgress, course_kinds
from siam_tui.practice.screen import PuzzleScreen
from siam_tui.profile.profiles import Profile
from siam_tui.table.dialogs import LeaveScreen, OverviewScreen, SinceScreen
from siam_tui.table.people.participants import GatheringScreen
from siam_tui.table.people.talk import TalkScreen
from siam_tui.table.reference import ReferenceScreen
from siam_tui.table.screen import TableScreen
from siam_tui.ui.dialog import AskScreen
from siam_tui.ui.invitation import LinkScreen
from tests.siam_tui.app.stage import app_of, piloted, until, until_screen, until_still
from tests.siam_tui.table.stage import LINK, stage
from texts import language, say, set_language


@pytest.fixture(autouse=True)
def _in_english_again():
    yield
    set_language("en")


def shown(app):
    """Return the lines of the screen that is seen; of a dialog, those in its frame."""
    strips = app.screen._compositor.render_strips()
    lines = ["".join(segment.text for segment in strip).rstrip() for strip in strips]
    if not isinstance(app.screen, ModalScreen):
        return lines
    box = app.screen.children[0].region
    return [line[box.x : box.right] for line in lines[box.y : box.bottom]]


async def opened_twice(pilot, show):
    """Return what a screen shows that was open when German was chosen, and one opened after."""
    app, both = pilot.app, []
    app.change_settings(language="en")
    for _ in range(2):
        await show()
        await until(pilot, lambda: len(app.screen_stack) == 2 and app.screen.is_mounted)
        await until_still(pilot)
        app.change_settings(language="de")
        await until_still(pilot)
        both.append(shown(app))
        app.screen.dismiss()
        await until(pilot, lambda: app.screen is app.home)
    return both


def untold(retold, fresh):
    """Return the lines that were not told anew, with what they should be."""
    assert len(retold) == len(fresh)
    return [both for both in zip(retold, fresh, strict=True) if len(set(both)) > 1]


async def test_screens_that_home_opens(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        for key in ("b", "h", "j", "w", "r", "t", "p", "n", "question_mark"):
            retold, fresh = await opened_twice(pilot, lambda key=key: pilot.press(key))
            assert untold(retold, fresh) == [], key


async def test_home_with_its_footer_and_a_table_behind_the_settings(tmp_path):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await app.push_screen(TableScreen(stage(2, 4), "T1"))
        table = await until_screen(pilot, TableScreen)
        await until_still(pilot)
        await pilot.press("comma")
        settings = await until_screen(pilot, type(app.screen))
        settings.query_one("#language").focus()
        await pilot.press(*["left"])
        assert language() == "de"
        assert "Deutsch" in "\n".join(shown(app))
        assert "Sprache" in "\n".join(shown(app))
        await pilot.press("escape")
        await until(pilot, lambda: app.screen is table)
        await until_still(pilot)
        assert "DEIN ZUG" in shown(app)[0]
        assert "Verlassen" in shown(app)[-1]
        await app.pop_screen()
        await until_still(pilot)
        assert any("Gegen Bots spielen" in line for line in shown(app))
        assert "Beenden" in shown(app)[-1]
    assert Profile.named(tmp_path, "default").settings().language == "de"


async def test_tables_lessons_puzzles_and_their_dialogs(tmp_path):
    app, client = app_of(tmp_path), stage(2, 4)
    async with piloted(app) as pilot:
        await app.push_screen(TableScreen(client, "T1"))
        table = await until_screen(pilot, TableScreen)
        await until(pilot, lambda: table.view and table.controller.log)
        view, log, look = table.view, table.controller.log, app.look
        table.dismiss()
        await until(pilot, lambda: app.screen is app.home)
        ui = ui_of("siam")
        course = PuzzleCourse(
            ui.puzzles, course_kinds(ui.puzzles)[1], PuzzleProgress(tmp_path / "solved")
        )
        screens = (
            lambda: TableScreen(client, "T1"),
            lambda: LessonScreen(LessonTable("siam", ui.lessons.lessons()[0], "Ann"), ui.lessons),
            lambda: PuzzleScreen(course, "Ann"),
            lambda: OverviewScreen(view, log, look),
            lambda: SinceScreen(log, view, 3600, look),
            lambda: LeaveScreen(mid_game=True, most_away=60),
            lambda: ReferenceScreen(view.game, look),
            lambda: TalkScreen(client, view, look),
            lambda: GatheringScreen(client, view, look),
            lambda: LinkScreen(LINK),
            lambda: AskScreen(say("app/quit"), say("app/quit"), say("app/stay")),
        )
        for make in screens:
            retold, fresh = await opened_twice(pilot, lambda make=make: app.push_screen(make()))
            assert untold(retold, fresh) == []
