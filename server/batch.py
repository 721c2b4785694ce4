"""What a stretch of commands has come to, until it is committed or undone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from protocol.keys import SecretKey
from protocol.messages import Ban, Done, Reply
from server.lobby.lobby import Checkpoint
from server.players.sessions import Known
from server.store import Archived, Changes, SavedPlayer
from server.tables.table import Table


@dataclass(slots=True)
class Batch:
    """Commands that are committed in one transaction.

    Attributes:
        before: the lobby to go back to when they cannot be.
    """

    before: Checkpoint
    _tables: dict[str, Table] = field(default_factory=dict)
    _players: dict[str, Known] = field(default_factory=dict)
    _answers: dict[str, dict[bytes, Reply]] = field(default_factory=dict)
    _records: list[Archived] = field(default_factory=list)
    _asked: list[tuple[Known, bytes]] = field(default_factory=list)

    @property
    def asked(self) -> list[tuple[Known, bytes]]:
        """The commands that may have changed something, and whose they were.

        Questions are not among them: unanswered they are asked again, refused they would not be.
        """
        return self._asked

    def ask(self, known: Known, command: bytes) -> None:
        """Note a command that may change something, and is refused when the store fails."""
        self._asked.append((known, command))

    def note(self, known: Known, command: bytes, reply: Reply, tables: tuple[Table, ...]) -> None:
        """Note a command, its answer and the tables it changed."""
        if tables:
            self.note_player(known)
            answers = self._answers[known.public.fingerprint]
            if isinstance(reply, Done):
                answers[command] = reply
        self.change(tables)

    def note_player(self, known: Known) -> None:
        """Note a player of whom something has changed."""
        name = known.public.fingerprint
        self._players[name] = known
        self._answers.setdefault(name, {})

    def change(self, tables: tuple[Table, ...]) -> None:
        """Note changed tables, as they are now."""
        self._tables |= {table.id: table for table in tables}

    def has_changed(self, table: str) -> bool:
        """Tell whether a command before has changed a table, which all there are to be told of."""
        return table in self._tables

    def archive(self, record: Archived) -> None:
        """Note a game that has ended."""
        self._records.append(record)

    def changes(
        self,
        keys: Mapping[str, SecretKey],
        forgotten: tuple[str, ...],
        bans: Mapping[str, Ban],
    ) -> Changes:
        """Return what is to be committed.

        Args:
            keys: the bots' keys, by fingerprint.
            forgotten: the players who are remembered no longer.
            bans: all that hold now.
        """
        before = self.before.bans
        players = (
            SavedPlayer(known.public, known.name, self._answers[name], known.played)
            for name, known in self._players.items()
        )
        return Changes(
            tuple(self._tables.values()),
            keys,
            tuple(players),
            forgotten,
            tuple(self._records),
            tuple(ban for player, ban in bans.items() if before.get(player) != ban),
            tuple(player for player in before if player not in bans),
        )
