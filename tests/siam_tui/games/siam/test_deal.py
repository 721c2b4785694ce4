"""The deal as a short scene: it ends by itself, at a key, and is off with animations off."""

import pytest
from textual import events

from games.siam import Siam
from siam_tui.appearance.style import Look
from siam_tui.games.siam.board.canvas import draw
from siam_tui.games.siam.board.labels import BoardView
from siam_tui.games.siam.deal import STEPS, Deal
from siam_tui.games.siam.queue_panel import FRAMED, TALL, queue
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.hands import text
from tests.siam_tui.table.stage import Theatre, stage

SIAM = Siam()
HIDDEN = Look().glyphs.hidden


def theatre(level, table=None):
    app = Theatre(table or stage(2, 0))
    app.animation_level = level
    return app


def heavy(app):
    """Whether the frame of the first struggle is on the map."""
    return any(sign in text(app, "#map") for sign in "┏┓┗┛")


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


@pytest.mark.parametrize("level", ["basic", "full"])
async def test_it_is_shown_at_the_start_and_ends_with_the_first_struggle_lit(level):
    app = theatre(level)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.screen._body and app.screen._body._deal)
        assert HIDDEN in text(app, "#queue") or not heavy(app)
        await until(pilot, lambda: app.screen._body._deal is None)
        await until(pilot, lambda: heavy(app))
        assert HIDDEN not in text(app, "#queue")
        assert text(app, "#outlook")


async def test_it_is_off_with_animations_off():
    app = theatre("none")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.screen._body._deal is None
        assert heavy(app)


async def test_a_key_is_taken_meanwhile_and_ends_it(monkeypatch):
    monkeypatch.setattr("siam_tui.games.siam.body.SECONDS", 3600)
    app = theatre("full")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.screen._body and app.screen._body._deal)
        app._driver.send_message(events.Key("p", "p"))
        await until(pilot, lambda: app.screen.controller.draft.move == "pass")
        await until(pilot, lambda: app.screen._body._deal is None)
        assert heavy(app)


async def test_a_game_that_has_begun_is_not_dealt_again():
    app = theatre("full", stage(2, 5))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await until(pilot, lambda: app.screen._body is not None)
        assert app.screen._body._deal is None
