"""Games that have ended, made into what the archive keeps of them."""

from __future__ import annotations

from datetime import UTC, datetime

from games.registry import record_text
from server.store import Archived
from server.table import Table


def archived(table: Table, now: datetime) -> Archived:
    """Return a table's game as the archive keeps it.

    Args:
        table: the table when its game had just ended.
        now: when that was.

    Raises:
        GameError: the game keeps no records.
    """
    now = now.astimezone(UTC)
    players = tuple(seat.name for seat in table.seats)
    result = table.result or "*"
    text = record_text(
        table.game,
        table.start,
        [logged.entry.move for logged in table.log],
        result=result,
        options=frozenset(table.options),
        seats=players,
        date=now.strftime("%Y.%m.%d"),
    )
    return Archived(
        table=table.id,
        game_number=table.game_number,
        game=table.game.title,
        ended=now.isoformat(timespec="seconds"),
        players=players,
        moves=len(table.log),
        result=result,
        text=text,
    )
