"""The list of those at the table, and what the host does about them."""

from textual.widgets import OptionList

from client.changes import SentAwayFrom
from client.lobby_mirror import Companion
from protocol.commands import SendAway
from siam_tui.table.people.participants import GatheringScreen, ReasonScreen
from tests.siam_tui.app.stage import until
from tests.siam_tui.table.hands import footer
from tests.siam_tui.table.stage import Theatre, stage

PEOPLE = tuple(Companion(f"key-{name}", name) for name in ("Ann", "Ben", "Eve"))


async def test_the_host_bans_a_spectator_with_a_reason():
    table = stage(3, 6, people=PEOPLE)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("at", "end")
        assert {"Send away", "Ban", "Mute or hear again"} <= footer(app)
        await pilot.press("b")
        await until(pilot, lambda: isinstance(app.screen, ReasonScreen))
        await pilot.press(*"noise", "enter")
        await until(pilot, lambda: table.asked)
        assert table.asked == [SendAway("T1", "key-Eve", True, "noise")]


async def test_escape_sends_nobody_away():
    table = stage(3, 6, people=PEOPLE)
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("at", "end", "r")
        await until(pilot, lambda: isinstance(app.screen, ReasonScreen))
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, GatheringScreen))
        assert table.asked == []


async def test_players_of_a_game_and_oneself_stay_and_others_than_the_host_send_nobody():
    for changes, key, may in (
        ({}, "home", False),
        ({"host": "key-Ben"}, "end", False),
        ({"status": "open"}, "end", True),
    ):
        table = stage(3, 6, people=PEOPLE[:2] if key == "home" else PEOPLE, **changes)
        app = Theatre(table)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            await pilot.press("at", key)
            assert app.screen.query_one(OptionList).option_count
            assert ("Ban" in footer(app)) == may


async def test_who_is_sent_away_reads_why_and_leaves():
    table = stage(3, 6, people=PEOPLE, me="key-Eve")
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for queue in table.queues:
            queue.put_nowait(SentAwayFrom("T1", "The host asks you to go."))
        await until(pilot, lambda: app.left)
        assert table.left
        told = "The host asks you to go."
        await until(pilot, lambda: told in [each.message for each in app._notifications])


async def test_a_spectator_is_named_once_as_watching():
    table = stage(3, 6, people=(*PEOPLE[:2], Companion("key-Wim", "Wim (watching)")))
    app = Theatre(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("at", "end")
        shown = app.screen.query_one(OptionList).get_option_at_index(2).prompt
        assert str(shown) == "Wim  watching"
