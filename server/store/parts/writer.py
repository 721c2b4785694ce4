"""Turns the changes of one part into statements, and tells the other servers what concerns them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from protocol.codec import pack, summary_to_plain
from server.store import statements as usual
from server.store.parts import statements
from server.store.parts.news import BANS, table_news
from server.store.saved import Changes, Saved, SavedPlayer
from server.store.statements import Write
from server.store.writer import Writer
from server.tables.table import Table
from server.tables.views import summary


class PartWriter(Writer):
    """Knows what a store contains of a part, and which statements bring it up to date."""

    def __init__(
        self, part: int, channel: str, saved: Saved, listed: Mapping[str, tuple[bytes, bytes]]
    ) -> None:
        """Begin with what a store contains.

        Args:
            part: the number of the part.
            channel: where the other servers are told.
            saved: the contents of the part.
            listed: what the list shows of the part's tables, as it is written.
        """
        super().__init__(saved)
        self._part = part
        self._channel = channel
        self._listed = dict(listed)

    def writes(self, changes: Changes) -> list[Write]:
        """Return the statements that write all changes."""
        # In the same order in every part, so that no two of them wait for each other.
        players = sorted(changes.players, key=lambda each: each.public.fingerprint)
        writes = super().writes(replace(changes, players=tuple(players), forgotten=()))
        for table in changes.tables:
            writes += self._listing_writes(table)
        for player in changes.forgotten:
            writes.append((statements.DROP_ALL_ANSWERS, (self._of(player),)))
        if changes.banned or changes.unbanned:
            writes.append(self._news(BANS))
        return writes

    def note(self, changes: Changes) -> None:
        """Remember changes that the store has committed."""
        super().note(changes)
        for table in changes.tables:
            self._listed[table.id] = listing_row(table)
            if table.status == "closed":
                del self._listed[table.id]

    def all_listing_writes(self, tables: Iterable[Table]) -> list[Write]:
        """Return the statements that write what the list shows of these tables."""
        writes: list[Write] = []
        for table in tables:
            writes += self._listing_writes(table)
            self._listed[table.id] = listing_row(table)
        return writes

    def _listing_writes(self, table: Table) -> Iterator[Write]:
        if table.status == "closed":
            yield self._news(table_news(table.id))
            return
        row = listing_row(table)
        if self._listed.get(table.id) != row:
            shown, key = row
            values = {"table": table.id, "part": self._part, "summary": shown, "key": key}
            yield statements.PLACE, (values,)
            yield self._news(table_news(table.id))

    def _player_writes(self, player: SavedPlayer) -> Iterator[Write]:
        for statement, rows in super()._player_writes(player):
            if statement is usual.KEEP_PLAYER:
                yield statements.KEEP_PLAYER, rows
            elif statement is usual.ADD_ANSWER:
                answers = tuple({**row, "part": self._part} for row in rows)
                yield statements.ADD_ANSWER, answers
            else:
                assert statement is usual.DROP_ANSWERS
                yield statements.DROP_ANSWERS, (self._of(player.public.fingerprint),)

    def _of(self, player: str) -> dict[str, object]:
        return {"of": player, "of_part": self._part}

    def _news(self, news: str) -> Write:
        return statements.NOTIFY, ({"channel": self._channel, "news": news},)


def listing_row(table: Table) -> tuple[bytes, bytes]:
    """Return what the list shows of a table, and its key, as they are written."""
    return pack(summary_to_plain(summary(table))), table.key
