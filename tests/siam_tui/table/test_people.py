"""Who is at the table, as it shows: who is away, who looks on, and what may be done about it."""

from client.changes import AttendanceChanged
from client.lobby_mirror import Companion
from protocol.commands import SeatBot
from siam_tui.table.seat_notes import time_words
from tests.siam_tui.table.hands import bar_of, text
from tests.siam_tui.table.stage import Theatre, stage


def company(**away):
    people = [Companion(f"key-{name}", name, away.get(name)) for name in ("Ann", "Ben", "Chai")]
    return (*people, Companion("key-Eve", "Eve"), Companion("key-Zoe", "Zoe"))


def tell(table, people):
    table.people = people
    for queue in table.queues:
        queue.put_nowait(AttendanceChanged("T1"))


async def test_who_is_away_is_shown_at_the_seat_and_the_spectators_are_counted():
    table = stage(3, 6)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "away" not in text(app, "#seats")
        tell(table, company(Ben=190.0))
        await pilot.pause()
        assert "away 3 min" in text(app, "#seats")
        assert "2 watching" in text(app, "#supply")
        tell(table, company())
        await pilot.pause()
        assert "away" not in text(app, "#seats")


async def test_the_host_may_have_a_bot_play_for_who_is_away_too_long():
    table = stage(3, 6, to_move=2, people=company(Ben=299.0))
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not bar_of(app).options
        tell(table, company(Ben=300.0))
        await pilot.pause()
        assert bar_of(app).options[0].label == "let a bot play for Ben"
        seat = seat_of(table, "Ben")
        await pilot.press("b", "2")
        assert table.asked == [SeatBot("T1", seat, "greedy")]


async def test_others_may_not_unless_the_host_is_away_as_well():
    table = stage(3, 6, to_move=2, host="key-Ben", people=company(Chai=400.0))
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not bar_of(app).options
        tell(table, company(Ben=300.0))
        await pilot.pause()
        assert bar_of(app).options[0].label == "let a bot play for Ben"


async def test_leaving_the_screen_lets_go_of_the_table_but_not_of_ones_seat():
    for me, left in (("key-Ann", False), ("key-Zoe", True)):
        table = stage(3, 6, me=me)
        app = Theatre(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press(*("q", "a") if me == "key-Ann" else "q")
            await pilot.pause()
            assert app.left
            assert table.left == left


def test_times_are_told_in_their_largest_unit():
    seconds = [20, 60, 3599, 3600, 86399, 86400, 10 * 86400]
    told = ["", "1 min", "59 min", "1 h", "23 h", "1 d", "10 d"]
    assert [time_words(each) for each in seconds] == told


def seat_of(table, name):
    return next(n for n, seat in enumerate(table.seats) if seat.name == name)
