"""A bot at its seat."""

from __future__ import annotations

import asyncio
import threading
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from client.bots.cores import Cores
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


@dataclass
class BotSeat:
    """Plays one seat of one table for as long as there is something to play for.

    Attributes:
        client: the bot's own, entered already.
        table: the table's id.
        seat: which seat to play.
        level: how to choose moves.
        random: where its whims come from.
        pace: least seconds between a position and the answer to it; a table's terms may ask for
            more.
        cores: what it shares with other bots to think on, if it is to.
    """

    client: Client
    table: str
    seat: int
    level: Level
    random: Random
    pace: float = 0.0
    cores: Cores | None = None
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
        move = game.format_move(await self._think(game, known))
        await asyncio.sleep(max(0.0, ready - asyncio.get_running_loop().time()))
        self._moved = _moment(state)
        try:
            await self.client.request(PlayMove(self.table, state.game_number, state.ply, move))
        except RefusedError as error:
            if error.code not in _OVERTAKEN:
                raise
            self._moved = None

    async def _remember(self, state: TableState) -> None:
        """Take note of the moves that led here; those missed are asked for, as far as S23 goes."""
        self._memory = self._memory.followed_by(state)
        if len(self._memory.entries) < state.ply and not self._memory.gap:
            with suppress(RefusedError):  # the table has moved on
                _, first, entries = await self.client.history(self.table)
                now = self.client.table(self.table)
                if now is not None and _branch(now) == _branch(state):
                    self._memory.see(first, entries[: max(0, state.ply - first)])
                    self._memory.gap = len(self._memory.entries) < state.ply

    async def _think(self, game: Game[Any, Any], view: Any) -> Any:  # noqa: ANN401 - any game's
        """Choose a move beside the loop, which goes on answering the broker."""
        stop = threading.Event()

        def choose() -> Any:  # noqa: ANN401 - any game's
            with self.cores.one(stop.is_set) if self.cores else nullcontext():
                return self.level(game, view, self.random, stop.is_set)

        try:
            return await asyncio.to_thread(choose)
        finally:
            stop.set()  # nobody waits for the thought any more

    def _rules(self, state: TableState) -> Game[Any, Any]:
        bound = (state.game, state.map, state.options)
        if self._game is None or self._game[0] != bound:
            game = game_of(state.game, map_text=state.map or None, options=frozenset(state.options))
            self._game = (bound, game)
        return self._game[1]


def _branch(state: TableState) -> tuple[int, int]:
    """Return what tells moves of one ply apart: a move taken back may be followed by another."""
    return state.game_number, state.takes


def _moment(state: TableState) -> tuple[int, int, int]:
    return *_branch(state), state.ply
