"""Taking lessons in the app: with the keys of a real table, and progress that is kept."""

import pytest
from textual.app import App
from textual.widgets import OptionList

from siam_tui.app.home import HomeScreen
from siam_tui.app.name import NameScreen
from siam_tui.app.study import GameChoiceScreen
from siam_tui.appearance.style import Look
from siam_tui.games.move_builder import move_keys
from siam_tui.games.siam.ui import UI
from siam_tui.learn.lesson_table import LessonTable
from siam_tui.learn.screen import LearnScreen, LessonScreen
from siam_tui.model.start import Start
from tests.siam_tui.app.stage import app_of, piloted, until, until_screen
from tests.siam_tui.table.hands import bar_of, click_option, click_province, footer, text

LESSONS = UI.lessons.lessons()


class School(App):
    """An app with nothing but one lesson."""

    def __init__(self, number=0, following=None):
        super().__init__()
        self.following = following
        self.lessons = UI.lessons
        self.table = LessonTable(UI.name, UI.lessons.lessons()[number], "Ann")
        self.lesson = None
        self.look = Look()
        self.left = False

    def on_mount(self):
        self.lesson = LessonScreen(self.table, self.lessons, self.following)
        self.push_screen(self.lesson, self.leave)

    def leave(self, _):
        self.left = True


def keys_of(table):
    """Return the keys that build and send the solution of a step."""
    builder = UI.move_builder(table.game, table.position)
    return list(move_keys(builder, table.game.parse_move(table.step.solution)))


async def to_the_first_question(pilot):
    table = pilot.app.table
    while table.step.want is None:
        await pilot.press("enter")
        await pilot.pause()


async def take(pilot, table, to_the_end=True):
    """Take a lesson with the keys that its hints name."""
    while to_the_end or not table.last:
        await pilot.pause()
        before = table.progress
        if table.step.want is not None:
            for key in keys_of(table):
                await pilot.press(key)
        else:
            last = table.last
            await pilot.press("enter")
            if last:
                return
        await until(pilot, lambda before=before: table.progress != before)


async def test_a_move_says_nothing_of_the_end_before_that_is_explained():
    app = School(0)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_first_question(pilot)
        await pilot.press("enter")
        assert bar_of(app).notice == "Press the key of a choice first. Tab goes through them."
        *keys, _enter = keys_of(app.table)
        await pilot.press(*keys)
        await pilot.pause()
        assert "would go to the Lao" in bar_of(app).change[0]
        assert not any("passed" in form or "win" in form for form in bar_of(app).change)


@pytest.mark.parametrize("number", range(len(LESSONS)), ids=[each.id for each in LESSONS])
async def test_each_can_be_taken_with_the_keys_of_its_hints(number):
    app = School(number)
    async with app.run_test(size=(80, 24)) as pilot:
        await take(pilot, app.table)
        await until(pilot, lambda: app.left)
    assert app.lesson.finished


async def test_a_wrong_try_is_answered_and_can_be_made_anew():
    app = School()
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_first_question(pilot)
        await pilot.press("p", "enter")
        await pilot.pause()
        said = " ".join(text(app, "#entries").split())
        assert said.startswith("That would be legal. But try it with Khon Thai this time.")
        assert said.startswith(bar_of(app).question), "it stands where one looks, too"
        await pilot.press("t")
        assert bar_of(app).question == "Where does the Rama follower go?"
        await pilot.press("7", "1", "3", "5", "l", "enter")
        await pilot.pause()
        assert "That would be legal" not in text(app, "#entries")
        assert text(app, "#entries").startswith("Well done.")


async def test_what_is_no_choice_is_refused_as_at_any_table():
    app = School(1)
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_first_question(pilot)
        await pilot.press("r", "7")
        await pilot.pause()
        assert "Pattani has no Rama neighbour" in bar_of(app).notice


async def test_a_hint_names_the_card_then_the_action_then_the_keys():
    app = School()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Hint" not in footer(app)
        await to_the_first_question(pilot)
        assert {"Hint", "Help", "Leave"} <= footer(app)
        assert not {"Go on", "End early"} & footer(app)
        await pilot.press("h")
        await pilot.pause()
        assert text(app, "#entries").startswith("Try T, the card Khon Thai.")
        await pilot.press("h")
        await pilot.pause()
        hinted = bar_of(app).question
        assert "R Pattani, L Sukothai, M Kedah" in hinted
        assert "Keys" not in hinted
        await pilot.press("h")
        await pilot.pause()
        assert "Keys: T 7 1 3 5 L Enter" in bar_of(app).question
        assert "Your turn!" in text(app, "#entries"), "the text stays, as there is room for one"
        offered = {name for name, _, _ in app.lesson.commands()}
        assert {"Table help", "Hint", "Leave"} <= offered
        assert not {"End early", "Watch again"} & offered


