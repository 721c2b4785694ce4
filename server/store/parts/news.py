"""What the servers of a cluster tell each other through PostgreSQL (`NOTIFY`)."""

from __future__ import annotations

BANS = "bans"
"""The bans have changed."""
LEASES = "leases"
"""A server has given parts back."""
_TABLE = "table "


def channel_of(lobby: str) -> str:
    """Return the channel of a lobby, named by the fingerprint of its key."""
    return f"siam_{lobby}"


def table_news(table: str) -> str:
    """Return the news that a table is listed otherwise than before, or no longer."""
    return _TABLE + table


def table_in(news: str) -> str:
    """Return the id of the table that news are about; empty if they are about something else."""
    return news.removeprefix(_TABLE) if news.startswith(_TABLE) else ""
