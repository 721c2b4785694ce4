"""The answer to a try is read whole, and so is the lesson's text: nothing is cut."""

import pytest

from siam_tui.games.registry import ui_of
from siam_tui.learn.lesson_table import LessonTable
from tests.siam_tui.learn.test_screen import School, to_the_first_question
from tests.siam_tui.table.hands import bar_of, text

LESSONS = {
    "beside little text": ("siam", 0),
    "beside much text": ("siam", 5),
    "below a forecast": ("foreign-king", 0),
    "in a low column": ("amber", 1),
}


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
@pytest.mark.parametrize("name", LESSONS)
async def test_answer_and_text_are_read_whole(name, size):
    game, number = LESSONS[name]
    ui = ui_of(game)
    app = School(0)
    app.table = LessonTable(ui.name, ui.lessons.lessons()[number], "Ann")
    async with app.run_test(size=size) as pilot:
        await to_the_first_question(pilot)
        await pilot.pause()
        wrong = a_wrong_move(app.table)
        app.lesson.play(wrong)
        await pilot.pause()
        answer = app.table.attempt(wrong)
        log, entries = app.lesson.query_one("#log"), app.lesson.query_one("#entries")
        assert entries.size.height <= log.size.height, "nothing is out of sight"
        told = f"{text(app, '#entries')} {bar_of(app).question}"
        assert answer in " ".join(told.split())
        drawn = " ".join(text(app, "#bar").split())
        assert answer in drawn or answer not in bar_of(app).question


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
@pytest.mark.parametrize("name", LESSONS)
async def test_a_hint_leaves_the_answer_in_sight(name, size):
    game, number = LESSONS[name]
    ui = ui_of(game)
    app = School(0)
    app.lessons = ui.lessons
    app.table = table = LessonTable(ui.name, ui.lessons.lessons()[number], "Ann")
    async with app.run_test(size=size) as pilot:
        await to_the_first_question(pilot)
        hints = ui.lessons.hints(table.game, table.position, table.step.solution)
        wrong = a_wrong_move(table)
        app.lesson.play(wrong)
        for hint in hints:
            await pilot.press("h")
            await pilot.pause()
            seen = " ".join(f"{text(app, '#entries')} {text(app, '#bar')}".split())
            assert table.attempt(wrong) in seen
            assert hint in seen
        log, entries = app.lesson.query_one("#log"), app.lesson.query_one("#entries")
        assert entries.size.height <= log.size.height, "nothing is out of sight"


def a_wrong_move(table):
    """Return a legal move that the lesson does not want."""
    moves = map(table.game.format_move, table.game.moves(table.position))
    return next(move for move in moves if table.attempt(move))
