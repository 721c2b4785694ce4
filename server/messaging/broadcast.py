"""What the server tells those at a table of each other: who is there, and what is said."""

from __future__ import annotations

from protocol.messages import Talk
from server.messaging.outbox import Outbox
from server.players.presence import Presence
from server.tables.table import Table
from server.tables.table_talk import may_hear


def tell_talk(voice: Outbox, presence: Presence, table: Table) -> None:
    """Tell those at a table who may hear it what has been said there last."""
    said = table.talk[-1]
    hearers = [player for player in presence.at(table.id) if may_hear(table, player, said)]
    voice.tell(hearers, Talk(table.id, (said.line,)))


def tell_presence(voice: Outbox, presence: Presence, table: Table, looking: str = "") -> None:
    """Tell those at a table who is there, if that has changed; who looks is told anyway."""
    here = presence.at(table.id)
    told = here if presence.take_news(table) else here & {looking}
    if told:
        voice.tell(told, presence.attendance(table))
