"""What players at a table are told of each other: who is there, and what is said."""

from __future__ import annotations

from protocol.messages import Talk
from server.messaging.outbox import Outbox
from server.players.presence import Presence
from server.tables.table import Table
from server.tables.table_talk import may_hear


def send_last_line(outbox: Outbox, presence: Presence, table: Table) -> None:
    """Send the last line of a table's talk to those there who may hear it."""
    said = table.talk[-1]
    hearers = [player for player in presence.players_at(table.id) if may_hear(table, player, said)]
    outbox.queue_message(hearers, Talk(table.id, (said.line,)))


def send_attendance(outbox: Outbox, presence: Presence, table: Table, asker: str = "") -> None:
    """Tell those at a table who is there, if that has changed; the asker is told anyway."""
    here = presence.players_at(table.id)
    told = here if presence.take_attendance_change(table) else here & {asker}
    if told:
        outbox.queue_message(told, presence.attendance(table))
