"""Esc clears a hint before it does anything else."""

from tests.siam_tui.app.stage import until
from tests.siam_tui.coach.bot_table import (
    HINT,
    against_bots,
    has_hint,
    hinted,
    labels_of_enter,
)
from tests.siam_tui.learn.test_answers import a_wrong_move
from tests.siam_tui.learn.test_screen import School, to_the_first_question
from tests.siam_tui.practice.test_screen import Hall
from tests.siam_tui.table.hands import bar_of, footer, text
from tests.siam_tui.table.stage import Theatre


async def test_at_a_table_the_question_is_back_and_the_map_as_before(monkeypatch):
    app = Theatre(against_bots())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        before = bar_of(app)
        await hinted(pilot, monkeypatch)
        assert "Back" in footer(app)
        await pilot.press("escape")
        await pilot.pause()
        assert bar_of(app) == before
        assert "Back" not in footer(app)
        assert app.screen.coach.advice is None
        await hinted(pilot, monkeypatch)
        assert has_hint(app), "it can be asked for again"


async def test_a_hint_filled_in_is_stepped_back_from_and_then_cleared(monkeypatch):
    app = Theatre(against_bots())
    async with app.run_test(size=(80, 24)) as pilot:
        await hinted(pilot, monkeypatch)
        await pilot.press("enter")
        await pilot.pause()
        assert labels_of_enter(app) == ["send"]
        while not has_hint(app):
            await pilot.press("escape")
            await pilot.pause()
        await pilot.press("escape")
        await pilot.pause()
        assert not has_hint(app)


async def test_in_a_lesson_the_answer_stays():
    app = School()
    async with app.run_test(size=(80, 24)) as pilot:
        await to_the_first_question(pilot)
        wrong = a_wrong_move(app.table)
        app.lesson.play(wrong)
        answer = app.table.attempt(wrong)
        await pilot.press("h")
        await pilot.pause()
        assert bar_of(app).question != answer
        await pilot.press("escape")
        await pilot.pause()
        assert bar_of(app).question == answer
        assert "Back" not in footer(app)
        await pilot.press("h")
        await pilot.pause()
        assert "One way" in bar_of(app).question, "the next one says more"


async def test_at_a_puzzle_the_text_keeps_it(tmp_path):
    app = Hall(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("h")
        await until(pilot, lambda: bar_of(app).notice.startswith("Hint"))
        hint = bar_of(app).notice
        await pilot.press("escape")
        await pilot.pause()
        assert not bar_of(app).notice
        assert hint in " ".join(text(app, "#entries").split())


async def test_a_move_that_was_begun_is_back_when_the_hint_is_cleared(monkeypatch):
    app = Theatre(against_bots())
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press(next(each.key.lower() for each in app.screen.draft.options))
        begun = app.screen.draft.draft
        assert app.screen.draft.is_begun
        await hinted(pilot, monkeypatch)
        assert not app.screen.draft.is_begun
        await pilot.press("escape")
        assert app.screen.draft.draft == begun
        await hinted(pilot, monkeypatch)
        await pilot.press("enter")
        assert app.screen.draft.move == HINT.move, "what the hint says takes its place"
        while app.screen.draft.is_begun:
            await pilot.press("escape")
        await pilot.press("escape")
        assert not app.screen.draft.is_begun
