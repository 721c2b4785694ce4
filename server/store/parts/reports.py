"""Reads pages of the owner's lists: no server of a cluster knows all tables and people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, text

from protocol.codec import summary_from_plain, unpack
from protocol.owner import (
    HERE_SECONDS,
    MAX_REPORTED,
    AskTables,
    PlayerReport,
    Players,
    TableReport,
    Tables,
)
from server.store.saved import ListAsked

_TABLES = text("""
SELECT summary, key <> '' AS private, host,
    greatest(0, extract(epoch FROM now() - used))::int8 AS idle, count(*) OVER () AS total
FROM placed JOIN tables ON tables.id = placed."table"
WHERE summary <> ''
    AND (:text = '' OR starts_with(placed."table", :text) OR position(:text IN words) > 0)
ORDER BY tables.number OFFSET :first LIMIT :most
""")
_PLAYERS = text("""
WITH heard AS (
    SELECT * FROM unnest(:ids ::text[], :names ::text[], :folded ::text[], :silent ::float8[])
        AS one (id, name, folded, silent)
), page AS (
    SELECT id, coalesce(heard.name, players.name) AS name, silent, coalesce(played, 0) AS played,
        count(*) OVER () AS total
    FROM players FULL JOIN heard USING (id)
    WHERE id <> :owner AND id NOT IN (SELECT player FROM bots) AND (NOT :here OR silent < :recent)
        AND (:text = '' OR starts_with(id, :text)
            OR position(:text IN coalesce(folded, lower(players.name))) > 0
            OR position(:exact IN players.name) > 0)
    ORDER BY silent NULLS LAST, played DESC, id OFFSET :first LIMIT :most
)
SELECT page.*, id IN (SELECT player FROM bans) AS banned,
    (SELECT count(*) FROM placed WHERE host = id) AS hosts,
    (SELECT count(*) FROM placed WHERE people @> ARRAY[id]) AS seats
FROM page ORDER BY silent NULLS LAST, played DESC, id
""")


def read_report(connection: Connection, asked: ListAsked) -> Tables | Players:
    """Return the page of a list that the owner asks for.

    Raises:
        SQLAlchemyError: it cannot be read.
    """
    wanted: dict[str, Any] = {"first": asked.question.first, "most": MAX_REPORTED}
    wanted["text"] = asked.question.text.casefold()
    if isinstance(asked.question, AskTables):
        rows = connection.execute(_TABLES, wanted).all()
        return Tables(asked.question.first, _total(rows), tuple(map(_table_report, rows)))
    wanted |= {
        "owner": asked.owner,
        "here": asked.question.here,
        "recent": HERE_SECONDS,
        "ids": list(asked.heard),
        "exact": asked.question.text,
        "names": [name for name, _ in asked.heard.values()],
        "folded": [name.casefold() for name, _ in asked.heard.values()],
        "silent": [silent for _, silent in asked.heard.values()],
    }
    rows = connection.execute(_PLAYERS, wanted).all()
    page = tuple(_player_report(row, asked.regular_until) for row in rows)
    return Players(asked.question.first, _total(rows), page)


def _total(rows: Sequence[Any]) -> int:
    return rows[0].total if rows else 0


def _table_report(row: Any) -> TableReport:  # noqa: ANN401 - a row
    shown = summary_from_plain(unpack(row.summary))
    return TableReport(
        shown.table,
        shown.status,
        shown.map_title,
        row.host,
        shown.host_name,
        shown.seats,
        row.private,
        row.idle,
    )


def _player_report(row: Any, regular_until: float) -> PlayerReport:  # noqa: ANN401 - a row
    silent = None if row.silent is None else int(row.silent)
    is_regular = 0 < row.played <= regular_until
    seats = 0 if row.banned else row.seats
    return PlayerReport(row.id, row.name, silent, "", row.hosts, seats, is_regular)
