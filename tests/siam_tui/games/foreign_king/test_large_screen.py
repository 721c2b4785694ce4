"""What The Foreign King shows on a large screen beside map and seats."""

from __future__ import annotations

import pytest

from tests.siam_tui.games.foreign_king.test_snapshots import table_at, watched
from tests.siam_tui.table.hands import text
from tests.siam_tui.table.stage import Theatre


async def displayed(stage, size):
    """Return which parts are shown beside the map."""
    app = Theatre(stage)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        names = ("seats", "outlook", "provinces", "log", "reference")
        return [name for name in names if app.screen.query_one(f"#{name}").display]


LARGE = 200, 60


async def test_before_the_log_is_long_the_reference_fills_its_place():
    waiting, over = table_at("choosing", status="open"), table_at("over")
    running = ["seats", "outlook", "provinces", "log", "reference"]
    assert await displayed(table_at("choosing"), LARGE) == running
    assert await displayed(waiting, LARGE) == ["seats", "log", "reference"]
    assert await displayed(over, LARGE) == ["seats", "provinces", "log", "reference"]
    assert await displayed(watched(40), LARGE) == ["seats", "outlook", "provinces", "log"]


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (159, 60)])
async def test_where_there_is_less_room_neither_stands_there(size):
    assert await displayed(table_at("choosing"), size) == ["seats", "outlook", "log"]


async def test_the_reference_makes_way_for_the_log_from_its_top():
    shown = []
    for moves in (0, 3, 8, 14):
        app = Theatre(watched(moves))
        async with app.run_test(size=LARGE) as pilot:
            await pilot.pause()
            lines = text(app, "#reference").splitlines()
            assert lines[-1].startswith("Prizes")
            shown.append(len(lines))
            log = app.screen.query_one("#log")
            assert log.max_scroll_y == 0
            side, reference = app.screen.query_one("#side"), app.screen.query_one("#reference")
            assert reference.region.bottom == side.region.bottom
    assert shown == sorted(shown, reverse=True)
    assert shown[0] > shown[-1] >= 4


async def test_the_reference_makes_way_on_a_smaller_screen():
    app = Theatre(watched(20))
    async with app.run_test(size=LARGE) as pilot:
        await pilot.pause()
        reference = app.screen.query_one("#reference")
        assert not reference.display
        await pilot.resize_terminal(200, 80)
        await pilot.pause()
        assert reference.display
        await pilot.resize_terminal(*LARGE)
        await pilot.pause()
        assert not reference.display
