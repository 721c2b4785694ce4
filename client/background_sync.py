"""What a client asks for of its own accord, to show things as they are."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Mapping

from client.changes import Changes, Status, TableChanged
from client.errors import ConnectionEndedError, RefusedError
from client.server_link import ServerLink
from client.states import TableWatch
from protocol.messages import AskLobby, AskTalk, Command, LobbyState, Look, LookAway

OWN_VIEW = 1.0
"""Seconds a seat's own view may come later than the public one before it is asked for."""


class Errands:
    """Looks after the lobby and the tables a client follows."""

    def __init__(
        self,
        line: ServerLink,
        complete: Callable[[Command], Command],
        tables: Mapping[str, TableWatch],
        changes: Changes,
        confirm: Callable[[LobbyState], None],
    ) -> None:
        """Begin with nothing under way.

        Args:
            line: to the server.
            complete: adds to a command what the server is to know with it, as a table's key.
            tables: the tables that are followed, by id.
            changes: is told of tables that are not there any more.
            confirm: takes the lobby as the server says it is now.
        """
        self._line = line
        self._complete = complete
        self._tables = tables
        self._changes = changes
        self._confirm = confirm
        self._looking: set[str] = set()

    def look_everywhere(self) -> None:
        """Ask for all followed tables as they are now."""
        for table in self._tables:
            self._line.start(self.look(table))

    async def look(self, table: str) -> None:
        """Ask for a followed table as it is now; the answer is taken where all states are."""
        if table in self._looking:
            return
        self._looking.add(table)
        try:
            await self._line.ask(self._complete(Look(table)))
        except RefusedError:
            watch = self._tables.get(table)
            if watch is not None and watch.close() and watch.shown is not None:
                self._changes.tell(TableChanged(watch.shown))
        except ConnectionEndedError:
            pass
        finally:
            self._looking.discard(table)

    async def look_if_behind(self, watch: TableWatch) -> None:
        """Ask for a table if one's own view of it does not come in time."""
        await asyncio.sleep(OWN_VIEW)
        if watch.behind and self._tables.get(watch.table) is watch:
            await self.look(watch.table)

    async def look_away(self, table: str) -> None:
        """Tell that one has gone from a table, if that can be told now."""
        if self._line.status is Status.ONLINE:
            await self.give(LookAway(table))

    async def ask_talk(self, table: str) -> None:
        """Ask for what has been said; what one had heard already comes once more."""
        await self.give(AskTalk(table))

    def ask_all_talk(self) -> None:
        """Ask for what has been said at all followed tables."""
        for table in self._tables:
            self._line.start(self.ask_talk(table))

    async def ask_lobby(self, known: int) -> None:
        """Ask for the lobby as it is now.

        Args:
            known: the revision that need not be told; 0 for none.
        """
        with contextlib.suppress(RefusedError, ConnectionEndedError):
            reply = await self._line.ask(AskLobby(known))
            if isinstance(reply, LobbyState):
                self._confirm(reply)

    async def give(self, command: Command) -> None:
        """Send a command of whose answer nothing hangs, as one's part in a draw.

        What of that comes too late is left out, which the record will show.
        """
        with contextlib.suppress(RefusedError, ConnectionEndedError):
            await self._line.ask(command)
