"""A worker process: plays many bots in one event loop, each with its own key and connection.

Its standard input says, one JSON object per line, which bots to play: ``{"bot": id, "play":
settings}``, and which to stop: ``{"bot": id, "end": true}``. Its standard output reports a bot that
ended by itself: ``{"bot": id, "fault": text}``; the text is empty if nothing was wrong. The end of
standard input ends the worker. Keys never go on the command line, where everybody on the machine
could read them.
"""

from __future__ import annotations

import asyncio
import json
import signal
import sys
import traceback
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from client.bots.levels import Level, find_level, random_level
from client.bots.seat import BotSeat, Choose
from client.bots.thinker import Question
from client.bots.thinkers import Thinkers
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from games.contract import Game, GameError
from protocol.errors import ProtocolError
from protocol.keys import SecretKey
from protocol.links import Link, parse_link
from protocol.states import TableState


class BotSettingsError(ValueError):
    """A bot's settings cannot be used; the text says why."""


@dataclass(frozen=True, slots=True)
class BotSettings:
    """A bot's identity, its seat and how it plays.

    Attributes:
        link: the table.
        password: the broker's, if it asks for one.
        key: the bot's key.
        name: the bot's name.
        seat: the seat it plays.
        level: how it chooses its moves.
        level_name: one of `LEVELS`.
        pace: least seconds between a position and its answer.
        seconds: time limit for a move; None for the level's own.
        seed: of its random numbers; None for a random one.
    """

    link: Link
    password: str | None = field(repr=False)
    key: SecretKey = field(repr=False)
    name: str
    seat: int
    level: Level
    level_name: str
    pace: float
    seconds: float | None
    seed: int | None


def read_bot_settings(message: Mapping[str, Any]) -> BotSettings:
    """Read the settings in a message to a worker.

    Raises:
        BotSettingsError: says what is wrong with them.
    """
    try:
        seconds = message.get("seconds")
        settings = BotSettings(
            link=parse_link(message["link"]),
            password=message.get("password"),
            key=SecretKey.from_text(message["key"]),
            name=str(message["name"]),
            seat=int(message["seat"]),
            level=find_level(message["level"], seconds),
            level_name=str(message["level"]),
            pace=float(message.get("pace") or 0.0),
            seconds=seconds,
            seed=message.get("seed"),
        )
    except KeyError as error:
        raise BotSettingsError(f"the settings lack {error}") from error
    except (ValueError, TypeError, AttributeError, ProtocolError, GameError) as error:
        raise BotSettingsError(f"the settings cannot be read: {error}") from error
    if not settings.link.table:
        raise BotSettingsError("the link names no table")
    return settings


MAX_LINE = 2**20
_SEED_BITS = 63


@dataclass(slots=True)
class Worker:
    """Plays the bots that its input names.

    Attributes:
        thinkers: choose their moves.
    """

    thinkers: Thinkers
    _playing: dict[str, asyncio.Task[None]] = field(default_factory=dict)
    _ending: set[asyncio.Task[None]] = field(default_factory=set)

    async def run(self, lines: asyncio.StreamReader) -> None:
        """Follow the lines until they end, then end all bots."""
        try:
            while line := await lines.readline():
                self._handle_message(json.loads(line))
        finally:
            for bot in list(self._playing):
                self._end_bot(bot)
            await asyncio.gather(*self._ending, return_exceptions=True)

    def _handle_message(self, message: dict[str, Any]) -> None:
        bot = message["bot"]
        if message.get("end"):
            self._end_bot(bot)
        else:
            self._playing[bot] = asyncio.create_task(self._play_bot(bot, message["play"]))

    def _end_bot(self, bot: str) -> None:
        if (task := self._playing.pop(bot, None)) is not None:
            task.cancel()
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _play_bot(self, bot: str, settings: dict[str, Any]) -> None:
        """Play one bot, and report its end; its faults do not affect the others."""
        try:
            fault = await self._play_until_end(settings)
        except Exception as error:  # noqa: BLE001 - a bug of one bot must not end the others
            traceback.print_exc()
            fault = repr(error)
        if self._playing.pop(bot, None) is not None:
            sys.stdout.write(json.dumps({"bot": bot, "fault": fault}) + "\n")
            sys.stdout.flush()

    async def _play_until_end(self, settings: dict[str, Any]) -> str:
        try:
            await play_bot(read_bot_settings(settings), self.thinkers)
        except BotSettingsError as error:
            return str(error)
        except RefusedError as error:
            return "" if error.code == "unknown_table" else error.sentence
        except ConnectionEndedError:
            pass
        return ""


async def play_bot(settings: BotSettings, thinkers: Thinkers) -> None:
    """Connect and play until the table is closed.

    Raises:
        RefusedError: there is no such table, or a move was illegal.
        ConnectionEndedError: another connection has the bot's key, or another version is spoken.
        ThinkingError: no move could be chosen.
    """
    async with Client(
        settings.link, settings.key, settings.name, password=settings.password
    ) as client:
        await client.ready()
        choose = _move_chooser(settings, thinkers)
        await BotSeat(client, settings.link.table, settings.seat, choose, settings.pace).play()


def _move_chooser(settings: BotSettings, thinkers: Thinkers) -> Choose:
    """Return how a bot chooses moves: in a thinking process, or here if it takes no time."""
    random = Random(settings.seed)  # noqa: S311 - a bot's choice guards nothing

    async def choose(game: Game[Any, Any], view: Any, state: TableState) -> Any:  # noqa: ANN401
        if settings.level is random_level:
            return random_level(game, view, random)
        question = Question(
            state.game,
            state.map,
            state.options,
            game.format(view),
            settings.level_name,
            settings.seconds,
            random.getrandbits(_SEED_BITS),
        )
        return game.parse_move(await thinkers.choose_move(question))

    return choose


async def run_worker(thinkers: Thinkers) -> None:
    """Run a worker until its standard input ends or SIGTERM arrives."""
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
