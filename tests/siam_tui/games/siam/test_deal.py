"""The pictures of the deal: tiles turn over, then followers fall."""

import pytest

from games.siam import Siam
from siam_tui.appearance.style import Look
from siam_tui.games.siam.board import STEPS, BoardView, Deal, draw
from siam_tui.games.siam.queue_panel import FRAMED, TALL, queue

SIAM = Siam()


def test_tiles_turn_over_then_followers_fall_one_province_at_a_time():
    position = SIAM.new(2, 1)
    counts = []
    for step in range(STEPS):
        view = BoardView(SIAM.map, position, deal=Deal(step))
        picture = "\n".join(line.plain for line in draw(view, 60, 24, Look()).lines)
        shown = queue(position, 80, Look(), deal=Deal(step)).plain
        assert shown.count("⚐") == sum(not view.is_bare(province) for province in range(8))
        assert "▶" not in shown
        turned = sum(f"{n} " in shown for n in range(1, 9))
        filled = sum(view.is_bare(province) is False for province in range(8))
        counts.append((turned, filled))
        assert "┏" not in picture
        assert ("⚐" in picture) == (filled > 0)
    assert counts[:9] == [(n, 0) for n in range(9)]
    assert counts[8:17] == [(8, n) for n in range(9)]


@pytest.mark.parametrize(("width", "height"), [(80, 1), (120, TALL), (200, FRAMED)])
def test_a_tile_face_down_is_as_large_as_an_open_one(width, height):
    position = SIAM.new(2, 1)
    for step in (0, 3, 8):
        lines = queue(position, width, Look(), height, Deal(step)).plain.splitlines()
        assert [len(line) for line in lines] == [width] * height