async def test_a_move_can_be_typed_as_at_any_table():
    app = School()
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_first_question(pilot)
        await pilot.press("colon", *"R:AYU", "enter")
        await pilot.press("escape")
        assert app.table.step.want is not None
        await pilot.press("colon", *"T:R@PAT+L@SUK+M@KEDxL@NAK", "enter")
        await until(pilot, lambda: app.table.step.want is None)


async def test_the_mouse_does_all_of_it():
    app = School()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        while app.table.step.want is None:
            await click_option(pilot, "Enter")
            await pilot.pause()
        await pilot.click("#hand", offset=(14, 0))
        await pilot.pause()
        for province in (6, 2, 7, 5):
            await click_province(pilot, province)
            await pilot.pause()
        await click_option(pilot, "L")
        await pilot.pause()
        await click_option(pilot, "Enter")
        await until(pilot, lambda: app.table.step.want is None)


async def test_q_leaves_at_once_and_it_is_not_finished():
    app = School()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("q")
        await until(pilot, lambda: app.left)
    assert not app.lesson.finished


async def test_at_the_end_the_next_lesson_is_offered_or_q_goes_back():
    app, label = School(following=LESSONS[1]), f"next lesson: {LESSONS[1].title}"
    async with app.run_test(size=(80, 24)) as pilot:
        await take(pilot, app.table, to_the_end=False)
        await until(pilot, lambda: bar_of(app).options[0].label == label)
        await pilot.press("q")
        await until(pilot, lambda: app.left)
    assert app.lesson.finished
    assert not app.lesson.goes_on


class TestTheList:
    async def test_the_tutorial_is_at_home_and_shows_what_is_done(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("t")
            await until_screen(pilot, GameChoiceScreen)
            await pilot.press("enter")
            screen = await until_screen(pilot, LearnScreen)
            listed = screen.query_one(OptionList)
            assert listed.highlighted == 0
            await pilot.press("enter")
            lesson = await until_screen(pilot, LessonScreen)
            await take(pilot, lesson._lesson)
            await until(pilot, lambda: app.screen not in {screen, lesson})
            following = await until_screen(pilot, LessonScreen)
            assert following._lesson.lesson == LESSONS[1]
            await pilot.press("q")
            await until(pilot, lambda: app.screen is screen)
            await pilot.pause()
            assert listed.get_option_at_index(0).prompt.plain.startswith("✓ The first move")
            assert listed.highlighted == 1
            await pilot.press("escape")
            await until_screen(pilot, HomeScreen)
        again = app_of(tmp_path)
        async with piloted(again) as pilot:
            await pilot.press("t")
            await until_screen(pilot, GameChoiceScreen)
            await pilot.press("enter")
            screen = await until_screen(pilot, LearnScreen)
            assert screen.query_one(OptionList).highlighted == 1

    async def test_every_lesson_has_a_line_again_after_a_window_that_was_small(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("t")
            await until_screen(pilot, GameChoiceScreen)
            await pilot.press("enter")
            screen = await until_screen(pilot, LearnScreen)
            for size in ((200, 60), (60, 15), (80, 24)):
                await pilot.resize_terminal(*size)
                await pilot.pause()
            shown = screen.query_one(OptionList)
            assert shown.virtual_size.height == shown.size.height == len(LESSONS)

    async def test_siam_learn_opens_it_before_it_asks_for_a_name(self, tmp_path):
        app = app_of(tmp_path, Start(learning=True, game="siam"), name="")
        async with piloted(app) as pilot:
            await until_screen(pilot, LearnScreen)
            await pilot.press("enter")
            await until_screen(pilot, LessonScreen)
            assert text(app, "#seats").lstrip("▶ ").startswith("You")
            await pilot.press("q")
            await until_screen(pilot, LearnScreen)
            await pilot.press("escape")
            await until_screen(pilot, NameScreen)
            await pilot.press("enter")
            await until_screen(pilot, HomeScreen)


class TestProgress:
    async def test_is_kept_by_profile_and_under_the_names_of_earlier_releases(self, tmp_path):
        app = app_of(tmp_path)
        kept = app.profile.folder / "lessons"
        kept.parent.mkdir(parents=True, exist_ok=True)
        kept.write_text("first\n")
        async with piloted(app) as pilot:
            await pilot.press("t")
            await until_screen(pilot, GameChoiceScreen)
            await pilot.press("enter")
            screen = await until_screen(pilot, LearnScreen)
            assert screen.query_one(OptionList).highlighted == 1
            await pilot.press("enter")
            lesson = await until_screen(pilot, LessonScreen)
            await take(pilot, lesson._lesson)
            await until(pilot, lambda: kept.read_text() == "factions\nfirst\n")

    async def test_what_cannot_be_read_is_told(self, tmp_path):
        app = app_of(tmp_path)
        (app.profile.folder / "lessons").mkdir(parents=True)
        async with piloted(app) as pilot:
            await pilot.press("t")
            await until_screen(pilot, GameChoiceScreen)
            await pilot.press("enter")
            screen = await until_screen(pilot, LearnScreen)
            assert "cannot be read" in str(screen.query_one("#trouble").render())
            assert screen.query_one(OptionList).option_count == len(LESSONS)
