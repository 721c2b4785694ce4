"""Lobbies and tables that somebody watches without a seat."""

import pytest
from textual.widgets import DataTable

from protocol.commands import OpenTable
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.lobby.session import spectator
from siam_tui.model.start import Start
from siam_tui.profile.key_files import spectator_key
from siam_tui.table.screen import TableScreen
from tests.siam_tui.app.stage import app_of, piloted, until, until_screen


def text_of_keys(app):
    """Return the actions that can be done now."""
    return {active.binding.action for active in app.screen.active_bindings.values()}


async def test_w_looks_on_without_a_seat(tmp_path, link, ben):
    await ben.request(OpenTable("siam", 2))
    app = app_of(tmp_path, Start(link))
    async with piloted(app) as pilot:
        await until_screen(pilot, LobbyScreen)
        await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 1)
        await pilot.press("w")
        await until_screen(pilot, TableScreen)
        assert ben.lobby.tables[0].seats[1].holder == "free"
        await pilot.press("q")
        await until_screen(pilot, LobbyScreen)


class TestWatching:
    async def test_nothing_that_acts_is_offered_or_sent(self, tmp_path, link, ben):
        await ben.request(OpenTable("siam", 2))
        app = app_of(tmp_path, Start(link, watching=True), name="")
        async with piloted(app) as pilot:
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 1)
            await pilot.press("o", "s")
            await pilot.pause()
            assert isinstance(app.screen, LobbyScreen)
            app.screen.query_one(DataTable).focus()
            await pilot.press("enter")
            await until_screen(pilot, TableScreen)
            await pilot.press(*"123456789abcdefghijklmnoprstuvwxyz")
            await pilot.pause()
            assert ben.lobby.tables[0].seats[1].holder == "free"

    @pytest.mark.parametrize(
        ("watching", "name"),
        [(True, "Ann (watching)"), (False, "Ann")],
        ids=["came to watch", "came to play"],
    )
    async def test_others_see_a_name_and_one_key_steps_between_tables(
        self, tmp_path, link, ben, watching, name
    ):
        first, second = [(await ben.request(OpenTable("siam", 2))).table for _ in range(2)]
        await ben.follow(first)
        app = app_of(tmp_path, Start(link, watching=watching))
        async with piloted(app) as pilot:
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: app.screen.query_one(DataTable).row_count == 2)
            await pilot.press("w")
            await until_screen(pilot, TableScreen)
            await until(pilot, lambda: name in [p.name for p in ben.company(first)])
            for table in (second, first):
                await until(pilot, lambda: "other_table" in text_of_keys(app))
                await pilot.press("o")
                await until(pilot, lambda table=table: app.screen.controller.table == table)
                await until(pilot, lambda: app.screen.view is not None)
                assert app.screen.controller.watching is watching

    async def test_the_key_for_watching_stays_and_is_not_the_players(self, tmp_path):
        profile = app_of(tmp_path).profile
        key = spectator_key(profile.folder)
        assert spectator_key(profile.folder).to_text() == key.to_text()
        assert key.to_text() != profile.player_key().to_text()
        called = spectator("Ann of a very long name indeed").name
        assert called == "Ann of a very (watching)"

    async def test_leaves_ones_own_seat_and_session_alone(self, tmp_path, link):
        player = app_of(tmp_path, Start(link))
        async with piloted(player) as pilot:
            await until_screen(pilot, LobbyScreen)
            await until(pilot, lambda: player.session.client.lobby)
            spectator = app_of(tmp_path, Start(link, watching=True))
            async with piloted(spectator) as other:
                await until_screen(other, LobbyScreen)
                await until(other, lambda: spectator.session.client.lobby)
                assert spectator.session.client.me != player.session.client.me
            assert not player.session.client.trouble
