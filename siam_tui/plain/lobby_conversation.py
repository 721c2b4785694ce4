"""A dialogue with one lobby: reports what changes there and sends the person's commands."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Protocol

from client.changes import Change, DrawWarning, SentAwayFrom, Status, StatusChanged
from client.client import Client
from client.errors import ConnectionEndedError, RefusedError
from protocol.commands import Command
from protocol.messages import Done, Reply
from siam_tui.lobby.session import Session
from siam_tui.plain.lines.line_io import LineIO
from siam_tui.profile.logs import report_bug
from siam_tui.profile.user_error import UserError
from texts import tell


class CommandRefusedError(UserError):
    """The server refused a command; the text says why.

    Attributes:
        code: the reason for programs, such as ``seat_taken``.
    """

    def __init__(self, refusal: RefusedError) -> None:
        super().__init__(str(refusal))
        self.code = refusal.code


class ChangeReporter(Protocol):
    """The part of the dialogue where the person is now, which reports what changes there."""

    async def report(self, change: Change) -> None:
        """Write what is new."""


class LobbyConversation:
    """One session in a lobby.

    Attributes:
        session: the connection.
        io: where lines are read and written.
        reporter: what reports changes now.
        told_talk: the number of the line that was told last of each table's talk.
    """

    def __init__(self, session: Session, io: LineIO, patience: str = "") -> None:
        """Prepare.

        Args:
            session: the connection.
            io: where lines are read and written.
            patience: how long the person waits for the lobby; told once, if it does not answer.
        """
        self.session = session
        self.io = io
        self.reporter: ChangeReporter | None = None
        self.told_talk: dict[str, int] = {}
        self._patience = patience
        self._warning = self._told_status = ""
        self._changed = asyncio.Event()
        self._late: set[asyncio.Task[Reply]] = set()

    @property
    def client(self) -> Client:
        """The connection."""
        return self.session.client

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Report changes as long as the context lasts."""
        listener = asyncio.create_task(self._report_changes())
        try:
            yield
        finally:
            for task in (listener, *self._late):
                task.cancel()
                with suppress(asyncio.CancelledError, RefusedError, ConnectionEndedError):
                    await task

    async def _report_changes(self) -> None:
        async with self.client.changes() as changes:
            async for change in changes:
                match change:
                    case StatusChanged(status=status) if status.ended and self.reporter is None:
                        pass  # whoever enters the lobby gets an error that says why
                    case StatusChanged(status=status, trouble=trouble, warning=warning):
                        well = tell("plain/delivered" if self._warning else "plain/connected")
                        if trouble and status is Status.CONNECTING:
                            trouble = self.session.awaited or trouble
                        told = trouble or warning or well
                        if told != self._told_status:
                            self.io.write_lines(told)
                        self._told_status = told
                        self._warning = warning
                        if trouble and status is Status.CONNECTING:
                            self._tell_patience()
                    case DrawWarning(sentence=sentence) | SentAwayFrom(sentence=sentence):
                        self.io.write_lines(sentence)
                if self.reporter is not None:
                    await self._report(self.reporter, change)
                self._changed.set()

    async def _report(self, reporter: ChangeReporter, change: Change) -> None:
        """Let a change be reported; after one that cannot be, the next ones are all the same."""
        try:
            await reporter.report(change)
        except UserError as error:
            self.io.write_lines(str(error))
        except BrokenPipeError:  # nobody reads any more
            raise
        except Exception as error:  # noqa: BLE001 - whatever it is, the game goes on
            self.io.write_lines(report_bug(error))

    def _tell_patience(self) -> None:
        if self._patience:
            self.io.write_lines(self._patience)
            self._patience = ""

    async def wait_until(self, happened: Callable[[], bool]) -> None:
        """Return once something has happened.

        Raises:
            UserError: it cannot happen, because the connection has ended.
        """
        while not happened():
            if self.client.status.ended:
                raise UserError(self.client.trouble)
            self._changed.clear()
            await self._changed.wait()

    async def send_command(self, command: Command) -> Reply | None:
        """Send a command and return the reply; None if the connection must come back first.

        A script waits for the reply, however long that takes. A person can go on.

        Raises:
            UserError: it was refused, or the connection has ended.
        """
        asking = asyncio.create_task(self.client.request(command))
        if self.io.interactive:
            await self._while_connected(asking)
            if not (asking.done() or self.client.status.ended):
                self._late.add(asking)
                asking.add_done_callback(self._answered_late)
                self.io.write_lines(tell("plain/sent-later"))
                return None
        try:
            return await asking
        except RefusedError as error:
            raise CommandRefusedError(error) from error
        except ConnectionEndedError as error:
            raise UserError(str(error)) from error

    async def send_and_wait(self, command: Command, shown: Callable[[], int]) -> Done | None:
        """Send a command and return once its effect has been reported; otherwise as `send_command`.

        Args:
            command: what to do at a table.
            shown: returns the table's revision that was reported last.
        """
        reply = await self.send_command(command)
        if isinstance(reply, Done):
            await self.wait_until(lambda: shown() >= reply.revision or bool(self.client.trouble))
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
            self.io.write_lines(tell("plain/refused-late", why=error.sentence))
