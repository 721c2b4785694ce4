"""``python -m client.bots``: a bot's process.

Its first line of standard input is a JSON object that says who it is and where it sits; the end of
standard input is its own end, so that no bot outlives whoever started it. Nothing is read from the
command line, where everybody on the machine could read the key.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from dataclasses import dataclass
from random import Random
from typing import Any

from client.bots.cores import Cores
from client.bots.levels import Level, chooser
from client.bots.seat import BotSeat
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from games.contract import GameError
from protocol.errors import ProtocolError
from protocol.keys import SecretKey
from protocol.links import Link, parse_link

_NICENESS = 15


class OrderError(ValueError):
    """The line that tells a bot what to do cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class Order:
    """What a bot is told.

    Attributes:
        link: the table.
        password: the broker's, if it asks for one.
        key: who the bot is.
        name: what it is called.
        seat: the seat it plays.
        level: how it chooses its moves, and how long it may think about one.
        pace: least seconds between a position and its answer.
        seed: of its random numbers; None for any.
        cores: what it shares with the server's other bots, if it is to.
    """

    link: Link
    password: str | None
    key: SecretKey
    name: str
    seat: int
    level: Level
    pace: float
    seed: int | None
    cores: Cores | None = None


def read_order(line: bytes) -> Order:
    """Read the line.

    Raises:
        OrderError: saying what is wrong with it.
    """
    try:
        told: dict[str, Any] = json.loads(line)
        order = Order(
            link=parse_link(told["link"]),
            password=told.get("password"),
            key=SecretKey.from_text(told["key"]),
            name=str(told["name"]),
            seat=int(told["seat"]),
            level=chooser(told["level"], told.get("seconds")),
            pace=float(told.get("pace") or 0.0),
            seed=told.get("seed"),
            cores=Cores(**told["cores"]) if told.get("cores") else None,
        )
    except KeyError as error:
        raise OrderError(f"the order says nothing about {error}") from error
    except (ValueError, TypeError, AttributeError, ProtocolError, GameError) as error:
        raise OrderError(f"the order cannot be read: {error}") from error
    if not order.link.table:
        raise OrderError("the order's link names no table")
    return order


async def play(order: Order) -> None:
    """Connect and play until there is nothing more to play for.

    Raises:
        RefusedError: there is no such table, or a move was illegal.
        ConnectionEndedError: another connection has the bot's key, or another version is spoken.
    """
    async with Client(order.link, order.key, order.name, password=order.password) as client:
        await client.ready()
        random = Random(order.seed)  # noqa: S311 - a bot's whims guard nothing
        table = order.link.table
        seat = BotSeat(
            client, table, order.seat, order.level, random, order.pace, cores=order.cores
        )
        await seat.play()


async def run() -> int:
    """Play by the order on standard input until that ends; return the process's exit status."""
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader()
    pipe, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin.buffer
    )
    try:
        line = await lines.readline()
        if not line:
            return 0
        playing = asyncio.create_task(play(read_order(line)))
        parent = asyncio.create_task(lines.read())
        loop.add_signal_handler(signal.SIGTERM, parent.cancel)
        await asyncio.wait({playing, parent}, return_when=asyncio.FIRST_COMPLETED)
        for task in (playing, parent):
            task.cancel()
        (fault, _) = await asyncio.gather(playing, parent, return_exceptions=True)
        return _status(fault)
    except OrderError as error:
        sys.stderr.write(f"{error}\n")
        return 2
    finally:
        pipe.close()


def _status(fault: object) -> int:
    if fault is None or isinstance(fault, asyncio.CancelledError | ConnectionEndedError):
        return 0
    if isinstance(fault, RefusedError):
        sys.stderr.write(f"{fault.sentence}\n")
        return 0 if fault.code == "unknown_table" else 1
    assert isinstance(fault, BaseException)
    raise fault


def main() -> None:
    """Run a bot, after everything else that wants the processor."""
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    sys.exit(asyncio.run(run()))


if __name__ == "__main__":
    main()
