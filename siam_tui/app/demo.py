"""The demo on the screen: bots play a game on a server of their own."""

from __future__ import annotations

import asyncio

from client.errors import ConnectionEndedError
from siam_tui.app.playing_app import PlayingApp
from siam_tui.lobby.bot_game import DEMO_PACE, demo_game, play_bot_game
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import Session, host, spectator
from siam_tui.model.background import load_module
from siam_tui.profile.user_error import UserError
from texts import tell


async def show_demo(app: PlayingApp, game: str) -> None:
    """Show bots playing a game, by its short name; the app ends with the game."""
    app.home.busy(tell("app/busy/server"))
    loading = asyncio.create_task(load_module("siam_tui.table.screen"))
    try:
        session = await _open_game(app, game)
        screens = await loading
    except (UserError, ConnectionEndedError) as error:
        await app.leave()
        app.show_error(str(error))
        return
    finally:
        app.home.busy("")
    await app.push_screen_wait(screens.TableScreen(session.client, session.table, watching=True))
    app.exit()


async def _open_game(app: PlayingApp, game: str) -> Session:
    """Start a server and a game of bots.

    Raises:
        UserError: the server could not start, or the lobby refused.
        ConnectionEndedError: the server has ended meanwhile.
    """
    app.session = session = await host(Serving(pace=DEMO_PACE), spectator(), app.standby)
    await play_bot_game(session, demo_game(game))
    return session
