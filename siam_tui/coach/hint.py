"""Hints: to whom they are given, and how the coach is asked for one.

A hint is for games against bots only. Nobody else may be at the table or have had a seat there:
what one player is told by a machine is unfair to every other.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing

from client import Companion
from client.bots.memory import Memory
from siam_tui.coach.advice import Advice
from siam_tui.model.table_view import TableView
from siam_tui.model.worker_process import lines_of
from siam_tui.profile.user_error import UserError

SECONDS = 0.7
"""How long the coach thinks about a position; for a hint, about three of them."""


def against_bots(sight: TableView, company: Iterable[Companion]) -> bool:
    """Return whether one plays bots, and nobody else is there or has ever had a seat there."""
    others = (seat for number, seat in enumerate(sight.state.seats) if number != sight.seat)
    return (
        sight.seated
        and not sight.watching
        and not sight.state.shared
        and all(seat.holder == "bot" for seat in others)
        and all(each.player == sight.me for each in company)
    )


def no_hint(sight: TableView, company: Iterable[Companion]) -> str:
    """Return why one is given no hint now; nothing if one is."""
    if not against_bots(sight, company):
        return "Hints are for games against bots, at a table where nobody else is or has sat."
    if not sight.my_turn:
        return "A hint is for your own turn."
    return ""


async def advice_for(
    sight: TableView, company: Iterable[Companion], memory: Memory
) -> AsyncGenerator[Advice, None]:
    """Iterate over what the coach would play, better and better thought through.

    It knows what an attentive player on this seat knows, and thinks in a process of its own,
    which ends with the iteration.

    Args:
        sight: the table.
        company: who is there.
        memory: the moves seen of this game.

    Raises:
        UserError: there are no hints here, or the coach broke off.
    """
    if reason := no_hint(sight, company):
        raise UserError(reason)
    assert sight.position is not None
    known = memory.recall(sight.game, sight.position, sight.state.ply)
    order = {"map": sight.game.map.toml, "position": str(known), "seconds": SECONDS}
    async with aclosing(lines_of("siam_tui.coach", (), json.dumps(order))) as lines:
        try:
            async for line in lines:
                yield Advice.of_line(line)
        except UserError as trouble:
            raise UserError("No hint could be found: the coach broke off.") from trouble
