"""Several games at a time: which are one's own, where it is one's turn, and what one has missed."""

import json

import pytest
from textual.widgets import DataTable

from games.registry import game_of
from protocol.commands import Agree, OpenTable, PlayMove, StartGame, TakeSeat
from siam_tui.app.waiting_screen import WaitingScreen
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.model.start import Start
from siam_tui.profile.remembered_games import Glance, LastSeen, OpenSeats
from siam_tui.table.dialogs import SinceScreen
from siam_tui.table.screen import TableScreen
from siam_tui.ui.panel_screen import PanelList
from tests.siam_tui.app.stage import (
    app_of,
    at_table,
    deal,
    piloted,
    text_of,
    until,
    until_screen,
)


async def opened(ben, app, pilot, tables=1):
    """Open tables as Ben, seat Ann at each, and begin."""
    names = []
    for _ in range(tables):
        name = (await ben.request(OpenTable("siam", 2))).table
        await ben.follow(name)
        await app.session.client.request(TakeSeat(name, 1))
        await ben.request(StartGame(name))
        names.append(name)
    await until(pilot, lambda: all(ben.table(name).status == "running" for name in names))
    return names


async def until_seen(client, table, revision):
    """Wait until a client knows a table as of a revision; before, it cannot sign a move."""
    async with client.changes() as changes:
        while client.table(table) is None or client.table(table).revision < revision:
            await anext(changes)


async def pass_until_turn_of(ben, ann, table, seat):
    """Pass for whoever is to move until a seat is."""
    clients = (ben, ann)
    while True:
        state = ben.table(table)
        turn = game_of("siam", map_text=state.map).parse(state.position).turn
        if turn == seat:
            return
        await until_seen(clients[turn], table, state.revision)
        done = await clients[turn].request(PlayMove(table, state.game_number, state.ply, "pass"))
        await until_seen(ben, table, done.revision)


YOU = "you"


def row(app, number):
    """Return a row's texts, by the names of their columns."""
    tables = app.screen.query_one(DataTable)
    names = (str(column.label).lower() for column in tables.ordered_columns)
    return dict(zip(names, map(str, tables.get_row_at(number)), strict=True))


async def test_ones_own_come_first_and_say_where_it_is_ones_turn(tmp_path, link, ben):
    await ben.request(OpenTable("siam", 3))
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.session.client.lobby)
        (table,) = await opened(ben, app, pilot)
        await pass_until_turn_of(ben, app.session.client, table, 1)
        await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 2)
        await until(pilot, lambda: row(app, 0)[YOU] == "your turn")
        assert "your turn at 1" in text_of(app, "#lobby-title")
        assert row(app, 1)[YOU] == ""
        told = "It is your turn at Ben's table, at the top of the list."
        await until(pilot, lambda: told in [each.message for each in app._notifications])
        await pilot.press("ctrl+home", "enter")
        await until_screen(pilot, TableScreen)
        assert not list(app._notifications), "it lay over the table"


def shown_table(app):
    """Return the table that is on the screen, if one is."""
    return app.screen.controller.table if isinstance(app.screen, TableScreen) else ""


async def test_a_turn_elsewhere_is_told_and_o_goes_there(tmp_path, link, ben):
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.session.client.lobby)
        ann = app.session.client
        first, second = await opened(ben, app, pilot, 2)
        await pass_until_turn_of(ben, ann, second, 0)
        await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 2)
        app.screen._enter(first)
        screen = await until_screen(pilot, TableScreen)
        await until(pilot, lambda: screen.check_action("other_table", ()))
        await pass_until_turn_of(ben, ann, second, 1)
        told = "It is your turn at Ben's table. Press O to go there."
        await until(pilot, lambda: told in [each.message for each in app._notifications])
        await pilot.press("o")
        await until(pilot, lambda: shown_table(app) == second)
        assert told not in [each.message for each in app._notifications], "it lay over the table"
        await pilot.press("o")
        await until(pilot, lambda: shown_table(app) == first)


