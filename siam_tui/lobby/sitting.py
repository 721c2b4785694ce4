"""Sitting down at a table, where somebody else may be faster."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from client.client import Client
from client.errors import RefusedError
from protocol.commands import TakeSeat
from siam_tui.ui.dialog import AskScreen
from texts import tell

Ask: TypeAlias = Callable[[AskScreen], Awaitable[bool]]
"""Asks a question; returns whether the answer was yes."""


async def sit_down(client: Client, table: str, seat: int, ask: Ask) -> bool:
    """Take a seat; if somebody was faster, offer one that is still free.

    Returns:
        Whether the player sits at the table now.

    Raises:
        RefusedError: they cannot sit down there; says why.
        ConnectionEndedError: the client has ended.
    """
    try:
        await client.request(TakeSeat(table, seat))
    except RefusedError as refusal:
        if refusal.code != "seat_taken":
            raise
        state = await client.follow(table)
        free = [number for number, each in enumerate(state.seats) if each.holder == "free"]
        if not free or state.status != "open":
            await client.unfollow(table)
            raise RefusedError("seat_taken", tell("lobby/sit/no-seat-left")) from refusal
        question = f"{refusal.sentence}\n{tell('lobby/sit/seat-is-free', seat=free[0] + 1)}"
        take = tell("lobby/sit/take-seat", seat=free[0] + 1)
        if not await ask(AskScreen(question, take, tell("lobby/sit/stay"), is_wished=True)):
            await client.unfollow(table)
            return False
        return await sit_down(client, table, free[0], ask)
    return True
