"""Solving puzzles in the app, with the keys of a real table."""

from datetime import date

import pytest
from textual.app import App
from textual.widgets import OptionList

from siam_tui.app.home import HomeScreen
from siam_tui.app.name import NameScreen
from siam_tui.appearance.style import Look
from siam_tui.games.move_builder import move_keys
from siam_tui.games.siam.puzzles.puzzle_set import SiamPuzzles
from siam_tui.games.siam.ui import UI
from siam_tui.model.start import Start
from siam_tui.practice import course
from siam_tui.practice.course import CourseKind, PuzzleCourse, PuzzleProgress
from siam_tui.practice.screen import PracticeScreen, PuzzleScreen
from siam_tui.replay.screen import ReplayScreen
from tests.siam_tui.app.stage import app_of, piloted, until, until_screen
from tests.siam_tui.practice.some import SOME
from tests.siam_tui.table.hands import bar_of, click_option, footer, text
from tests.siam_tui.table.test_every_key import KEYS

DAY = date(2026, 11, 21)
EASY, _, TEAM, _ = SOME


@pytest.fixture(autouse=True)
def _some_puzzles(monkeypatch):
    monkeypatch.setattr(SiamPuzzles, "puzzles", lambda _: SOME)
    monkeypatch.setattr(course, "puzzle_of_day", lambda *_: TEAM)
    monkeypatch.setattr(course, "today", lambda: DAY)


class Hall(App):
    """An app with nothing but puzzles."""

    def __init__(self, folder, kind="easy"):
        super().__init__()
        self.progress = PuzzleProgress(folder / "practice", lambda: DAY)
        self.course = PuzzleCourse(UI.puzzles, CourseKind(kind), self.progress)
        self.look = Look()
        self.left = False

    def on_mount(self):
        self.push_screen(PuzzleScreen(self.course, "Ann"), self.leave)

    def leave(self, _):
        self.left = True


async def play(pilot, puzzle, move):
    builder = UI.move_builder(puzzle.game, puzzle.position)
    for key in move_keys(builder, puzzle.game.parse_move(move)):
        await pilot.press(key)
    await until(pilot, lambda: not pilot.app.screen._trying)
    await pilot.pause()


def said(app):
    return " ".join(text(app, "#entries").split())