async def test_who_comes_back_later_is_told_what_happened_since(tmp_path, link, ben):
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.session.client.lobby)
        ann = app.session.client
        (table,) = await opened(ben, app, pilot)
        await pass_until_turn_of(ben, ann, table, 0)
        lobby = app.screen
        ply = ben.table(table).ply
        lobby._own.seen._glances[lobby._own.place(table)] = Glance(1, ply, 0.0)
        await pass_until_turn_of(ben, ann, table, 1)
        await until(pilot, lambda: ann.table(table).ply == ply + 1)
        lobby._enter(table)
        await until_screen(pilot, SinceScreen)
        told = str(app.screen.query_one("#missed").render())
        assert "Ben passes" in told
        assert "Now it is your turn." in told
        await pilot.press("enter")
        await until_screen(pilot, TableScreen)
        kept = json.loads((app.profile.folder / "seen.json").read_text())
        assert next(iter(kept.values()))[:2] == [1, ply + 1]
        await pilot.press("q", "a")
        await until_screen(pilot, LobbyScreen)
        lobby._enter(table)
        await until_screen(pilot, TableScreen)
        await pilot.pause()
        assert isinstance(app.screen, TableScreen)


class TestSeen:
    def test_outlives_the_program(self, tmp_path):
        path = tmp_path / "seen.json"
        LastSeen(path, lambda: 50.0).keep_glance("lobby/t1", 2, 7)
        again = LastSeen(path, lambda: 80.0)
        assert again.last_glance("lobby/t1") == Glance(2, 7, 50.0)
        assert again.seconds_since(again.last_glance("lobby/t1")) == 30.0
        assert again.last_glance("lobby/t2") is None

    def test_forgets_the_tables_looked_at_longest_ago(self, tmp_path):
        seen = LastSeen(tmp_path / "seen.json")
        for number in range(250):
            seen.keep_glance(f"lobby/t{number}", 1, 1)
        seen.keep_glance("lobby/t60", 1, 2)
        again = LastSeen(tmp_path / "seen.json")
        assert again.last_glance("lobby/t49") is None
        assert again.last_glance("lobby/t60").ply == 2

    def test_does_without_a_file_it_cannot_read(self, tmp_path):
        path = tmp_path / "seen.json"
        for text in ("", "[]", '{"x": [1]}', '{"x": "abc"}', "\x00"):
            path.write_text(text)
            assert LastSeen(path).last_glance("x") is None


async def test_the_game_can_be_gone_on_with_even_if_the_app_is_killed_there(tmp_path, link, ben):
    app, seats = app_of(tmp_path, Start(link)), OpenSeats(tmp_path / "default")
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.session.client.lobby)
        (table,) = await opened(ben, app, pilot)
        # What a kill would leave behind:
        await until(pilot, lambda: [each.table for each in seats.all()] == [table])
        ann = app.session.client
        for turn in (0, 1):
            await pass_until_turn_of(ben, ann, table, turn)
            is_mine = ann.table(table).seats[turn].player == ann.me
            await until(pilot, lambda mine=is_mine: seats.all()[0].left.my_turn is mine)
        await ben.request(Agree(table, 1, "end", yes=True))
        await app.session.client.request(Agree(table, 1, "end", yes=True))
        await until(pilot, lambda: not seats.all())


@pytest.mark.usefixtures("own_folders")
async def test_home_tells_the_games_that_wait_and_leads_to_each(tmp_path, link, ben):
    def told():
        return list(app.home._waiting.values())

    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.session.client.lobby)
        (table,) = await opened(ben, app, pilot)
        ann = app.session.client
        await until(pilot, lambda: app.session.client.lobby.tables[0].status == "running")
        await pass_until_turn_of(ben, ann, table, 1)
        await until(pilot, lambda: app.screen._own.my_turn(table))
        await pilot.press("q")
        await until(pilot, lambda: told() == ["Your turn against Ben, King of Siam"])
    app = app_of(tmp_path, Start())
    async with piloted(app) as pilot:
        await until(pilot, lambda: app.screen is app.home)
        bots = await deal(pilot)
        await pilot.press("q")
        await until(pilot, lambda: len(told()) == 2)
        assert told()[0] == "Your turn against Ben, King of Siam"
        await pilot.press("g")
        choice = await until_screen(pilot, WaitingScreen)
        offered = [str(each.prompt) for each in choice.query_one(PanelList).options]
        assert offered[0].startswith("Your turn against Ben, King of Siam\nin ")
        await pilot.press("down", "enter")
        assert (await at_table(pilot)).table == bots.table
        await pilot.press("q", "g")
        await until_screen(pilot, WaitingScreen)
        await pilot.press("enter")
        await until(pilot, lambda: shown_table(app) == table)
        await ben.request(Agree(table, 1, "end", yes=True))
        await app.session.client.request(Agree(table, 1, "end", yes=True))
        await until(pilot, lambda: app.session.client.lobby.tables[0].status == "over")
        await app.leave()
        assert OpenSeats(tmp_path / "default").all() == ()
