"""``siam demo --plain``: bots play over a real server and broker, and a spectator tells it."""

from __future__ import annotations

import asyncio

from siam_tui.games.siam import plain_facts as facts
from siam_tui.lobby.bot_game import demo_game, open_bot_game, start
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import host, spectator
from siam_tui.plain.lobby_conversation import LobbyConversation
from siam_tui.plain.script import Script
from siam_tui.plain.table import Table
from siam_tui.profile.logs import log_to
from siam_tui.profile.paths import log_file
from siam_tui.profile.user_error import UserError

_LONGEST = 60


def run_plain(game: str) -> None:
    """Play one game at full speed and tell it, the record's result as the last line.

    Args:
        game: the game's short name.

    Raises:
        UserError: the server could not start, or the game did not come to its end in a minute.
    """
    log_to(log_file("app"))
    try:
        asyncio.run(asyncio.wait_for(_play(game), _LONGEST))
    except TimeoutError as error:
        raise UserError(
            f"The game took longer than {_LONGEST} seconds: is the computer very busy? "
            f"The log is in {log_file('server')}."
        ) from error


async def _play(game: str) -> None:
    voice = Script()
    session = await host(Serving(), spectator())
    try:
        stay = LobbyConversation(session, voice)
        await session.client.ready()
        table = Table(stay, await open_bot_game(session.client, demo_game(game)))
        async with stay.listening():
            await table.come()
            stay.place = table
            await start(session.client, table.id)
            await stay.until(lambda: table.sight.state.status == "over")
        position = table.sight.position
        if position is not None:
            voice.say("The board at the end:", *facts.board(table.sight, position))
        voice.say(table.sight.state.result)
    finally:
        await session.close()
