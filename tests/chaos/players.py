"""Players of an evening: they play by dice, take moves back, and forget to move."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from client.errors import RefusedError
from protocol.commands import PlayMove, TakeBack
from protocol.states import LEAST_SECONDS, ClockTerms, TableState, Terms
from tests.e2e.guests import Guest, drawn_move, is_over, mover

_REGRETTED = 0.25
_AGREED = 0.8
_FORGOTTEN = 30
"""Of so many moves one is not made in time."""
_LATE = {"stale", "not_your_turn", "not_undoable", "not_asked", "not_running"}
"""Refusals of what was meant for a position that is no more."""


@dataclass(frozen=True, slots=True)
class Custom:
    """What else happens at a table than moves.

    What is regretted or forgotten is known from the state alone, so that everybody at the table
    agrees on it, whatever is lost on the way.

    Attributes:
        seed: for this table's dice.
        backs: whether moves are taken back.
        clock: whether there is a clock for each move, and sometimes nobody minds it.
        pause: seconds that a player thinks about each move.
    """

    seed: str
    backs: bool = False
    clock: bool = False
    pause: float = 0.0

    @property
    def terms(self) -> Terms:
        return Terms(clock=ClockTerms(LEAST_SECONDS) if self.clock else None)

    def regretted(self, state: TableState) -> bool:
        """Return whether the last move's player wants it back; nobody moves until it is decided."""
        if not self.backs or state.undoable is None or state.back_refused:
            return False
        return self._dice(state, "regret") < _REGRETTED

    def agreed(self, state: TableState) -> bool:
        """Return whether the viewer lets the last move be taken back."""
        return self._dice(state, str(state.viewer)) < _AGREED

    def forgotten(self, state: TableState) -> bool:
        """Return whether the seat to move lets its clock run out."""
        return self.clock and state.ply % _FORGOTTEN == _FORGOTTEN // 3

    def _dice(self, state: TableState, about: str) -> float:
        moment = (state.game_number, state.ply, state.takes)
        return Random(f"{self.seed} {moment} {about}").random()


@dataclass
class Player:
    """Plays one game by dice, and writes down every move the server has acknowledged.

    Attributes:
        acknowledged: those moves, each with its ply; one that is taken back may come again.
        played: is called after each, with the loop's time when it was sent.
    """

    guest: Guest
    random: Random
    custom: Custom
    played: Callable[[float], None]
    acknowledged: list[tuple[int, str]] = field(default_factory=list)

    async def play(self, table: str) -> TableState:
        while True:
            state = await self.guest.until(table, self._concerned)
            if is_over(state):
                return state
            if self.custom.regretted(state):
                yes = state.viewer == state.undoable or self.custom.agreed(state)
                await self._decide(TakeBack(table, state.game_number, state.ply, yes), state)
            elif self.custom.forgotten(state):
                await self._moved_on(state)
            else:
                await asyncio.sleep(self.custom.pause)  # the pace of the player
                move = drawn_move(state, self.random)
                sent = asyncio.get_running_loop().time()
                if await self._decide(PlayMove(table, state.game_number, state.ply, move), state):
                    self.acknowledged.append((state.ply, move))
                    self.played(sent)

    def _concerned(self, state: TableState) -> bool:
        if is_over(state):
            return True
        if self.custom.regretted(state):
            asked = state.undoable in state.back or state.viewer == state.undoable
            return asked and state.viewer not in state.back
        return mover(state) == state.viewer is not None

    async def _decide(self, command: PlayMove | TakeBack, state: TableState) -> bool:
        """Carry out a command, unless the table is no more as it was; return whether it was."""
        try:
            done = await self.guest.done(command)
        except RefusedError as refused:
            if refused.code not in _LATE or not (self.custom.backs or self.custom.clock):
                raise
            await self._moved_on(state)
            return False
        await self.guest.until(state.table, lambda state: state.revision >= done.revision)
        return True

    async def _moved_on(self, state: TableState) -> None:
        await self.guest.until(state.table, lambda now: now.revision > state.revision)
