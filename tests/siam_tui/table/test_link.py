"""The table's link: copied, shown whole, and never broken over lines."""

import pytest

from protocol.commands import StartGame
from protocol.states import SeatState
from siam_tui.ui.invitation import LinkScreen
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.hands import SIZE, text
from tests.siam_tui.table.stage import LINK, Theatre, person, stage


async def test_the_invite_link_is_copied():
    table = stage(2, 0, status="open", seats=(person(0), SeatState("free")))
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("c")
        assert app.clipboard == LINK


async def test_the_link_is_copied_and_shown_whole_from_the_left_edge_on():
    table = stage(3, status="open", seats=(person(0), SeatState("free"), SeatState("free")))
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("c")
        await pilot.pause()
        assert isinstance(app.screen, LinkScreen)
        assert app.clipboard == LINK
        shown = app.screen.query_one("#link")
        assert shown.render().plain == LINK
        assert (shown.region.x, shown.region.width) == (0, SIZE[0])
        await pilot.press("escape")
        assert not isinstance(app.screen, LinkScreen)


async def test_a_key_of_the_table_below_the_link_acts_there():
    table = stage(2, status="open", seats=(person(0), person(1)))
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("c", "x")  # no key of the table: only the link is put away
        await pilot.pause()
        assert not isinstance(app.screen, LinkScreen)
        await pilot.press("c", "g")
        await pilot.pause()
        assert not isinstance(app.screen, LinkScreen)
        assert table.asked == [StartGame("T1")]


@pytest.mark.parametrize(("size", "is_whole"), [((80, 24), False), ((200, 60), True)])
async def test_a_link_is_never_broken_over_lines_at_the_table(size, is_whole):
    app = Theatre(stage(3, status="open", seats=(person(0), SeatState("free"), person(1))))
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        told = text(app, "#entries")
        assert "siam://" not in told
        assert "C copies it and shows it in full" in " ".join(told.split())
        assert (LINK in text(app, "#bar")) == is_whole
        await pilot.press("c")
        await until(pilot, lambda: isinstance(app.screen, LinkScreen))
