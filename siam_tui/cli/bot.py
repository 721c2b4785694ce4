"""``siam bot``: a program that speaks the engine protocol, seated at a table."""

from __future__ import annotations

import asyncio
import shlex
import signal
import sys
from dataclasses import dataclass, field
from pathlib import Path

from client import Client, ConnectionEndedError, RefusedError, TableChanged
from client.bots.program import Program, ProgramError
from client.bots.visitor import play_seat, seated
from protocol.keys import SecretKey
from protocol.links import Link
from siam_tui.profile.profiles import clean_name
from siam_tui.profile.user_error import UserError


@dataclass(frozen=True, slots=True)
class BotOrder:
    """Who sits down where.

    Attributes:
        link: the table.
        password: the broker's, if it asks for one.
        key: who the bot is.
        name: what others call it; empty for the program's name.
        program: the command line that runs it.
        seat: the seat to take, or None for the first free one.
        seconds: how long it is told to think about a move.
    """

    link: Link
    password: str | None = field(repr=False)
    key: SecretKey = field(repr=False)
    name: str
    program: str
    seat: int | None
    seconds: float


def run_bot(order: BotOrder) -> None:
    """Sit down and play until the table is closed, or Ctrl-C.

    Raises:
        UserError: what a person can mend, such as a program that plays what it may not.
    """
    try:
        command = shlex.split(order.program)
    except ValueError as error:
        raise UserError(f"--engine cannot be read: {error}.") from error
    if not command:
        raise UserError("--engine needs a command to run.")
    if not order.link.table:
        raise UserError("The link names no table: copy the link at the table itself.")
    try:
        with Program(command, order.seconds) as program:
            asyncio.run(_play(order, program, order.name or Path(command[0]).stem))
    except (ProgramError, RefusedError, ConnectionEndedError) as error:
        raise UserError(str(error)) from error


async def _play(order: BotOrder, program: Program, name: str) -> None:
    playing = asyncio.create_task(_sit_and_play(order, program, clean_name(name) or "bot"))
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, playing.cancel)
    try:
        await playing
    except asyncio.CancelledError:
        _tell("Got up.")


async def _sit_and_play(order: BotOrder, program: Program, name: str) -> None:
    table = order.link.table
    async with Client(order.link, order.key, name, password=order.password) as client:
        await client.ready()
        async with seated(client, table, order.seat) as seat:
            _tell(f"{client.name} has seat {seat + 1} of table {table}. Ctrl-C gets up.")
            telling = asyncio.create_task(_tell_results(client, table))
            try:
                await play_seat(client, table, seat, program)
            finally:
                telling.cancel()
    _tell("The table is closed.")


async def _tell_results(client: Client, table: str) -> None:
    told = 0
    async with client.changes() as changes:
        async for change in changes:
            if isinstance(change, TableChanged) and change.state.table == table:
                state = change.state
                if state.status == "over" and state.game_number != told:
                    told = state.game_number
                    _tell(f"Game {told}: {state.result}")


def _tell(sentence: str) -> None:
    sys.stdout.write(f"{sentence}\n")
    sys.stdout.flush()
