"""A bot at its seat."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from client.bots.levels import Level
from client.bots.memory import Memory
from client.changes import StatusChanged, TableChanged
from client.client import Client
from client.errors import RefusedError
from games.contract import Game
from games.registry import game_of
from protocol.messages import PlayMove, TableState

_OVERTAKEN = frozenset({"stale", "not_your_turn", "not_running", "not_seated", "bad_signature"})
"""Refusals that say no more than that the table has moved on."""


Choose = Callable[[Game[Any, Any], Any, TableState], Awaitable[Any]]
"""Chooses a legal move: from the rules, what the seat knows of the position, and the table."""


def choose_in_thread(level: Level, random: Random) -> Choose:
    """Return what asks a level in a thread, while the loop goes on answering the broker.

    Args:
        level: chooses the moves.
        random: for its random numbers.
    """

    async def choose(game: Game[Any, Any], view: Any, _: TableState) -> Any:  # noqa: ANN401
        stop = threading.Event()
        try:
            return await asyncio.to_thread(level, game, view, random, stop.is_set)
        finally:
            stop.set()  # nobody waits for the thought any more

    return choose


@dataclass
class BotSeat:
    """Plays one seat of one table for as long as there is something to play for.

    Attributes:
        client: the bot's own, entered already.
        table: the table's id.
        seat: which seat to play.
        choose: how to choose moves.
        pace: least seconds between a position and the answer to it; a table's terms may ask for
            more.
    """

    client: Client
    table: str
    seat: int
    choose: Choose
    pace: float = 0.0
    _game: tuple[object, Game[Any, Any]] | None = field(default=None, init=False)
    _moved: tuple[int, int, int] | None = field(default=None, init=False)
    _memory: Memory = field(default_factory=lambda: Memory(0), init=False)

    async def play(self) -> None:
        """Play until the table is closed, or the client has ended.

        Raises:
            RefusedError: there is no such table, or the server refuses a move as illegal.
            ConnectionEndedError: the client has ended.
        """
        async with self.client.changes() as changes:
            await self._act(await self.client.follow(self.table))
            async for change in changes:
                if isinstance(change, StatusChanged) and change.status.ended:
                    return
                state = self.client.table(self.table)
                if not isinstance(change, TableChanged) or state is None:
                    continue
                if state.status == "closed":
                    return
                await self._act(state)

    async def _act(self, state: TableState) -> None:
        """Move, if it is this seat's turn and it has not moved yet."""
        if state.status != "running" or state.viewer != self.seat:
            return
        await self._remember(state)
        if self._moved == _moment(state):
            return
        game = self._rules(state)
        view = game.parse(state.position)
        if game.turn(view) != self.seat:
            return
        ready = asyncio.get_running_loop().time() + max(self.pace, state.terms.pace)
        known = self._memory.recall(game, view, state.ply)
        move = game.format_move(await self.choose(game, known, state))
        await asyncio.sleep(max(0.0, ready - asyncio.get_running_loop().time()))
        self._moved = _moment(state)
        try:
            await self.client.request(PlayMove(self.table, state.game_number, state.ply, move))
        except RefusedError as error:
            if error.code not in _OVERTAKEN:
                raise
            self._moved = None

    async def _remember(self, state: TableState) -> None:
        """Remember the moves that led here, and ask for missed ones as far as the log is open."""
        self._memory = self._memory.followed_by(state)
        if len(self._memory.entries) < state.ply and not self._memory.gap:
            with suppress(RefusedError):  # the table has moved on
                _, first, entries = await self.client.history(self.table)
                now = self.client.table(self.table)
                if now is not None and now.branch == state.branch:
                    self._memory.see(first, entries[: max(0, state.ply - first)])
                    self._memory.gap = len(self._memory.entries) < state.ply

    def _rules(self, state: TableState) -> Game[Any, Any]:
        bound = (state.game, state.map, state.options)
        if self._game is None or self._game[0] != bound:
            game = game_of(state.game, map_text=state.map or None, options=frozenset(state.options))
            self._game = (bound, game)
        return self._game[1]


def _moment(state: TableState) -> tuple[int, int, int]:
    return *state.branch, state.ply
