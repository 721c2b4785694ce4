"""What the lobby's screen says to a banned player."""

from __future__ import annotations

import asyncio
from pathlib import Path

from client.changes import Status
from client.client import Client
from protocol.owner import BanPlayer
from siam_tui.lobby.screen import LobbyScreen
from siam_tui.model.start import Start
from tests.brokers import running_broker, running_server
from tests.patience import PATIENCE
from tests.siam_tui.app.stage import app_of, piloted, text_of, until, until_screen


async def test_a_banned_player_reads_how_to_come_in_again_and_not_that_the_lobby_is_closed(
    tmp_path: Path,
) -> None:
    async with (
        running_broker("embedded", tmp_path) as address,
        running_server(address) as server,
        Client(server.link, server.key, "Owner") as owner,
    ):
        app = app_of(tmp_path, Start(server.link))
        async with piloted(app) as pilot:
            await until_screen(pilot, LobbyScreen)
            assert app.session is not None
            client = app.session.client
            await until(pilot, lambda: client.status is Status.ONLINE)
            assert "Press O to open one" in text_of(app, "#empty")
            async with asyncio.timeout(PATIENCE):
                await owner.request(BanPlayer(client.me, "flood"))
            await until(pilot, lambda: "banned you from it" in text_of(app, "#lobby-title"))
            await until(pilot, lambda: "press Q and come in again" in text_of(app, "#empty"))
