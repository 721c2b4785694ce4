"""Pictures of the lessons; regenerate with ``--snapshot-update``."""

import pytest

from siam_tui.profile.small_files import LineSet
from tests.siam_tui.app.stage import app_of
from tests.siam_tui.app.test_snapshots import press
from tests.siam_tui.learn.test_screen import School

SIZES = {"compact": (80, 24), "normal": (120, 36), "wide": (200, 60)}
every_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


async def settle(pilot):
    await pilot.pause()


@every_size
def test_something_to_read(snap_compare, size):
    assert snap_compare(School(6), terminal_size=size, run_before=settle)


@every_size
def test_a_try_answered(snap_compare, size):
    keys = ["enter", "enter", "enter", "enter", "t", "1", "1", "3", "3", "m", "enter"]
    assert snap_compare(School(), press=keys, terminal_size=size, run_before=settle)


@every_size
def test_the_list_of_lessons(snap_compare, tmp_path, size):
    app = app_of(tmp_path)
    LineSet(app.profile.folder / "lessons").add_lines("first", "factions")
    assert snap_compare(app, terminal_size=size, run_before=press("t", "enter"))
