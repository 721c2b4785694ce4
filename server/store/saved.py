"""The values that a store takes and returns."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields

from protocol.keys import PublicKey, SecretKey
from protocol.messages import Reply
from protocol.owner import AskPlayers, AskTables, Ban
from server.tables.table import Table


@dataclass(frozen=True, slots=True)
class SavedPlayer:
    """A player, and the answers to their commands that changed something, oldest first.

    Attributes:
        public: their key.
        name: their name.
        answers: the answers, by their commands' ids.
        played: when they first played a game here to its end, in seconds since 1970; 0 if never.
    """

    public: PublicKey
    name: str
    answers: Mapping[bytes, Reply] = field(default_factory=dict)
    played: int = 0


@dataclass(frozen=True, slots=True)
class Archived:
    """A game that has ended.

    Attributes:
        table: the table it was played at.
        game_number: which game at that table, from 1.
        game: name of the game.
        ended: when it ended, as ISO 8601 in UTC.
        players: who played, by seat.
        moves: how many moves were played.
        result: the result in the record; ``*`` for a game that was not played to its end.
        text: the record.
        number: its number in the archive; 0 before it is there.
    """

    table: str
    game_number: int
    game: str
    ended: str
    players: tuple[str, ...]
    moves: int
    result: str
    text: str
    number: int = 0


@dataclass(frozen=True, slots=True)
class SavedBook:
    """The addresses for reminders, where they are in the store, as `BookChanges` wrote them.

    Attributes:
        entries: by key.
        letters: the messages that are still to be sent, by number.
    """

    entries: Mapping[str, str] = field(default_factory=dict)
    letters: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class BookChanges:
    """What has changed of the addresses for reminders, where they are in the store, as JSON.

    Attributes:
        kept: entries that are new or have changed, by key.
        gone: the keys of entries that are gone.
        letters: new messages to be sent, by number.
        sent: the numbers of messages that were sent or given up.
    """

    kept: Mapping[str, str]
    gone: tuple[str, ...]
    letters: Mapping[int, str]
    sent: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Changes:
    """The changes of one transaction.

    Attributes:
        tables: the changed tables as they are now; closed ones are removed.
        keys: the bots' keys, by fingerprint.
        players: the players who changed something, with their new answers only.
        forgotten: fingerprints of players who are no longer remembered.
        records: the games that have ended.
        banned: the bans that are new or changed.
        unbanned: fingerprints of players who are no longer banned.
        book: the changes of the addresses for reminders, in a cluster.
    """

    tables: tuple[Table, ...] = ()
    keys: Mapping[str, SecretKey] = field(default_factory=dict)
    players: tuple[SavedPlayer, ...] = ()
    forgotten: tuple[str, ...] = ()
    records: tuple[Archived, ...] = ()
    banned: tuple[Ban, ...] = ()
    unbanned: tuple[str, ...] = ()
    book: BookChanges | None = None

    def __bool__(self) -> bool:
        """Tell whether there is anything to commit."""
        return any(getattr(self, each.name) for each in fields(self) if each.name != "keys")


@dataclass(frozen=True, slots=True)
class Saved:
    """What a server finds in the store of an earlier start.

    Attributes:
        tables: the tables, oldest first.
        keys: their bots' keys, by fingerprint.
        players: the players, those who changed something longest ago first.
        bans: the banned players, those banned longest ago first.
    """

    tables: tuple[Table, ...] = ()
    keys: Mapping[str, SecretKey] = field(default_factory=dict)
    players: tuple[SavedPlayer, ...] = ()
    bans: tuple[Ban, ...] = ()


@dataclass(frozen=True, slots=True)
class ListAsked:
    """The owner asks for a list of which no server of a cluster has all: the store has it.

    Attributes:
        question: what is asked.
        owner: fingerprint of the owner, who is not listed.
        regular_until: whoever ended a first game by then is a regular player, in seconds since
            1970.
        heard: the players this part remembers, by fingerprint: their names, and the seconds since
            they gave a sign of life, if they did.
    """

    question: AskTables | AskPlayers
    owner: str
    regular_until: float
    heard: Mapping[str, tuple[str, float | None]]
