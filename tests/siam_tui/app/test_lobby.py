"""A lobby on a real server: people come, open tables, sit down and watch."""

import pytest
from textual.events import Paste
from textual.widgets import DataTable, Input, Select, Static

from client.client import Client
from protocol.commands import OpenTable, TakeSeat
from protocol.keys import SecretKey
from protocol.links import Link, parse_link
from siam_tui.app.home import HomeScreen
from siam_tui.lobby.new_table import OpenTableScreen
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.lobby.session_forms import JoinScreen
from siam_tui.model.start import Start
from siam_tui.rules.screen import RulesScreen
from siam_tui.table.dialogs import LeaveScreen
from siam_tui.table.screen import TableScreen
from siam_tui.ui.dialog import AskScreen
from siam_tui.ui.invitation import LinkScreen
from tests.brokers import running_broker
from tests.siam_tui.app.stage import app_of, piloted, text_of, until, until_screen


async def test_a_pasted_link_leads_to_the_lobby_and_q_home_again(tmp_path, link):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await pilot.press("j")
        screen = await until_screen(pilot, JoinScreen)
        screen.query_one("#link", Input).value = f" {link}\n"
        await pilot.press("enter")
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: "you are Ann" in text_of(app, "#lobby-title"))
        await pilot.press("q")
        await until_screen(pilot, HomeScreen)
        await until(pilot, lambda: app.session is None)


@pytest.mark.parametrize("form", ["{start}\n{end}\n", "\n{whole}\nJoin me!", "{start}\n  {end}"])
async def test_a_link_that_was_copied_over_two_lines_is_put_together(tmp_path, link, form):
    start, end = str(link)[:50], str(link)[50:]
    async with piloted(app_of(tmp_path)) as pilot:
        await pilot.press("j")
        screen = await until_screen(pilot, JoinScreen)
        entry = screen.query_one("#link", Input)
        entry.post_message(Paste(form.format(start=start, end=end, whole=link)))
        await until(pilot, lambda: entry.value == str(link))


async def test_a_cut_link_is_refused_where_it_was_pasted(tmp_path, link):
    app = app_of(tmp_path)
    async with piloted(app) as pilot:
        await pilot.press("j")
        screen = await until_screen(pilot, JoinScreen)
        screen.query_one("#link", Input).value = str(link)[:-5]
        await pilot.press("enter")
        await until(pilot, lambda: "copy the whole link" in text_of(app, "#trouble"))


async def test_a_table_is_opened_and_others_see_it(tmp_path, link, ben):
    async with piloted(app_of(tmp_path, Start(link))) as pilot:
        await until_screen(pilot, LobbyScreen)
        await pilot.press("o")
        await until_screen(pilot, OpenTableScreen)
        await pilot.press("enter")
        await until_screen(pilot, TableScreen)
        await until(pilot, lambda: ben.lobby.tables)
        (table,) = ben.lobby.tables
        assert (table.host_name, table.seats[0].name) == ("Ann", "Ann")


async def test_enter_takes_the_first_free_seat(tmp_path, link, ben):
    await ben.request(OpenTable("siam", 3))
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 1)
        app.screen.query_one(DataTable).focus()
        await pilot.press("enter")
        await until_screen(pilot, TableScreen)
        await until(pilot, lambda: ben.lobby.tables[0].seats[1].name == "Ann")


async def test_a_tables_link_leads_to_the_table(tmp_path, link, ben):
    table = (await ben.request(OpenTable("siam", 2))).table
    app = app_of(tmp_path, Start(link.to_table(table)))
    async with piloted(app) as pilot:
        await until_screen(pilot, TableScreen)
        await pilot.press("q")
        await until_screen(pilot, LobbyScreen)
        await pilot.press("c")
        await until_screen(pilot, LinkScreen)
        assert text_of(app, "#link") == str(link), "the lobby invites to itself"


async def test_one_person_sits_at_several_tables(tmp_path, link, ben):
    for _ in range(2):
        await ben.request(OpenTable("siam", 2, seat=None))
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        for number in range(2):
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 2)
            app.screen.query_one(DataTable).move_cursor(row=number)
            await pilot.press("s")
            await until_screen(pilot, TableScreen)
            await pilot.press("q")
            await until_screen(pilot, LeaveScreen)
            await pilot.press("b")
        await until(
            pilot, lambda: [table.seats[0].name for table in ben.lobby.tables] == ["Ann", "Ann"]
        )


