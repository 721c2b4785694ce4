"""The answer to a try is read whole, and so is the lesson's text: nothing is cut."""

import pytest

from siam_tui.games.registry import ui_of
from siam_tui.learn.lesson_table import LessonTable, answer
from tests.installed_games import OURS
from tests.siam_tui.learn.test_screen import School, to_the_first_question
from tests.siam_tui.table.hands import bar_of, text


def wordiest(game):
    """Return the number of the lesson with the longest text beside its first question."""
    lessons = ui_of(game).lessons.lessons()
    asked = [next(step for step in each.steps if step.want is not None) for each in lessons]
    return max(range(len(asked)), key=lambda number: len(asked[number].told))


LESSONS = [(OURS[0], 0), *((game, wordiest(game)) for game in OURS)]


@pytest.mark.parametrize("size", [(80, 24), (120, 36)], ids=str)
@pytest.mark.parametrize(("game", "number"), LESSONS)
async def test_answer_and_text_are_read_whole(game, number, size):
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
@pytest.mark.parametrize(("game", "number"), LESSONS)
async def test_a_hint_leaves_the_answer_in_sight(game, number, size):
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
    game, here = table.game, table.position
    moves = ((move, game.play(here, move)) for move in game.moves(here))
    return game.format_move(next(each[0] for each in moves if answer(table.step, *each)))


async def test_a_hint_is_seen_after_an_error_line():
    app = School()
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_first_question(pilot)
        await pilot.press("enter")
        assert bar_of(app).notice.startswith("Press the key of a choice first.")
        await pilot.press("h")
        await pilot.pause()
        assert not bar_of(app).notice
        assert bar_of(app).question.startswith("Try T, the card Khon Thai.")


async def test_a_hint_goes_on_from_a_move_that_is_begun():
    app = School()
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_first_question(pilot)
        told = {
            "t": "So far it is right. Go on with Pattani, key 7. H tells all keys.",
            "h": "So far it is right. Keys for the rest: 7 1 3 5 L Enter.",
            "7": "So far it is right. Go on with Sukothai, key 1. H tells all keys.",
        }
        for key, hint in told.items():
            await pilot.press(*([key] if key == "h" else [key, "h"]))
            await pilot.pause()
            assert bar_of(app).question == hint
        await pilot.press("2", "h")
        await pilot.pause()
        assert bar_of(app).question.startswith(
            "What you have chosen leads to another move. Esc steps back. Try T"
        )
        await pilot.press("escape", "escape", "1", "3", "5", "l", "h")
        await pilot.pause()
        assert bar_of(app).question == "It is right: Enter sends it."
