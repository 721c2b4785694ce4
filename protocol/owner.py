"""Commands that only a lobby's owner may send, and their answers.

The owner sends under the server's own key.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from attrs import field, frozen, validators

from protocol.fields import COUNT, ID, MOMENT, SEATS, SHORT, TableMessage, line
from protocol.limits import MAX_REASON
from protocol.states import SeatState, TableStatus

MAX_REPORTED = 30
"""Tables, players or bans in one answer; more need further requests."""
MAX_ORIGIN = 64
"""Characters that say where a player connects from."""
HERE_SECONDS = 50
"""Seconds of silence after which a player counts as absent."""
MAX_SOUGHT = 40
"""Characters of a text by which entries are sought."""

_why: Any = validators.max_len(MAX_REASON)
_maybe_count: Any = validators.optional(COUNT)
_page: Any = validators.max_len(MAX_REPORTED)


@frozen
class _ListRequest:
    """Requests the entries of a list from number `first` on.

    Attributes:
        text: the beginning of an id or fingerprint, or a part of a name in any case: only entries
            with it are wanted; empty for all.
    """

    first: int = field(default=0, validator=COUNT)
    text: str = field(default="", converter=line, validator=validators.max_len(MAX_SOUGHT))


@frozen
class AskTables(_ListRequest):
    """Request the tables, including private ones; the answer is `Tables`."""


@frozen
class AskPlayers(_ListRequest):
    """Request the players; the answer is `Players`.

    Attributes:
        here: whether only those are wanted who gave a sign of life within `HERE_SECONDS`.
    """

    here: bool = False


@frozen
class AskBans(_ListRequest):
    """Request the bans; the answer is `Bans`."""


@frozen
class CloseTable(TableMessage):
    """Close a table, even during a game.

    Attributes:
        why: the owner's reason, which the people there see; may be empty.
    """

    why: str = field(default="", validator=_why)


@frozen
class BanPlayer:
    """Refuse every command of a player from now on, and remove them from their tables.

    Attributes:
        player: fingerprint of the player's key.
        why: the owner's reason, which the player sees; may be empty.
    """

    player: str = field(validator=ID)
    why: str = field(default="", validator=_why)


@frozen
class UnbanPlayer:
    """Accept the commands of a banned player again."""

    player: str = field(validator=ID)


@frozen
class _ListPage:
    """A part of a list.

    Attributes:
        first: number of the first of these, from 0.
        total: how many there are in all.
    """

    first: int = field(validator=COUNT)
    total: int = field(validator=COUNT)


@frozen
class TableReport:
    """A table as the lobby's owner sees it.

    Attributes:
        map_title: its map's title.
        host: fingerprint of its host; empty for none.
        private: whether only holders of its key see it.
        idle: seconds since it was last used.
    """

    table: str = field(validator=ID)
    status: TableStatus
    map_title: str = field(converter=line, validator=validators.max_len(40))
    host: str = field(validator=validators.max_len(40))
    host_name: str = field(converter=line, validator=SHORT)
    seats: tuple[SeatState, ...] = field(validator=SEATS)
    private: bool
    idle: int = field(validator=COUNT)


@frozen
class Tables(_ListPage):
    """Some of a lobby's tables, oldest first."""

    tables: tuple[TableReport, ...] = field(validator=_page)


@frozen
class PlayerReport:
    """A player as the lobby's owner sees them.

    Attributes:
        player: fingerprint of their key.
        silent: seconds since their last message; None if there was none since the server's start.
        origin: where they connect from; empty if unknown or shared by everybody.
        hosts: how many tables they are the host of.
        seats: at how many tables they have a seat.
        regular: whether they played a game here to its end, a day ago or earlier.
    """

    player: str = field(validator=ID)
    name: str = field(converter=line, validator=SHORT)
    silent: int | None = field(validator=_maybe_count)
    origin: str = field(converter=line, validator=validators.max_len(MAX_ORIGIN))
    hosts: int = field(validator=COUNT)
    seats: int = field(validator=COUNT)
    regular: bool


@frozen
class Players(_ListPage):
    """Some of the players a lobby remembers, the most recently active first."""

    players: tuple[PlayerReport, ...] = field(validator=_page)


@frozen
class Ban:
    """A banned player.

    Attributes:
        player: fingerprint of their key.
        name: the name they used.
        why: the reason they see; may be empty.
        at: when they were banned, in seconds since 1970.
    """

    player: str = field(validator=ID)
    name: str = field(converter=line, validator=SHORT)
    why: str = field(converter=line, validator=_why)
    at: int = field(validator=MOMENT)


@frozen
class Bans(_ListPage):
    """Some of a lobby's bans, oldest first."""

    bans: tuple[Ban, ...] = field(validator=_page)


OwnerQuestion: TypeAlias = AskTables | AskPlayers | AskBans
"""Requests of the owner for a list."""

OwnerCommand: TypeAlias = OwnerQuestion | CloseTable | BanPlayer | UnbanPlayer
"""Commands that only the owner may send."""