async def test_a_table_never_comes_over_a_dialog(tmp_path, link, ben):
    await ben.request(OpenTable("siam", 2))
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        lobby = await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 1)
        await pilot.press("s", "o")
        await until(pilot, lambda: app.screen is not lobby)
        await until_screen(pilot, TableScreen)
        assert app.screen_stack[-2] is lobby


async def test_a_table_waits_until_help_is_put_away(tmp_path, link, ben):
    await ben.request(OpenTable("siam", 2))
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 1)
        app.screen.action_go()
        app.screen.action_help()
        await until_screen(pilot, RulesScreen)
        await until(pilot, lambda: ben.lobby.tables[0].seats[1].name == "Ann")
        await pilot.press("escape")
        await until_screen(pilot, TableScreen)


async def test_c_copies_the_link_and_shows_it_whole(tmp_path, link):
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await pilot.press("c")
        await until_screen(pilot, LinkScreen)
        assert text_of(app, "#link") == str(link)
        assert app.clipboard == str(link)
        await pilot.press("escape")
        await until_screen(pilot, LobbyScreen)


async def test_the_palette_knows_what_can_be_done_here(tmp_path, link):
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        lobby = await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: "you are Ann" in text_of(app, "#lobby-title"))
        titles = [command.title for command in app.get_system_commands(lobby)]
        assert {"Open a table", "Copy link", "Leave", "Help"} <= set(titles)


async def test_a_server_that_is_not_there_is_told_of_and_waited_for(tmp_path):
    key = SecretKey.generate()
    async with running_broker("embedded", tmp_path) as address:
        pass
    app = app_of(tmp_path, Start(Link(address, key.public)))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: "⚠" in text_of(app, "#lobby-title"))
        assert str(address.port) in text_of(app, "#lobby-title")
        await pilot.press("o")
        await pilot.pause()
        assert isinstance(app.screen, LobbyScreen), "no table can be opened there"


async def test_a_private_table_is_seen_by_those_with_its_link_also_the_next_time(
    tmp_path, link, ben
):
    async with piloted(app_of(tmp_path, Start(link))) as pilot:
        await until_screen(pilot, LobbyScreen)
        await pilot.press("o")
        form = await until_screen(pilot, OpenTableScreen)
        form.query_one("#private", Select).value = True
        await pilot.press("ctrl+s")
        screen = await until_screen(pilot, TableScreen)
        invite = parse_link(screen.controller.invite)
        assert invite.table_key
        await until(pilot, lambda: ben.lobby is not None and ben.lobby.sealed)
        assert not ben.lobby.tables
        ben.hold_key(invite.table, invite.table_key)
        assert [table.host_name for table in ben.lobby.tables] == ["Ann"]
        await pilot.press("escape")
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 1)
        assert "waiting, private" in map(str, app.screen.query_one(DataTable).get_row(invite.table))


async def test_who_wishes_a_name_that_is_taken_is_told_what_they_are_called(tmp_path, link):
    async with Client(link, SecretKey.generate(), "Ann") as other:
        await other.ready()
        app = app_of(tmp_path, Start(link))
        async with piloted(app) as pilot:
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: "you are Ann 2" in text_of(app, "#lobby-title"))
            told = [each.message for each in app._notifications]
            assert "The name Ann is taken in this lobby, so you are called Ann 2." in told


@pytest.mark.parametrize("answer", ["enter", "y", "escape"])
async def test_the_slower_of_two_who_sit_down_at_once_is_offered_another_seat(
    tmp_path, link, ben, answer
):
    table = (await ben.request(OpenTable("siam", 3, seat=None))).table
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 1)
        client = app.session.client
        send = client.request

        async def be_slower(command):
            client.request = send
            await ben.request(TakeSeat(table, 0))
            return await send(command)

        client.request = be_slower
        await pilot.press("s")
        asked = await until_screen(pilot, AskScreen)
        assert "Ben sits there" in str(asked.query(Static).first().render())
        assert client.table(table) is not None
        await until(pilot, lambda: app.focused is not None)
        assert str(app.focused.label).startswith("Take seat 2"), "they asked to sit down"
        await pilot.press(answer)
        if answer == "escape":  # those at the table do not see them there
            await until(pilot, lambda: client.table(table) is None)
            return
        await until_screen(pilot, TableScreen)
        await until(
            pilot, lambda: [s.name for s in ben.lobby.tables[0].seats[:2]] == ["Ben", "Ann"]
        )
