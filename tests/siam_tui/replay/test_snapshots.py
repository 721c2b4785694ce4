"""Pictures of a game watched again; regenerate with ``--snapshot-update``."""

from math import sin

import pytest

from siam_tui.model.record_files import save_record
from siam_tui.model.replay import Replay
from tests.programs import environment, variables
from tests.siam_tui.app.stage import app_of
from tests.siam_tui.app.test_snapshots import press
from tests.siam_tui.replay.games import recorded
from tests.siam_tui.replay.test_graph import verdicts_of
from tests.siam_tui.replay.test_screen import Cinema

SIZES = {"compact": (80, 24), "normal": (120, 36), "wide": (200, 60)}
every_size = pytest.mark.parametrize("size", SIZES.values(), ids=SIZES)


@every_size
def test_in_the_middle(snap_compare, size):
    app = Cinema(Replay.of(recorded()))
    assert snap_compare(app, press=["2", "left", "left"], terminal_size=size)


@every_size
def test_through_a_seat_s_eyes(snap_compare, size):
    app = Cinema(Replay.of(recorded(4, 9)))
    assert snap_compare(app, press=["3", "right", "right", "e"], terminal_size=size)


@every_size
def test_the_chances_over_the_game(snap_compare, size):
    replay = Replay.of(recorded(2))
    chances = [0.5 + 0.4 * sin(ply / 5) for ply in range(replay.last)]
    app = Cinema(replay, verdicts=verdicts_of(replay, chances))
    assert snap_compare(app, press=["a", "5", "right", "right"], terminal_size=size)


@every_size
def test_the_list_of_records(snap_compare, tmp_path, size):
    folder = tmp_path / "data" / "siam-tui" / "records"
    for seed in (4, 5):
        save_record(folder, recorded(seed=seed))
    (folder / "bad.siam").write_text("[Game]")
    with variables(environment(tmp_path)):
        assert snap_compare(app_of(tmp_path), terminal_size=size, run_before=press("r"))


def test_no_record_yet(snap_compare, tmp_path):
    with variables(environment(tmp_path)):
        assert snap_compare(app_of(tmp_path), terminal_size=(80, 24), run_before=press("r"))
