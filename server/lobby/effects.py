"""Effects: what is left to do once a command has made the next lobby.

A handler only describes them. `server.effect_runner` carries them out: it gives tables and records
to the commit, messages to the outbox, and signs of life to presence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from protocol.messages import Message, Reply
from server.reminders.address_book import AddressBook
from server.reminders.subscribing import Letter
from server.store.saved import ListAsked
from server.tables.table import Player, Table


@dataclass(frozen=True, slots=True)
class Answered:
    """The player who gave the command gets its answer."""

    reply: Reply


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A table has a new revision: it is committed, and everybody is told of it."""

    table: Table


@dataclass(frozen=True, slots=True)
class TableKept:
    """A table changed in nothing that it shows: it is only committed."""

    table: Table


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game at a table ended: its record goes into the archive."""

    table: Table


@dataclass(frozen=True, slots=True)
class LineSaid:
    """The last line of a table's talk is new: those who may hear it are told."""

    table: Table


@dataclass(frozen=True, slots=True)
class PlayersTold:
    """Players, named by fingerprint, are sent a message that they did not ask for."""

    players: frozenset[str]
    message: Message


@dataclass(frozen=True, slots=True)
class PlayerSeen:
    """A player has just looked at a table."""

    table: Table
    player: Player


@dataclass(frozen=True, slots=True)
class PlayerLeft:
    """A player, named by fingerprint, no longer looks at a table, named by its id."""

    table: str
    player: str


@dataclass(frozen=True, slots=True)
class AttendanceTold:
    """Those at a table are told who is there, if that has changed.

    Attributes:
        table: the table's id.
        asker: fingerprint of a player who is told even if nothing has changed; empty for nobody.
    """

    table: str
    asker: str = ""


@dataclass(frozen=True, slots=True)
class RemindersChanged:
    """The address book changed: it is written, and then messages are sent.

    Attributes:
        book: the book from now on.
        letters: the messages.
    """

    book: AddressBook
    letters: tuple[Letter, ...] = ()


Effect: TypeAlias = (
    Answered
    | TableChanged
    | TableKept
    | GameEnded
    | LineSaid
    | PlayersTold
    | PlayerSeen
    | PlayerLeft
    | AttendanceTold
    | RemindersChanged
    | ListAsked
)
Effects: TypeAlias = tuple[Effect, ...]
"""Effects in the order in which they come about."""
