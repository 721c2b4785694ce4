"""Changes that a client publishes to its listeners."""

from __future__ import annotations

import asyncio
import enum
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeAlias

from protocol.states import LobbyState, TableState


class Status(enum.Enum):
    """State of the connection between a client and its lobby's server."""

    CONNECTING = enum.auto()
    """Not yet greeted by the server."""
    ONLINE = enum.auto()
    """Greeted by the server."""
    LOST = enum.auto()
    """The broker or the server cannot be reached; the client keeps trying."""
    CLOSED = enum.auto()
    """The server said farewell; the client greets it again when it comes back."""
    SUPERSEDED = enum.auto()
    """A newer connection with the same key has taken over; this one has ended."""
    WRONG_VERSION = enum.auto()
    """The server speaks another version of the protocol; this client has ended."""
    REFUSED = enum.auto()
    """The server refuses this player and says why; this client has ended."""
    LOGIN_REFUSED = enum.auto()
    """The broker refuses the user or the password; this client has ended."""
    UNTRUSTED = enum.auto()
    """The broker's certificate cannot be trusted; this client has ended."""

    @property
    def ended(self) -> bool:
        """Whether the client will not connect again."""
        return self in _ENDED


_ENDED = frozenset(
    (
        Status.SUPERSEDED,
        Status.WRONG_VERSION,
        Status.REFUSED,
        Status.LOGIN_REFUSED,
        Status.UNTRUSTED,
    )
)


@dataclass(frozen=True, slots=True)
class StatusChanged:
    """The state of the connection changed.

    Attributes:
        status: the new state.
        trouble: a sentence for the person; empty when online.
        warning: a sentence for the person when online with a broker that withholds; else empty.
    """

    status: Status
    trouble: str
    warning: str = ""


@dataclass(frozen=True, slots=True)
class LobbyChanged:
    """The lobby changed."""

    state: LobbyState


@dataclass(frozen=True, slots=True)
class TableChanged:
    """A followed table changed."""

    state: TableState


@dataclass(frozen=True, slots=True)
class _FollowedTableChange:
    """Something happened at a followed table.

    Attributes:
        table: the table's id.
    """

    table: str


@dataclass(frozen=True, slots=True)
class AttendanceChanged(_FollowedTableChange):
    """Somebody came to the table, or left it."""


@dataclass(frozen=True, slots=True)
class TalkChanged(_FollowedTableChange):
    """Somebody said something at the table."""


@dataclass(frozen=True, slots=True)
class SentAwayFrom(_FollowedTableChange):
    """The host sent this player away; the sentence says so."""

    sentence: str


@dataclass(frozen=True, slots=True)
class DrawWarning(_FollowedTableChange):
    """Something about the draw of a setup that the player should know.

    Attributes:
        sentence: what it is.
        wrong: whether the server did what it must not do.
    """

    sentence: str
    wrong: bool


Change: TypeAlias = (
    StatusChanged
    | LobbyChanged
    | TableChanged
    | AttendanceChanged
    | TalkChanged
    | SentAwayFrom
    | DrawWarning
)


class Changes:
    """Publishes every change to every listener, in order."""

    def __init__(self) -> None:
        self._queues: set[asyncio.Queue[Change | None]] = set()
        self._closed = False

    def publish(self, change: Change) -> None:
        """Queue a change for every listener."""
        for queue in self._queues:
            queue.put_nowait(change)

    def close(self) -> None:
        """End every listener's iteration once it has read all queued changes."""
        self._closed = True
        for queue in self._queues:
            queue.put_nowait(None)

    @asynccontextmanager
    async def listen(self) -> AsyncIterator[AsyncIterator[Change]]:
        """Listen from now on; the iteration ends when the client is closed."""
        queue: asyncio.Queue[Change | None] = asyncio.Queue()
        if self._closed:
            queue.put_nowait(None)
        self._queues.add(queue)
        try:
            yield _iterate(queue)
        finally:
            self._queues.discard(queue)


async def _iterate(queue: asyncio.Queue[Change | None]) -> AsyncIterator[Change]:
    while (change := await queue.get()) is not None:
        yield change
