"""The keys of private tables that a client holds."""

from __future__ import annotations

from attrs import evolve

from protocol.messages import Command, LobbyState, Look, TakeSeat
from protocol.private import open_summaries
from protocol.topics import Topics


class TableKeys:
    """Keys by table, and what they open.

    Attributes:
        by_topic: the keys, by the topics of their tables.
    """

    def __init__(self, topics: Topics) -> None:
        self.by_topic: dict[str, bytes] = {}
        self._topics = topics

    def hold(self, table: str, key: bytes) -> None:
        """Keep a table's key."""
        self.by_topic[self._topics.table(table)] = key

    def of(self, table: str) -> bytes:
        """Return the key to a table; empty for none."""
        return self.by_topic.get(self._topics.table(table), b"")

    def shown_with(self, command: Command) -> Command:
        """Return a command with the key it takes at a private table."""
        if isinstance(command, TakeSeat | Look) and not command.key:
            return evolve(command, key=self.of(command.table))
        return command

    def opened(self, state: LobbyState | None) -> LobbyState | None:
        """Return the lobby with the private tables among the others that these keys open."""
        if state is None or not state.sealed:
            return state
        private = open_summaries(state.sealed, self.by_topic.values())
        return evolve(state, tables=(*state.tables, *private))
