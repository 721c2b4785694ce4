"""Commands that are committed together, and what they change."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from protocol.messages import Done, Reply
from server.lobby.lobby import Lobby
from server.players.sessions import Known
from server.reminders.address_book import AddressBook
from server.store.saved import Archived, Changes, SavedPlayer
from server.tables.table import Table


class Asked(NamedTuple):
    """A command that waits for its answer.

    Attributes:
        known: the player who gave it.
        command: its id.
    """

    known: Known
    command: bytes

    @property
    def player(self) -> str:
        """The player's fingerprint."""
        return self.known.public.fingerprint


@dataclass(slots=True)
class Batch:
    """Collects what commands change, until one transaction commits all of it or nothing.

    Attributes:
        before: the lobby before the first command; it stays if the commit fails.
        lobby: the lobby after the latest command; everybody's as soon as the commit succeeds.
        asked: the commands that may have changed something. Questions are not among them: a
            client repeats a question that is not answered, but not one that is refused.
        book: the addresses of reminders before the first command; None if nobody is reminded.
    """

    before: Lobby
    lobby: Lobby
    asked: list[Asked] = field(default_factory=list)
    book: AddressBook | None = None
    _tables: dict[str, Table] = field(default_factory=dict)
    _players: dict[str, Known] = field(default_factory=dict)
    _answers: dict[str, dict[bytes, Reply]] = field(default_factory=dict)
    _records: list[Archived] = field(default_factory=list)

    def save_tables(self, tables: Iterable[Table]) -> None:
        """Save changed tables, as they are now."""
        self._tables |= {table.id: table for table in tables}

    def changed_tables(self) -> frozenset[str]:
        """Return the ids of the tables that the commands of this batch have changed so far."""
        return frozenset(self._tables)

    def save_answer(self, asked: Asked, reply: Reply) -> None:
        """Save the player of a command that changed a table, and its answer if it was done."""
        self.save_player(asked.known)
        if isinstance(reply, Done):
            self._answers[asked.player][asked.command] = reply

    def save_player(self, known: Known) -> None:
        """Save a player of whom something has changed."""
        name = known.public.fingerprint
        self._players[name] = known
        self._answers.setdefault(name, {})

    def save_record(self, record: Archived) -> None:
        """Save a game that has ended."""
        self._records.append(record)

    def changes(self, forgotten: tuple[str, ...]) -> Changes:
        """Return what is to be committed.

        Args:
            forgotten: the players who are no longer remembered.
        """
        before, bans = self.before.bans, self.lobby.bans
        players = (
            SavedPlayer(known.public, known.name, self._answers[name], known.played)
            for name, known in self._players.items()
        )
        return Changes(
            tuple(self._tables.values()),
            self.lobby.bot_keys,
            tuple(players),
            forgotten,
            tuple(self._records),
            tuple(ban for player, ban in bans.items() if before.get(player) != ban),
            tuple(player for player in before if player not in bans),
        )
