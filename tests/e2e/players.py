"""Players by dice who write down what the server acknowledged, to hold the log against it."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from protocol.commands import PlayMove
from protocol.states import Entry, TableState
from tests.e2e.guests import Guest, drawn_move, is_over, mover


@dataclass
class Leash:
    """Holds players back at a ply until it is let out, so that no game ends before a kill."""

    reach: float = math.inf
    _let_out: asyncio.Event = field(default_factory=asyncio.Event)

    async def hold(self, ply: int) -> None:
        while ply > self.reach:
            await self._let_out.wait()

    def let_out(self, reach: float) -> None:
        self.reach = reach
        self._let_out.set()
        self._let_out = asyncio.Event()


@dataclass
class Player:
    """Plays by dice, and writes down every move the server has acknowledged.

    Attributes:
        acknowledged: those moves, by ply.
        played: is called after each.
    """

    guest: Guest
    random: Random
    leash: Leash = field(default_factory=Leash)
    acknowledged: dict[int, str] = field(default_factory=dict)
    played: Callable[[], None] = lambda: None

    async def play(self, table: str) -> TableState:
        while True:
            state = await self.guest.until(
                table, lambda state: is_over(state) or mover(state) == state.viewer is not None
            )
            if is_over(state):
                return state
            await self.leash.hold(state.ply)
            move = drawn_move(state, self.random)
            played = await self.guest.done(PlayMove(table, state.game_number, state.ply, move))
            assert state.ply not in self.acknowledged
            self.acknowledged[state.ply] = move
            self.played()
            await self.guest.until(table, lambda state, at=played.revision: state.revision >= at)


def check_acknowledged(players: list[Player], entries: tuple[Entry, ...]) -> None:
    """See that every move the server acknowledged was played where it was, and no other was."""
    acknowledged = {ply: move for player in players for ply, move in player.acknowledged.items()}
    assert len(acknowledged) == sum(len(player.acknowledged) for player in players)
    assert acknowledged == {
        ply: entry.move for ply, entry in enumerate(entries) if entry.by == "player"
    }
