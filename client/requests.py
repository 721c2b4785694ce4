"""Commands under way: sent again until they are answered, and answered once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from client.errors import RefusedError
from client.session import new_id
from protocol.messages import Command, Refused, Reply

REPEAT = 2.0
"""Seconds without an answer after which a command is sent again."""
PATIENCE = 3
"""How often a command is sent before the server is taken for silent."""


@dataclass(eq=False, slots=True)
class Pending:
    """A command that waits for its answer.

    Attributes:
        command: what is asked.
        id: names it to the server, however often it is sent.
        answer: done with the server's reply, or with why there will be none.
        sent: how often it was sent since the server was last taken for silent.
        timer: sends it again.
    """

    command: Command
    id: bytes = field(default_factory=new_id)
    answer: asyncio.Future[Reply] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    sent: int = 0
    timer: asyncio.TimerHandle | None = None

    def stop(self) -> None:
        """Nobody waits any more."""
        self.answer.cancel()
        if self.timer is not None:
            self.timer.cancel()


class Requests:
    """All commands under way."""

    def __init__(self, send: Callable[[Pending], bool], silent: Callable[[], None]) -> None:
        """Begin with none.

        Args:
            send: sends a command if that can be done now, and tells whether it did.
            silent: is called when a command has been sent several times without an answer.
        """
        self._send = send
        self._silent = silent
        self._pending: dict[bytes, Pending] = {}

    async def ask(self, command: Command) -> Reply:
        """Return the server's reply.

        Raises:
            RefusedError: the server refused.
            ConnectionEndedError: the client has ended.
        """
        pending = Pending(command)
        self._pending[pending.id] = pending
        try:
            self._try(pending)
            reply = await pending.answer
        finally:
            pending.stop()
            del self._pending[pending.id]
        if isinstance(reply, Refused):
            raise RefusedError(reply.code, reply.sentence)
        return reply

    def _try(self, pending: Pending) -> None:
        """Send a command, and again while there is no answer."""
        try:
            if pending.sent == PATIENCE:
                self._silent()
                pending.sent = 0
            pending.sent += self._send(pending)
        except Exception as error:  # noqa: BLE001 - whoever waits is to hear of it
            if not pending.answer.done():
                pending.answer.set_exception(error)
        else:
            loop = asyncio.get_running_loop()
            pending.timer = loop.call_later(REPEAT, self._try, pending)

    def find(self, command_id: bytes) -> Pending | None:
        """Return the command of that id that still waits, or None."""
        return self._pending.get(command_id)

    def answer(self, command_id: bytes, reply: Reply) -> None:
        """Hand a reply to who waits for it, if anybody does."""
        pending = self._pending.get(command_id)
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(reply)

    def repeat(self) -> None:
        """Send everything that still waits, at once."""
        for pending in self:
            self._send(pending)

    def fail(self, error: Exception) -> None:
        """Answer everything that still waits with an error."""
        for pending in self:
            if not pending.answer.done():
                pending.answer.set_exception(error)

    def __iter__(self) -> Iterator[Pending]:
        return iter([each for each in self._pending.values() if not each.answer.done()])
