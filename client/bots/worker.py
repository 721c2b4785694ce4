"""A worker process: plays many bots in one event loop, each with its own key and connection.

It is told on its standard input, a JSON object a line, which bots to play: ``{"bot": id, "play":
order}``, and which no longer: ``{"bot": id, "end": true}``. It says on its standard output when
one has ended by itself: ``{"bot": id, "fault": text}``, the text empty where nothing was wrong. The
end of standard input ends it. Nothing is read from the command line but a number: everybody on the
machine could read a key there.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import traceback
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from client.bots.levels import random_level
from client.bots.order import Order, OrderError, read_order
from client.bots.seat import BotSeat, Choose
from client.bots.thinker import Question
from client.bots.thinkers import Thinkers
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from games.contract import Game
from protocol.messages import TableState

MAX_LINE = 2**20
_SEED_BITS = 63


@dataclass(slots=True)
class Worker:
    """Plays the bots it is told to play.

    Attributes:
        thinkers: choose their moves.
    """

    thinkers: Thinkers
    _playing: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _ending: set[asyncio.Task[None]] = field(default_factory=set)

    async def run(self, lines: asyncio.StreamReader) -> None:
        """Do what the lines say until they end, then end all bots."""
        try:
            while line := await lines.readline():
                self._obey(json.loads(line))
        finally:
            for bot in list(self._playing):
                self._end(bot)
            await asyncio.gather(*self._ending, return_exceptions=True)

    def _obey(self, told: dict[str, Any]) -> None:
        bot = told["bot"]
        if told.get("end"):
            self._end(bot)
        else:
            self._playing[bot] = asyncio.create_task(self._play(bot, told["play"]))

    def _end(self, bot: str) -> None:
        if (task := self._playing.pop(bot, None)) is not None:
            task.cancel()
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _play(self, bot: str, told: dict[str, Any]) -> None:
        """Play one bot, and tell of its end; whatever goes wrong with it is its own trouble."""
        try:
            fault = await self._outcome(told)
        except Exception as error:  # noqa: BLE001 - a bug of one bot must not end the others
            traceback.print_exc()
            fault = repr(error)
        if self._playing.pop(bot, None) is not None:
            sys.stdout.write(json.dumps({"bot": bot, "fault": fault}) + "\n")
            sys.stdout.flush()

    async def _outcome(self, told: dict[str, Any]) -> str:
        try:
            await play(read_order(told), self.thinkers)
        except OrderError as error:
            return str(error)
        except RefusedError as error:
            return "" if error.code == "unknown_table" else error.sentence
        except ConnectionEndedError:
            pass
        return ""


async def play(order: Order, thinkers: Thinkers) -> None:
    """Connect and play until there is nothing more to play for.

    Raises:
        RefusedError: there is no such table, or a move was illegal.
        ConnectionEndedError: another connection has the bot's key, or another version is spoken.
        ThinkingError: no move could be chosen.
    """
    async with Client(order.link, order.key, order.name, password=order.password) as client:
        await client.ready()
        choose = _chooser(order, thinkers)
        await BotSeat(client, order.link.table, order.seat, choose, order.pace).play()


def _chooser(order: Order, thinkers: Thinkers) -> Choose:
    """Return how a bot chooses its moves: in a thinking process, unless that takes no time."""
    random = Random(order.seed)  # noqa: S311 - a bot's choice guards nothing

    async def choose(game: Game[Any, Any], view: Any, state: TableState) -> Any:  # noqa: ANN401
        if order.level is random_level:
            return random_level(game, view, random)
        question = Question(
            state.game,
            state.map,
            state.options,
            game.format(view),
            order.level_name,
            order.seconds,
            random.getrandbits(_SEED_BITS),
        )
        return game.parse_move(await thinkers.choose(question))

    return choose


async def run_worker(thinkers: Thinkers) -> None:
    """Play by standard input, until that ends or SIGTERM arrives."""
    loop = asyncio.get_running_loop()
    lines = asyncio.StreamReader(limit=MAX_LINE)
    pipe, _ = await loop.connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin.buffer
    )
    try:
        async with thinkers:
            running = asyncio.create_task(Worker(thinkers).run(lines))
            loop.add_signal_handler(signal.SIGTERM, running.cancel)
            with suppress(asyncio.CancelledError):
                await running
    finally:
        pipe.close()
