"""Leaving a table, for a while or for good, and ending its game early."""

from textual.widgets import Static

from protocol.commands import Agree, LeaveTable
from siam_tui.table.dialogs import LeaveScreen
from siam_tui.table.screen import WAITS
from tests.siam_tui.table.hands import SIZE
from tests.siam_tui.table.stage import Theatre, stage


async def test_ending_early_is_asked_for_once_more_and_can_be_taken_back():
    table = stage(2, 5)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("ctrl+e", "n")
        assert not table.asked
        await pilot.press("ctrl+e", "y")
        await pilot.pause()
        assert table.asked == [Agree("T1", 1, "end", yes=True)]
        await pilot.press("ctrl+e")
        await pilot.pause()
        assert table.asked[-1] == Agree("T1", 1, "end", yes=False)


async def test_leaving_a_running_game_asks_first():
    table = stage(2, 5)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("q")
        assert isinstance(app.screen, LeaveScreen)
        asked = app.screen.query(Static).first().render().plain
        assert "If you are away for 5 minutes, the others may let a bot play for you" in asked
        await pilot.press("escape")
        assert not app.left
        await pilot.press("q", "b")
        assert app.left
        assert not table.asked


async def test_a_game_that_waits_is_left_without_a_question_and_it_is_said_how_to_come_back():
    table = stage(2, 5)
    app = Theatre(table, waits=True)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("q")
        assert app.left
        assert not table.asked
        assert [told.message for told in app._notifications] == [str(WAITS)]


async def test_leaving_for_good_gets_up():
    table = stage(2, 5)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("q")
        await pilot.click("#leave")
        await pilot.pause()
        assert table.asked == [LeaveTable("T1")]
        assert app.left


async def test_when_the_game_is_over_one_gets_up_without_being_asked():
    table = stage(2, 400)
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("q")
        await pilot.pause()
        assert table.asked == [LeaveTable("T1")]
        assert app.left


async def test_one_can_leave_while_the_connection_is_lost():
    table = stage(2, 5, trouble="The connection is lost. Trying again…")
    app = Theatre(table)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        await pilot.press("q", "l")
        assert app.left
        assert not table.asked
