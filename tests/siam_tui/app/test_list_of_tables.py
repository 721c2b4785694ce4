"""The list of a lobby's tables: what it marks, how it fits, and what Enter does there."""

from textual.widgets import DataTable

from protocol.commands import LeaveTable, OpenTable, SeatBot, SendAway, StartGame
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.model.start import Start
from siam_tui.table.dialogs import LeaveScreen
from siam_tui.table.screen import TableScreen
from tests.siam_tui.app.stage import app_of, piloted, text_of, until, until_screen
from tests.siam_tui.table.hands import footer


def messages(app):
    return [each.message for each in app._notifications]


def headings(tables):
    """Return the names of a list's columns."""
    return [str(column.label).lower() for column in tables.ordered_columns]


async def test_ones_seats_are_marked_in_the_list(tmp_path, link, ben):
    table = (await ben.request(OpenTable("siam", 2))).table
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        tables = app.screen.query_one(DataTable)
        await until(pilot, lambda: tables.row_count == 1)
        assert str(tables.get_row(table)[-2]) == ""
        await pilot.press("s")
        await until_screen(pilot, TableScreen)
        await ben.request(StartGame(table))
        await until(pilot, lambda: ben.lobby.tables[0].status == "running")
        await pilot.press("q")
        await until_screen(pilot, LeaveScreen)
        await pilot.press("l")
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: str(tables.get_row(table)[-2]) == "your seat: a bot plays")


class TestTheListOfTables:
    """What Enter does is in the footer; a table that vanishes is not lost without a word."""

    async def test_enter_and_its_keys_are_named_after_what_they_do(self, tmp_path, link, ben):
        table = (await ben.request(OpenTable("siam", 2))).table
        app = app_of(tmp_path, Start(link))
        async with piloted(app) as pilot:
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: "Sit down" in footer(app))
            await pilot.press("s")
            await until_screen(pilot, TableScreen)
            await until(pilot, lambda: app.screen.view is not None and app.screen.view.seated)
            await pilot.press("q", "a")
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: "Back to your seat" in footer(app))
            assert "Sit down" not in footer(app)
            await pilot.press("s")
            await until_screen(pilot, TableScreen)
            assert app.screen.controller.table == table

    async def test_where_enter_only_watches_nothing_else_is_offered(self, tmp_path, link, ben):
        table = (await ben.request(OpenTable("siam", 2))).table
        await ben.request(SeatBot(table, 1, "random"))
        app = app_of(tmp_path, Start(link))
        async with piloted(app) as pilot:
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: "Watch" in footer(app))
            assert not {"Sit down", "Back to your seat"} & footer(app)
            await pilot.press("s")
            await until_screen(pilot, TableScreen)
            await until(pilot, lambda: app.screen.view is not None)
            assert app.screen.view.seat is None

    async def test_the_chosen_table_and_ones_own_do_not_vanish_without_a_word(
        self, tmp_path, link, ben
    ):
        chosen = (await ben.request(OpenTable("siam", 2))).table
        app = app_of(tmp_path, Start(link))
        async with piloted(app) as pilot:
            screen = await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: "Sit down" in footer(app))
            await ben.request(LeaveTable(chosen))
            told = "Ben's table is gone: it was closed, or all have left it."
            await until(pilot, lambda: told in messages(app))
            assert screen.query_one(DataTable).row_count == 0

    async def test_another_table_vanishes_quietly(self, tmp_path, link, ben):
        tables = [(await ben.request(OpenTable("siam", 2))).table for _ in range(2)]
        app = app_of(tmp_path, Start(link))
        async with piloted(app) as pilot:
            screen = await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: screen.query_one(DataTable).row_count == 2)
            await ben.request(LeaveTable(tables[1]))
            await until(pilot, lambda: screen.query_one(DataTable).row_count == 1)
            assert not messages(app)

    async def test_why_a_player_must_leave_a_table_is_said_once(self, tmp_path, link, ben):
        table = (await ben.request(OpenTable("siam", 2))).table
        app = app_of(tmp_path, Start(link))
        async with piloted(app) as pilot:
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: "Sit down" in footer(app))
            await pilot.press("s")
            await until_screen(pilot, TableScreen)
            await until(pilot, lambda: app.screen.view is not None and app.screen.view.seated)
            await pilot.press("q", "a")
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: "Back to your seat" in footer(app))
            await ben.request(SendAway(table, app.session.client.me, False, "late"))
            await until(pilot, lambda: messages(app))
            assert len(messages(app)) == 1
            assert "late" in messages(app)[0]


async def test_all_columns_that_stand_fit_and_the_link_is_never_broken(
    tmp_path, link, ben, monkeypatch
):
    await ben.request(OpenTable("siam", 4))
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        tables = app.screen.query_one(DataTable)
        await until(pilot, lambda: tables.row_count == 1)
        await pilot.press("s")
        await until_screen(pilot, TableScreen)
        await until(pilot, lambda: ben.lobby.tables[0].seats[1].name == "Ann")
        await pilot.press("q")
        await until_screen(pilot, LeaveScreen)
        await pilot.press("b")
        await until(pilot, lambda: "Players: Ben" in text_of(app, "#terms"))
        await until(pilot, lambda: "map" not in headings(tables))
        await until(pilot, lambda: not tables.show_horizontal_scrollbar)
        assert "players" in headings(tables)
        assert str(link) not in text_of(app, "#lobby-link")
        assert "C copies it" in text_of(app, "#lobby-link")
        drawn, clear = [], tables.clear
        monkeypatch.setattr(tables, "clear", lambda **more: (drawn.append(tables), clear(**more)))
        await pilot.resize_terminal(120, 36)
        await until(pilot, lambda: "map" in headings(tables))
        await until(pilot, lambda: str(link) in text_of(app, "#lobby-link").splitlines())
        await pilot.pause()
        assert len(drawn) == 1, "the list is drawn once"
        assert not tables.show_horizontal_scrollbar
