"""Clocks on the screen."""

from protocol.states import ClockState
from siam_tui.table.seat_notes import clock_notes, clock_words
from tests.siam_tui.table.hands import text
from tests.siam_tui.table.stage import Theatre, stage


def test_a_time_is_shown_as_a_clock_shows_it():
    seconds = [-3, 7, 59.9, 750, 3600 * 3 + 300, 2 * 86400 + 4 * 3600]
    shown = ["0:00", "0:07", "0:59", "12:30", "3:05:00", "2 d 4 h"]
    assert [clock_words(each) for each in seconds] == shown


def test_only_the_clock_that_runs_counts_down():
    table = stage(3, 6, clock=ClockState((60_000, 90_000, 30_000), 1))
    assert clock_notes(table.state(), 10.0) == {0: "1:00", 1: "1:20", 2: "0:30"}


async def test_every_seat_shows_its_clock():
    table = stage(3, 6, clock=ClockState((60_000, 754_000, 30_500), 1))
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        shown = text(app, "#seats")
        assert "1:00" in shown
        assert "12:3" in shown
        assert "0:30" in shown
