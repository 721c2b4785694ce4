"""Pictures of the practice; regenerate with ``--snapshot-update``."""

from datetime import date

import pytest

from siam_tui.games.siam.puzzles.puzzle_set import SiamPuzzles
from siam_tui.practice import course
from siam_tui.practice.course import PuzzleProgress
from tests.siam_tui.app.stage import app_of, until
from tests.siam_tui.app.test_snapshots import press
from tests.siam_tui.practice.some import SOME
from tests.siam_tui.practice.test_screen import DAY, Hall, play

SIZES = {"compact": (80, 24), "normal": (120, 36), "wide": (200, 60)}
every_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


@pytest.fixture(autouse=True)
def _some_puzzles(monkeypatch):
    monkeypatch.setattr(SiamPuzzles, "puzzles", lambda _: SOME)
    monkeypatch.setattr(course, "today", lambda: DAY)


@every_size
def test_the_list(snap_compare, tmp_path, size):
    app = app_of(tmp_path)
    kept = PuzzleProgress(app.profile.folder / "practice")
    kept.add(SOME[0].id)
    for day in (19, 20):
        kept.add(SOME[3].id, date(2026, 11, day))
    assert snap_compare(app, terminal_size=size, run_before=press("p"))


@every_size
def test_a_puzzle_for_four(snap_compare, tmp_path, size):
    app = Hall(tmp_path, "hard")

    async def skip(pilot):
        await pilot.pause()
        await pilot.press("n")
        await pilot.pause()

    assert snap_compare(app, terminal_size=size, run_before=skip)


@every_size
def test_a_try_that_does_not_win(snap_compare, tmp_path, size):
    app = Hall(tmp_path)

    async def fail(pilot):
        await pilot.pause()
        await play(pilot, SOME[0], "pass")

    assert snap_compare(app, terminal_size=size, run_before=fail)


@every_size
def test_the_turn_that_wins(snap_compare, tmp_path, size):
    app = Hall(tmp_path)

    async def solve(pilot):
        await pilot.pause()
        await play(pilot, SOME[0], SOME[0].solution)
        await until(pilot, lambda: pilot.app.screen._done)

    assert snap_compare(app, terminal_size=size, run_before=solve)
