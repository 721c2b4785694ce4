"""The table screen where there is little room: small terminals, and logs longer than theirs."""

import pytest
from textual.widgets import Footer, Input

from tests.siam_tui.app.stage import until
from tests.siam_tui.table.hands import SIZE, footer, text
from tests.siam_tui.table.stage import Theatre, stage


@pytest.mark.parametrize("status", ["open", "running", "closed"])
@pytest.mark.parametrize("size", [(79, 24), (80, 21), (60, 15), (30, 8), (20, 6)])
async def test_a_smaller_terminal_is_told_so_politely_and_recovers(size, status):
    table = stage(2, 5, status=status)
    app = Theatre(table)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        corners = [(0, 0), (size[0] - 1, size[1] - 1)]
        assert {app.get_widget_at(*corner)[0].id for corner in corners} == {"small"}
        await pilot.resize_terminal(*SIZE)
        await pilot.pause()
        assert not app.screen.query_one("#small").display
        assert app.get_widget_at(10, 10)[0].id == "map"
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert app.screen.query_one("#small").display


async def test_a_line_that_is_typed_goes_on_after_a_window_that_was_small():
    app = Theatre(stage(2, 5))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("colon", "b")
        for size in ((60, 15), SIZE):
            await pilot.resize_terminal(*size)
            await pilot.press("o")
        assert app.screen.query_one(Input).value == "boo"


@pytest.mark.parametrize(
    ("height", "given_up"), [(24, set()), (23, {"queue"}), (22, {"queue", "footer"})]
)
async def test_in_a_low_terminal_the_map_keeps_its_lines(height, given_up):
    app = Theatre(stage(4, 14, seed=9))
    async with app.run_test(size=(80, height)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert screen.query_one("#map").size.height == 16
        shown = {"queue": screen.query_one("#queue"), "footer": screen.query_one(Footer)}
        assert {name for name, widget in shown.items() if not widget.display} == given_up


async def test_the_log_is_read_page_by_page():
    table = stage(4, 30)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        log = app.screen.query_one("#log")
        await until(pilot, lambda: log.scroll_y == log.max_scroll_y > 0)
        end = log.scroll_y
        await pilot.press("pageup")
        await until(pilot, lambda: log.scroll_y < end)
        await pilot.press("pagedown")
        await until(pilot, lambda: log.scroll_y == end)
        await pilot.resize_terminal(120, 36)
        await pilot.pause()
        await until(pilot, lambda: log.scroll_y == log.max_scroll_y > 0)
        before, log.styles.max_height = log.max_scroll_y, 4  # as when the lines above grow
        await until(pilot, lambda: log.max_scroll_y > before)
        await until(pilot, lambda: log.scroll_y == log.max_scroll_y)


@pytest.mark.parametrize("players", [2, 3])
async def test_the_whole_end_is_seen_on_a_low_screen(players):
    app = Theatre(stage(players, 400))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        log = app.screen.query_one("#log")
        seen = text(app, "#entries").splitlines()[-log.size.height :]
        assert [line[0] for line in seen if line[:1].isdigit()] == list("12345678")
        assert text(app, "#seats").startswith("Final standings")


async def test_a_log_that_is_longer_at_the_end_names_its_key():
    app = Theatre(stage(4, 400))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        log = app.screen.query_one("#log")
        await until(pilot, lambda: log.max_scroll_y and log.scroll_y == log.max_scroll_y)
        await until(pilot, lambda: "Earlier" in footer(app))
        await pilot.press("pageup")
        await until(pilot, lambda: log.scroll_y < log.max_scroll_y)
