"""Plays one seat of a table, in a worker, or as a bot that takes the seat by itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from client.bots.levels import Level
from client.bots.memory import Memory
from client.changes import StatusChanged, TableChanged
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from client.table_rules import rules_of_table
from games.contract import Game
from protocol.commands import Agree, Command, LeaveTable, PlayMove, Proposal, TakeBack, TakeSeat
from protocol.states import TableState

_OVERTAKEN = frozenset({"stale", "not_your_turn", "not_running", "not_seated", "bad_signature"})
"""Codes of refusals that only mean that the table has moved on."""


Choose = Callable[[Game[Any, Any], Any, TableState], Awaitable[Any]]
"""Chooses a legal move from the rules, the seat's view, and the table."""


def choose_in_thread(level: Level, random: Random) -> Choose:
    """Return a chooser that runs a level in a thread, so that the event loop is not blocked.

    Args:
        level: chooses the moves.
        random: for its random numbers.
    """

    async def choose(game: Game[Any, Any], view: Any, _: TableState) -> Any:  # noqa: ANN401
        stop = threading.Event()
        try:
            return await asyncio.to_thread(level, game, view, random, stop.is_set)
        finally:
            stop.set()  # the move is no longer awaited

    return choose


@dataclass
class BotSeat:
    """Plays one seat of one table until the table is closed.

    Attributes:
        client: the bot's own, already entered.
        table: the table's id.
        seat: which seat to play.
        choose: chooses the moves.
        pace: least seconds between a position and the answer to it; a table's terms may ask for
            more.
    """

    client: Client
    table: str
    seat: int
    choose: Choose
    pace: float = 0.0
    _moved: tuple[int, int, int] | None = field(default=None, init=False)
    _memory: Memory = field(default_factory=lambda: Memory(0), init=False)

    async def play(self) -> None:
        """Play until the table is closed, or the client has ended.

        Raises:
            RefusedError: there is no such table, or the server refuses a move as illegal.
            ConnectionEndedError: the client has ended.
        """
        async with self.client.changes() as changes:
            await self._move_if_on_turn(await self.client.follow(self.table))
            async for change in changes:
                if isinstance(change, StatusChanged) and change.status.ended:
                    return
                state = self.client.table(self.table)
                if not isinstance(change, TableChanged) or state is None:
                    continue
                if state.status == "closed":
                    return
                await self._move_if_on_turn(state)

    async def _move_if_on_turn(self, state: TableState) -> None:
        """Move if it is this seat's turn and it has not moved yet."""
        if state.status != "running" or state.viewer != self.seat:
            return
        await self._remember_moves(state)
        if self._moved == _moment_of(state):
            return
        game = rules_of_table(state)
        view = game.parse(state.position)
        if game.turn(view) != self.seat:
            return
        ready = asyncio.get_running_loop().time() + max(self.pace, state.terms.pace)
        known = self._memory.recall(game, view, state.ply)
        move = game.format_move(await self.choose(game, known, state))
        await asyncio.sleep(max(0.0, ready - asyncio.get_running_loop().time()))
        now = self.client.table(self.table)
        if now is None or _moment_of(now) != _moment_of(state):
            return  # the move before was taken back meanwhile, and perhaps played anew
        self._moved = _moment_of(state)
        try:
            await self.client.request(PlayMove(self.table, state.game_number, state.ply, move))
        except RefusedError as error:
            if error.code not in _OVERTAKEN:
                raise
            self._moved = None

    async def _remember_moves(self, state: TableState) -> None:
        """Remember the moves up to this state; request missed ones as far as the log is open."""
        self._memory = self._memory.followed_by(state)
        if len(self._memory.entries) < state.ply and not self._memory.gap:
            with suppress(RefusedError):  # the table has moved on
                _, first, entries = await self.client.history(self.table)
                now = self.client.table(self.table)
                if now is not None and now.branch == state.branch:
                    self._memory.add_entries(first, entries[: max(0, state.ply - first)])
                    self._memory.gap = len(self._memory.entries) < state.ply


def _moment_of(state: TableState) -> tuple[int, int, int]:
    return *state.branch, state.ply


_LEAVE_SECONDS = 3.0


@asynccontextmanager
async def seated(client: Client, table: str, seat: int | None) -> AsyncIterator[int]:
    """Take the given seat, the seat held before, or the first free one; leave it at the end.

    Raises:
        RefusedError: there is no such table, or no such seat is free.
        ConnectionEndedError: the client has ended.
    """
    state = await client.follow(table)
    taken = _choose_seat(state, client.me, seat)
    await client.request(TakeSeat(table, taken))
    try:
        yield taken
    finally:
        if not client.status.ended:
            with suppress(TimeoutError, RefusedError, ConnectionEndedError):
                async with asyncio.timeout(_LEAVE_SECONDS):  # the connection may be lost
                    await client.request(LeaveTable(table))


def _choose_seat(state: TableState, me: str, wanted: int | None) -> int:
    own = [number for number, seat in enumerate(state.seats) if seat.player == me]
    free = [number for number, seat in enumerate(state.seats) if seat.holder == "free"]
    if wanted is not None:
        return wanted
    if not own + free:
        raise RefusedError("no_seat", "No seat is free at this table.")
    return (own + free)[0]


async def play_seat(client: Client, table: str, seat: int, level: Level) -> None:
    """Play until the table is closed, and agree to every proposal.

    Raises:
        RefusedError: a move was illegal.
        ConnectionEndedError: the client has ended.
    """
    agreeing = asyncio.create_task(_agree_to_proposals(client, table, seat))
    try:
        choose = choose_in_thread(level, Random())  # noqa: S311 - a bot's choice guards nothing
        await BotSeat(client, table, seat, choose).play()
    finally:
        agreeing.cancel()
        await asyncio.gather(agreeing, return_exceptions=True)


async def _agree_to_proposals(client: Client, table: str, seat: int) -> None:
    async with client.changes() as changes:
        async for change in changes:
            if not isinstance(change, TableChanged) or change.state.table != table:
                continue
            for answer in _consents(change.state, seat):
                with suppress(RefusedError, ConnectionEndedError):  # they withdrew it
                    await client.request(answer)


def _consents(state: TableState, seat: int) -> Iterator[Command]:
    """Iterate over the commands that agree to the proposals waiting for this seat."""
    proposals: tuple[tuple[Proposal, tuple[int, ...]], ...] = (
        ("end", state.end),
        ("again", state.again),
    )
    for proposal, agreed in proposals:
        if agreed and seat not in agreed:
            yield Agree(state.table, state.game_number, proposal, yes=True)
    if state.back and seat not in state.back:
        yield TakeBack(state.table, state.game_number, state.ply, yes=True)
