"""``siam bot``: lets a program that speaks the engine protocol play at a table."""

from __future__ import annotations

import asyncio
import re
import shlex
import signal
import sys
import threading
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from client.bots.program import Program, ProgramError
from client.bots.seat import play_seat, seated
from client.changes import StatusChanged, TableChanged
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from client.table_rules import rules_of_table
from protocol.keys import SecretKey
from protocol.links import Link
from protocol.states import TableState
from siam_tui.lobby.session import ANSWER_SECONDS, tell_patience
from siam_tui.profile.profiles import clean_name
from siam_tui.profile.user_error import UserError

_INTERPRETER: Final = re.compile(
    r"(python|pypy|perl|ruby|node|deno|bun|lua|php|sh|bash|dash|zsh|env|java|Rscript|uv)[\d.]*"
)
"""Programs that run a script of another name."""
_SCRIPT: Final = re.compile(r"[^-].*\.(py|pyz|pl|rb|js|mjs|cjs|ts|lua|php|sh|bash|zsh|jar|R)")


@dataclass(frozen=True, slots=True)
class ProgramSeat:
    """A program and the seat it plays.

    Attributes:
        link: the table.
        password: the broker's, if it asks for one.
        key: the bot's key.
        name: the bot's name; empty for the script's or program's.
        program: the command line that runs it.
        seat: the seat to take, or None for the first free one.
        seconds: how long it may think about a move.
    """

    link: Link
    password: str | None = field(repr=False)
    key: SecretKey = field(repr=False)
    name: str
    program: str
    seat: int | None
    seconds: float


def run_bot(settings: ProgramSeat) -> None:
    """Take the seat and play until the table is closed, or until Ctrl-C.

    Raises:
        UserError: an error that a person can fix, such as an illegal move of the program.
    """
    try:
        command = shlex.split(settings.program)
    except ValueError as error:
        raise UserError(f"--engine cannot be read: {error}.") from error
    if not command:
        raise UserError("--engine needs a command to run.")
    if not settings.link.table:
        raise UserError("The link names no table: copy the link at the table.")
    try:
        with Program(command, settings.seconds) as program:
            asyncio.run(
                _play_until_interrupted(settings, program, settings.name or usual_name(command))
            )
    except (ProgramError, RefusedError, ConnectionEndedError) as error:
        raise UserError(str(error)) from error


def usual_name(command: list[str]) -> str:
    """Return what a bot without a name is called: as its script, or as the program that is run.

    >>> usual_name(["python3", "-u", "bots/my_bot.py"]), usual_name(["./my_bot", "--fast"])
    ('my_bot', 'my_bot')
    """
    program, words = Path(command[0]), command[1:]
    if not _INTERPRETER.fullmatch(program.name):
        return program.stem
    if words[:1] == ["-m"] and len(words) > 1:
        return words[1].rpartition(".")[2]
    return next((Path(word).stem for word in words if _SCRIPT.fullmatch(word)), program.stem)


async def _play_until_interrupted(settings: ProgramSeat, program: Program, name: str) -> None:
    playing = asyncio.create_task(_sit_and_play(settings, program, clean_name(name) or "bot"))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, playing.cancel)
    try:
        await playing
    except asyncio.CancelledError:
        _print_line("Left the table.")


async def _sit_and_play(settings: ProgramSeat, program: Program, name: str) -> None:
    table = settings.link.table
    async with Client(settings.link, settings.key, name, password=settings.password) as client:
        await _wait_for_lobby(client)
        await _wait_for_program(program, await client.follow(table))
        async with seated(client, table, settings.seat) as seat:
            _print_line(f"{client.name} took seat {seat + 1}. Press Ctrl-C to leave.")
            results = asyncio.create_task(_print_results(client, table))
            try:
                await play_seat(client, table, seat, program)
            finally:
                results.cancel()
            if client.status.ended:  # by another program with this key, for example
                raise ConnectionEndedError(client.trouble)
    _print_line("The table is closed.")


async def _wait_for_lobby(client: Client) -> None:
    """Return once the lobby answers; meanwhile, tell what is wrong.

    Raises:
        ConnectionEndedError: it does not answer, or refuses.
    """
    telling = asyncio.create_task(_tell_trouble(client))
    try:
        await client.ready(ANSWER_SECONDS)
    finally:
        telling.cancel()


async def _tell_trouble(client: Client) -> None:
    async with client.changes() as changes:
        async for change in changes:
            if isinstance(change, StatusChanged) and change.trouble and not change.status.ended:
                patience = tell_patience(ANSWER_SECONDS)
                sys.stderr.write(f"{change.trouble} {patience}\n")
                sys.stderr.flush()
                return


async def _wait_for_program(program: Program, state: TableState) -> None:
    """Return once the program is ready for the table's game, so that it never holds up a table.

    Raises:
        ProgramError: it does not answer, or refuses.
    """
    stop = threading.Event()
    try:
        await asyncio.to_thread(program.greet, rules_of_table(state), stop.is_set)
    finally:
        stop.set()


async def _print_results(client: Client, table: str) -> None:
    printed = 0
    async with client.changes() as changes:
        async for change in changes:
            if isinstance(change, TableChanged) and change.state.table == table:
                state = change.state
                if state.status == "over" and state.game_number != printed:
                    printed = state.game_number
                    _print_line(f"Game {printed}: {state.result}")


def _print_line(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
