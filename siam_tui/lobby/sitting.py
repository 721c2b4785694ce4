"""Sitting down at a table, where somebody else may be faster."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

from client.client import Client
from client.errors import RefusedError
from protocol.commands import TakeSeat
from siam_tui.ui.dialog import AskScreen

NO_SEAT_LEFT = "Somebody was faster: no seat is free there any more. Press W to watch."
"""Said to somebody who wanted to sit down."""
_STAY = "Stay in the lobby"

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
            raise RefusedError("seat_taken", NO_SEAT_LEFT) from refusal
        question = f"{refusal.sentence}\nSeat {free[0] + 1} is free."
        offer = AskScreen(question, f"Take seat {free[0] + 1}", _STAY, is_wished=True)
        if not await ask(offer):
            await client.unfollow(table)
            return False
        return await sit_down(client, table, free[0], ask)
    return True
