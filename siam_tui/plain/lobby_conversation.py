"""A stay in a lobby: what comes from it is told, what one asks of it is done or told why not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from client import (
    Change,
    Client,
    ConnectionEndedError,
    DrawWarning,
    RefusedError,
    StatusChanged,
)
from protocol.messages import Command, Done, Reply
from siam_tui.lobby.session import Session
from siam_tui.plain.line_output import Voice
from siam_tui.profile.user_error import UserError

_CONNECTED = "You are connected."
_DELIVERED = "The broker delivers messages again."


class Place(Protocol):
    """Where one is in a lobby: hears every change."""

    async def hear(self, change: Change) -> None:
        """Tell what is new."""


class LobbyConversation:
    """One session, and where one is in it.

    Attributes:
        session: the connection.
        voice: whom all is told to.
        place: who hears what changes.
    """

    def __init__(self, session: Session, voice: Voice) -> None:
        self.session = session
        self.voice = voice
        self.place: Place | None = None
        self._warning = ""
        self._changed = asyncio.Event()
        self._late: set[asyncio.Task[Reply]] = set()

    @property
    def client(self) -> Client:
        """The connection."""
        return self.session.client

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Tell what changes for as long as the context lasts."""
        listener = asyncio.create_task(self._listen())
        try:
            yield
        finally:
            for task in (listener, *self._late):
                task.cancel()
                with suppress(asyncio.CancelledError, RefusedError, ConnectionEndedError):
                    await task

    async def _listen(self) -> None:
        async with self.client.changes() as changes:
            async for change in changes:
                match change:
                    case StatusChanged(trouble=trouble, warning=warning):
                        well = _DELIVERED if self._warning else _CONNECTED
                        self.voice.say(trouble or warning or well)
                        self._warning = warning
                    case DrawWarning(sentence=sentence):
                        self.voice.say(sentence)
                if self.place is not None:
                    await self.place.hear(change)
                self._changed.set()

    async def until(self, happened: Callable[[], bool]) -> None:
        """Return once something has happened.

        Raises:
            UserError: it will not, for the connection has ended.
        """
        while not happened():
            if self.client.status.ended:
                raise UserError(self.client.trouble)
            self._changed.clear()
            await self._changed.wait()

    async def ask(self, command: Command) -> Reply | None:
        """Have a command carried out; None if that takes until the connection is back.

        A script waits for the answer, however long that takes. A person can go on, and is told.

        Raises:
            UserError: it was refused, or the connection has ended.
        """
        asking = asyncio.create_task(self.client.request(command))
        if self.voice.interactive:
            await self._while_connected(asking)
            if not asking.done():
                self._late.add(asking)
                asking.add_done_callback(self._answered_late)
                self.voice.say("This is sent as soon as the connection is back.")
                return None
        try:
            return await asking
        except RefusedError as refusal:
            raise UserError(refusal.sentence) from refusal
        except ConnectionEndedError as error:
            raise UserError(str(error)) from error

    async def do(self, command: Command, shown: Callable[[], int]) -> Done | None:
        """Have a command carried out and return once its effect is shown; else as `ask`.

        Args:
            command: what to do at a table.
            shown: the revision that is shown of it.
        """
        reply = await self.ask(command)
        if isinstance(reply, Done):
            await self.until(lambda: shown() >= reply.revision or bool(self.client.trouble))
            return reply
        return None

    async def _while_connected(self, asking: asyncio.Task[Reply]) -> None:
        while not asking.done() and not self.client.trouble:
            self._changed.clear()
            changed = asyncio.create_task(self._changed.wait())
            await asyncio.wait({asking, changed}, return_when=asyncio.FIRST_COMPLETED)
            changed.cancel()

    def _answered_late(self, asking: asyncio.Task[Reply]) -> None:
        self._late.discard(asking)
        if asking.cancelled():
            return
        error = asking.exception()
        if isinstance(error, RefusedError):
            self.voice.say(f"What you sent before was refused: {error.sentence}")
