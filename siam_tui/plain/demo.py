"""Runs ``siam demo --plain``: bots play over a real server, and a spectator's log is printed."""

from __future__ import annotations

import asyncio

from siam_tui.lobby.bot_game import demo_game, open_bot_game, start_game
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import host, spectator
from siam_tui.plain.lobby_conversation import LobbyConversation
from siam_tui.plain.script import Script
from siam_tui.plain.table_dialogue import TableDialogue
from siam_tui.profile.logs import log_to
from siam_tui.profile.paths import log_file
from siam_tui.profile.user_error import UserError

_LONGEST = 60


def run_plain_demo(game: str) -> None:
    """Play one game at full speed and print it, the record's result as the last line.

    Args:
        game: the game's short name.

    Raises:
        UserError: the server could not start, or the game was not over after a minute.
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
    script = Script()
    session = await host(Serving(), spectator())
    try:
        conversation = LobbyConversation(session, script)
        await session.client.ready()
        table_id = await open_bot_game(session.client, demo_game(game))
        table = TableDialogue(conversation, table_id)
        async with conversation.listening():
            await table.arrive()
            conversation.reporter = table
            await start_game(session.client, table.id)
            await conversation.wait_until(lambda: table.view.state.status == "over")
        if table.view.position is not None:
            board = table.game.speech.tell_board(table.view)
            script.write_lines("The board at the end:", *board)
        script.write_lines(table.view.state.result)
    finally:
        await session.close()
