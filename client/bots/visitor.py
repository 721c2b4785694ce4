"""A bot that joins a table by itself: it takes a seat, plays, and agrees to proposals."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from random import Random

from client.bots.levels import Level
from client.bots.seat import BotSeat, choose_in_thread
from client.changes import TableChanged
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from protocol.commands import Agree, Command, LeaveTable, Proposal, TakeBack, TakeSeat
from protocol.states import TableState

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
