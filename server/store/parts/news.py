"""What the servers of a cluster tell each other through PostgreSQL (`NOTIFY`)."""

from __future__ import annotations

import re

BANS = "bans"
"""The bans have changed."""
LEASES = "leases"
"""A server has given parts back."""
_TABLE = "table "
_RUNS = "runs "
_RUNNING = re.compile(rf"{_RUNS}([0-9]{{1,2}}) ([0-9]{{1,18}})")


def channel_of(lobby: str) -> str:
    """Return the channel of a lobby, named by the fingerprint of its key."""
    return f"siam_{lobby}"


def table_news(table: str) -> str:
    """Return the news that a table is listed otherwise than before, or no longer."""
    return _TABLE + table


def runs_news(part: int, epoch: int) -> str:
    """Return the news that a server runs a part that it took, in which epoch."""
    return f"{_RUNS}{part} {epoch}"


def running_in(news: str) -> tuple[int, int] | None:
    """Return the part that runs, and its epoch; None if the news are about something else."""
    found = _RUNNING.fullmatch(news)
    return None if found is None else (int(found[1]), int(found[2]))


def table_in(news: str) -> str:
    """Return the id of the table that news are about; empty if they are about something else."""
    return news.removeprefix(_TABLE) if news.startswith(_TABLE) else ""
