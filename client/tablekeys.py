"""The keys of private tables that a client holds."""

from __future__ import annotations

from attrs import evolve

from protocol.commands import Command, Look, TakeSeat
from protocol.private import open_summaries
from protocol.states import LobbyState
from protocol.topics import Topics


class TableKeys:
    """Keys by table.

    Attributes:
        by_topic: the keys, by the topics of their tables.
    """

    def __init__(self, topics: Topics) -> None:
        self.by_topic: dict[str, bytes] = {}
        self._topics = topics

    def keep_key(self, table: str, key: bytes) -> None:
        """Keep a table's key."""
        self.by_topic[self._topics.table(table)] = key

    def key_of(self, table: str) -> bytes:
        """Return the key to a table; empty for none."""
        return self.by_topic.get(self._topics.table(table), b"")

    def add_key(self, command: Command) -> Command:
        """Return a command with the key that a private table requires."""
        if isinstance(command, TakeSeat | Look) and not command.key:
            return evolve(command, key=self.key_of(command.table))
        return command

    def add_private_tables(self, state: LobbyState | None) -> LobbyState | None:
        """Return the lobby with the private tables that these keys open added to the others."""
        if state is None or not state.sealed:
            return state
        private = open_summaries(state.sealed, self.by_topic.values())
        return evolve(state, tables=(*state.tables, *private))