async def test_the_right_turn_wins_and_its_line_is_told_and_it_is_kept(tmp_path):
    app = Hall(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert bar_of(app).title == "Puzzle 1, easy"
        assert "Find the one turn that wins" in bar_of(app).question
        assert "All hands are open" in said(app)
        assert text(app, "#seats").count(" K") >= 1, "the other's hand is shown"
        await play(pilot, EASY, EASY.solution)
        assert said(app).startswith(
            "Right! This wins. You: Lao: Ayutthaya, Ayutthaya; takes L from"
        )
        assert "You win: " in said(app)
        assert app.progress.solved() == {EASY.id}
        assert {"Next puzzle", "Watch it"} <= footer(app)
        assert not {"Hint", "Give up", "Try it"} & footer(app)


async def test_a_wrong_turn_is_beaten_before_ones_eyes_and_another_can_be_tried(tmp_path):
    app = Hall(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await play(pilot, EASY, "pass")
        assert said(app).startswith("That does not win. Try again. You and Ben pass. You: Lao: ")
        assert "Ben wins: " in said(app)
        assert "W shows what beats it" in bar_of(app).notice
        assert app.progress.solved() == frozenset()
        await pilot.press("w")
        await until_screen(pilot, ReplayScreen)
        assert "Start of " in bar_of(app).title
        await pilot.press("right")
        await pilot.pause()
        assert "Ann passes" in bar_of(app).title
        await pilot.press("q")
        await until_screen(pilot, PuzzleScreen)
        await pilot.press("h")
        await until(pilot, lambda: said(app).startswith("Hint: "))
        assert "That does not win." in said(app), "a hint leaves the answer in sight"
        await play(pilot, EASY, EASY.solution)
        assert said(app).startswith("Right!")
        assert app.progress.solved_with_hints() == {EASY.id}


async def test_hints_tell_more_and_more_but_not_all(tmp_path):
    app = Hall(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("h")
        await until(pilot, lambda: said(app).startswith("Hint: it is Lao."))
        await pilot.press("h")
        await until(
            pilot,
            lambda: said(app).startswith(
                "Hint: Lao: Ayutthaya, Ayutthaya. Which follower do you take?"
            ),
        )
        assert "Hint" not in footer(app)
        await pilot.press("h")
        await pilot.press("colon", *"hint", "enter")
        await pilot.pause()
        assert said(app).startswith("Hint: Lao: Ayutthaya, Ayutthaya.")


async def test_who_gives_up_is_told_but_has_not_solved_it(tmp_path):
    app = Hall(tmp_path, "hard")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("g")
        told = "This is the turn that wins. You: Welsh: Devon, Devon; takes"
        await until(pilot, lambda: said(app).startswith(told))
        assert app.progress.solved() == frozenset()
        await pilot.press("enter")
        await pilot.pause()
        assert bar_of(app).title == "Puzzle 3, hard"
        assert "Chai" in said(app), "four play in teams, and the partner is named"
        await pilot.press("n")
        await pilot.pause()
        assert bar_of(app).title == "Puzzle 2, hard"


async def test_the_turn_can_be_typed_and_an_illegal_one_is_no_try(tmp_path):
    app = Hall(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("colon", *"L:LAN+LANxL@PAT", "enter")
        await pilot.pause()
        assert app.screen.typing, "what is wrong stands below the line"
        await pilot.press("escape")
        await pilot.press("colon", *EASY.solution.lower(), "enter")
        await until(pilot, lambda: said(app).startswith("Right!"))


async def test_the_mouse_does_all_of_it(tmp_path):
    app = Hall(tmp_path, "medium")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await click_option(pilot, "P")
        await pilot.pause()
        await click_option(pilot, "Enter")
        await until(pilot, lambda: said(app).startswith("Right!"))
        await click_option(pilot, "Enter")
        await until(pilot, lambda: not said(app).startswith("Right!"))
        await pilot.press("q")
        await until(pilot, lambda: app.left)


@pytest.mark.parametrize("done", [False, True])
async def test_every_key_is_survived(tmp_path, done):
    app = Hall(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        home = app.screen
        if done:
            await play(pilot, EASY, EASY.solution)
        for key in KEYS:
            if key in {"q", "Q"}:
                continue
            await pilot.press(key)
            await pilot.pause()
            while app.screen is not home:
                await pilot.press("escape")
                await pilot.pause()
            if home.typing:
                await pilot.press("escape")
        assert app._exception is None
        assert not app.left


async def test_the_palette_offers_what_can_be_done(tmp_path):
    app = Hall(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        offered = {name for name, _, _ in app.screen.commands()}
        assert {"Table help", "Hint", "Give up", "Next puzzle", "Leave"} <= offered
        assert not {"Watch the line", "End early", "Take back", "How it ended"} & offered


class TestTheList:
    async def test_it_is_at_home_and_counts_what_is_solved(self, tmp_path):
        app = app_of(tmp_path)
        async with piloted(app) as pilot:
            await pilot.press("p")
            screen = await until_screen(pilot, PracticeScreen)
            listed = screen.query_one(OptionList)
            prompts = [listed.get_option_at_index(n).prompt.plain.split() for n in range(5)]
            assert [" ".join(each) for each in prompts] == [
                "Daily 21 November 2026",
                "Easy, 2 players few replies to look at 0 of 1 solved",
                "Medium, 2 players many replies to look at 0 of 1 solved",
                "Hard, 2 players long lines, many replies 0 of 1 solved",
                "Hard, 4 players long lines, many replies 0 of 1 solved",
            ]
            await pilot.press("enter")
            await until_screen(pilot, PuzzleScreen)
            assert bar_of(app).title == "Puzzle 3, hard: 21 November 2026"
            await play(pilot, TEAM, TEAM.solution)
            await pilot.press("q")
            await until_screen(pilot, PracticeScreen)
            await pilot.pause()
            told = [listed.get_option_at_index(n).prompt.plain for n in (0, 4)]
            assert told[0].startswith("✓ Daily")
            assert told[0].endswith("1 day in a row")
            assert told[1].endswith("1 of 1 solved")
            await pilot.press("escape")
            await until_screen(pilot, HomeScreen)

    async def test_siam_practice_opens_it_before_it_asks_for_a_name(self, tmp_path):
        app = app_of(tmp_path, Start(practising=True), name="")
        async with piloted(app) as pilot:
            await until_screen(pilot, PracticeScreen)
            await pilot.press("escape")
            await until_screen(pilot, NameScreen)

    async def test_what_cannot_be_read_is_told(self, tmp_path):
        app = app_of(tmp_path)
        (app.profile.folder / "practice").mkdir(parents=True)
        async with piloted(app) as pilot:
            await pilot.press("p")
            screen = await until_screen(pilot, PracticeScreen)
            assert "cannot be read" in str(screen.query_one("#trouble").render())


async def test_one_hint_too_many_leaves_the_last_one_and_the_way_on(tmp_path):
    app = Hall(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        last = "Hint: Lao: Ayutthaya, Ayutthaya. Which follower do you take?"
        for hint in ("Hint: it is Lao.", last):
            await pilot.press("h")
            await until(pilot, lambda hint=hint: bar_of(app).notice == hint)
        for _ in range(2):
            await pilot.press("h")
            await pilot.pause()
            assert bar_of(app).notice == f"{last} That was the last hint. G shows the turn."
        await pilot.press("escape")
        await pilot.pause()
        assert not bar_of(app).notice
        assert said(app).startswith(last)


async def test_a_hint_sees_a_turn_that_is_begun(tmp_path):
    app = Hall(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("l", "h")
        await until(pilot, lambda: bar_of(app).notice.startswith("So far you are right. Hint: Lao"))
        await pilot.press("escape", "escape", "p", "h")
        await until(pilot, lambda: "leads to another move. Esc steps back." in bar_of(app).notice)


async def test_what_is_solved_with_a_hint_is_told_apart_until_it_is_solved_alone(tmp_path):
    app = Hall(tmp_path)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("h")
        await until(pilot, lambda: bar_of(app).notice)
        await play(pilot, EASY, EASY.solution)
        assert "You took 1 hint, so it is kept as solved with hints." in bar_of(app).question
        assert app.progress.solved() == frozenset()
        assert app.progress.solved_with_hints() == {EASY.id}
        assert course.count_solved(UI.puzzles, CourseKind("easy"), app.progress) == (0, 1, 1)
        await pilot.press("enter")
        await pilot.pause()
        await play(pilot, EASY, EASY.solution)
        assert app.progress.solved() == {EASY.id}
        assert app.progress.solved_with_hints() == frozenset()
