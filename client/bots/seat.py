"""A bot at its seat."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

from client.bots.levels import Level
from client.changes import StatusChanged, TableChanged
from client.client import Client
from client.errors import RefusedError
from games.contract import Game
from games.registry import game_of
from protocol.messages import PlayMove, TableState

_OVERTAKEN = frozenset({"stale", "not_your_turn", "not_running", "not_seated"})
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
        pace: least seconds between a position and the answer to it.
    """

    client: Client
    table: str
    seat: int
    level: Level
    random: Random
    pace: float = 0.0
    _game: tuple[object, Game[Any, Any]] | None = field(default=None, init=False)
    _moved: tuple[int, int] | None = field(default=None, init=False)

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
        if self._moved == (state.game_number, state.ply):
            return
        game = self._rules(state)
        view = game.parse(state.position)
        if game.turn(view) != self.seat:
            return
        ready = asyncio.get_running_loop().time() + self.pace
        move = game.format_move(self.level(game, view, self.random))
        await asyncio.sleep(max(0.0, ready - asyncio.get_running_loop().time()))
        self._moved = (state.game_number, state.ply)
        try:
            await self.client.request(PlayMove(self.table, state.game_number, state.ply, move))
        except RefusedError as error:
            if error.code not in _OVERTAKEN:
                raise
            self._moved = None

    def _rules(self, state: TableState) -> Game[Any, Any]:
        bound = (state.game, state.map, state.options)
        if self._game is None or self._game[0] != bound:
            game = game_of(state.game, map_text=state.map or None, options=frozenset(state.options))
            self._game = (bound, game)
        return self._game[1]
