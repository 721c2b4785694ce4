"""Runs text mode, or its demo, and ends whatever it has started."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import nullcontext

from siam_tui.lobby.bot_game import demo_game, open_bot_game, start_game
from siam_tui.lobby.private_server import Serving
from siam_tui.lobby.session import host, spectator
from siam_tui.model.start import IDLE_SIGNAL, Start
from siam_tui.plain.dialogue import Dialogue
from siam_tui.plain.lines.keyboard import Keyboard, can_edit_lines
from siam_tui.plain.lines.line_io import Script
from siam_tui.plain.lobby_conversation import LobbyConversation
from siam_tui.plain.table_dialogue import TableDialogue
from siam_tui.profile.logs import log_to
from siam_tui.profile.paths import log_file
from siam_tui.profile.profiles import Profile
from siam_tui.profile.user_error import UserError
from texts import tell

_REFUSED = 1
_INTERRUPTED = 130


def run_plain(profile: Profile, begin: Start) -> int:
    """Run the dialogue; return the exit code.

    It is 0 at the end of the dialogue, 1 when a line of a script was refused, and 130 after Ctrl-C.

    Raises:
        UserError: it could not begin.
    """
    log_to(log_file("app" if begin.visit is None else "ssh-session"))
    profile.player_key()
    try:
        return asyncio.run(_run(profile, begin))
    except BrokenPipeError:  # nobody reads any more
        sys.stderr.close()
        return _REFUSED


async def _run(profile: Profile, begin: Start) -> int:
    loop = asyncio.get_running_loop()
    io = Keyboard() if can_edit_lines() else Script(interactive=sys.stdin.isatty())
    name = profile.player_name() or profile.proposed_name()
    dialogue = Dialogue(profile, io, name)
    dialogue_task = asyncio.create_task(dialogue.run(begin))
    interrupted = []

    def interrupt(number: int) -> None:
        interrupted.append(number)
        dialogue_task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, interrupt, number)
    if begin.visit is not None:
        loop.add_signal_handler(IDLE_SIGNAL, dialogue.warn_idle)
    with io.open() if isinstance(io, Keyboard) else nullcontext():
        try:
            await dialogue_task
        except asyncio.CancelledError:
            if not interrupted:
                raise
            io.write_lines("", tell("plain/left"))
    if signal.SIGINT in interrupted:
        return _INTERRUPTED
    return _REFUSED if dialogue.refused and not io.interactive else 0


_LONGEST = 60
"""Seconds that the start of the game, or one move of it, may take."""


def run_plain_demo(game: str) -> None:
    """Play one game at full speed and print it, the record's result as the last line.

    Args:
        game: the game's short name.

    Raises:
        UserError: the server could not start, or nothing happened for a minute.
    """
    log_to(log_file("app"))
    try:
        asyncio.run(_play(game))
    except TimeoutError as error:
        log = str(log_file("server"))
        raise UserError(tell("plain/demo-stands", seconds=_LONGEST, log=log)) from error


async def _play(game: str) -> None:
    script = Script()
    async with asyncio.timeout(_LONGEST):
        session = await host(Serving(), spectator())
    try:
        conversation = LobbyConversation(session, script)
        async with asyncio.timeout(_LONGEST):
            await session.client.ready()
            table_id = await open_bot_game(session.client, demo_game(game))
        table = TableDialogue(conversation, table_id)
        async with conversation.listening():
            async with asyncio.timeout(_LONGEST):
                await table.arrive()
                conversation.reporter = table
                await start_game(session.client, table.id)
            await _follow_to_the_end(conversation, table)
        if table.view.position is not None:
            board = table.game.texts.tell_board(table.view)
            script.write_lines(tell("plain/last-board"), *board)
        script.write_lines(table.view.state.result)
    finally:
        await session.close()


async def _follow_to_the_end(conversation: LobbyConversation, table: TableDialogue) -> None:
    while (state := table.view.state).status != "over":
        seen = state.ply

        def has_gone_on(seen: int = seen) -> bool:
            now = table.view.state
            return now.status == "over" or now.ply != seen

        async with asyncio.timeout(_LONGEST):
            await conversation.wait_until(has_gone_on)
