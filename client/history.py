"""Requests a table's log page by page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from protocol.commands import AskHistory, Command
from protocol.messages import Reply
from protocol.states import Entry, History


async def read_history(
    request: Callable[[Command], Awaitable[Reply]], table: str, game_number: int
) -> tuple[str, int, tuple[Entry, ...]]:
    """Return a table's log as far as it is open now, as `Client.history` does."""

    async def page_from(first: int) -> History:
        reply = await request(AskHistory(table, game_number, first))
        assert isinstance(reply, History)
        return reply

    page = await page_from(0)
    start, first, entries = page.start, page.first, page.entries
    while page.entries and first + len(entries) < page.total:
        page = await page_from(first + len(entries))
        if page.first != first + len(entries):  # a chapter was closed between two pages
            start, first, entries = page.start, page.first, ()
        entries += page.entries
    return start, first, entries
