"""Requests that a client sends by itself, to keep its copy of the lobby current."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field

from client.changes import Changes, Status, TableChanged
from client.delivery import LOBBY
from client.errors import ConnectionEndedError, RefusedError
from client.links.lobby_links import LobbyLinks
from client.states import TableWatch
from protocol.commands import AskLobby, AskTalk, Command, Look, LookAway
from protocol.messages import Done
from protocol.states import LobbyState

OWN_VIEW = 1.0
"""Seconds that a seat's own view may be later than the public one before it is requested."""


@dataclass(slots=True)
class BackgroundSync:
    """Requests the present state of the lobby and of the followed tables.

    Attributes:
        link: to the lobby.
        complete: adds to a command what the server requires with it, such as a table's key.
        tables: the tables that are followed, by id.
        changes: publishes that a table no longer exists.
        confirm: called with the present state of the lobby, or with its revision if it is known.

    The same request never waits twice for an answer, so that a slow server is not asked ever more.
    """

    link: LobbyLinks
    complete: Callable[[Command], Command]
    tables: Mapping[str, TableWatch]
    changes: Changes
    confirm: Callable[[LobbyState | int], None]
    _requested: set[str] = field(default_factory=set)
    _again: dict[str, bool] = field(default_factory=dict)

    def request_all_tables(self, *, also_background: bool) -> None:
        """Request the present state of the followed tables.

        Args:
            also_background: whether to request those at which the player is not looking, too.
        """
        for table, watch in self.tables.items():
            if also_background or not watch.in_background:
                self.link.start(self.request_table(table))

    async def request_table(self, table: str) -> None:
        """Request the present state of a followed table; it arrives like every other state."""
        if table in self._requested:
            return
        self._requested.add(table)
        try:
            await self.link.request(self.complete(Look(table)))
            await self.report_background(table)
        except RefusedError:
            watch = self.tables.get(table)
            if watch is not None and watch.close() and watch.shown is not None:
                self.changes.publish(TableChanged(watch.shown))
        except ConnectionEndedError:
            pass
        finally:
            self._requested.discard(table)

    async def request_table_and_talk(self, table: str) -> None:
        """Request a followed table, and then its talk: a new server has much to answer."""
        await self.request_table(table)
        await self.request_talk(table)

    async def request_table_if_behind(self, watch: TableWatch) -> None:
        """Request a table if the player's own view of it does not arrive in time."""
        await asyncio.sleep(OWN_VIEW)
        if watch.behind and self.tables.get(watch.table) is watch:
            await self.request_table(watch.table)

    async def report_departure(self, table: str) -> None:
        """Report that the player left a table, if the client is online."""
        if self.link.status is Status.ONLINE:
            await self.try_to_send(LookAway(table))

    async def report_background(self, table: str) -> None:
        """Report that the player is not at a table whose state was only requested, if so."""
        watch = self.tables.get(table)
        if watch is not None and watch.in_background:
            await self.report_departure(table)

    async def request_talk(self, table: str) -> None:
        """Request the talk at a table; known lines come again."""
        await self._request_once(table, lambda: self.try_to_send(AskTalk(table)))

    def request_all_talk(self) -> None:
        """Request the talk at all followed tables."""
        for table in self.tables:
            self.link.start(self.request_talk(table))

    async def request_lobby(self, known: Callable[[], int]) -> None:
        """Request the present state of the lobby.

        Args:
            known: returns the revision that need not be sent again; 0 for none.
        """
        await self._request_once(LOBBY, lambda: self._request_lobby(known()))

    async def _request_lobby(self, known: int) -> None:
        with contextlib.suppress(RefusedError, ConnectionEndedError):
            reply = await self.link.request(AskLobby(known))
            if isinstance(reply, LobbyState):
                self.confirm(reply)
            elif isinstance(reply, Done):
                self.confirm(reply.revision)

    async def _request_once(self, about: str, request: Callable[[], Awaitable[None]]) -> None:
        """Request something, or once more when the same request that waits is answered."""
        if about in self._again:
            self._again[about] = True
            return
        self._again[about] = True
        try:
            while self._again[about]:
                self._again[about] = False
                await request()
        finally:
            del self._again[about]

    async def try_to_send(self, command: Command) -> None:
        """Send a command and ignore its answer, such as the player's part in a draw.

        A part that comes too late is left out, and the record shows it.
        """
        with contextlib.suppress(RefusedError, ConnectionEndedError):
            await self.link.request(command)
