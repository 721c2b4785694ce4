"""Commands that wait for an answer: sent again until they are answered, and answered once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from client.errors import RefusedError
from client.links.session import new_id
from protocol.commands import Command
from protocol.messages import Refused, Reply

REPEAT = 2.0
"""Seconds without an answer after which a command is sent again."""
PATIENCE = 3
"""How often a command is sent before the server counts as silent."""
_PAUSES = (1, 1, 1, 2, 4)


def pause_after(unanswered: int) -> float:
    """Return how many seconds a greeting waits for its answer after so many in vain.

    A server that does not keep up with many players must not be greeted ever more.

    >>> [pause_after(unanswered) for unanswered in range(6)]
    [2.0, 2.0, 2.0, 4.0, 8.0, 8.0]
    """
    return REPEAT * _PAUSES[min(unanswered, len(_PAUSES) - 1)]


@dataclass(eq=False, slots=True)
class Pending:
    """A command that waits for its answer.

    Attributes:
        command: the command.
        id: names it to the server, however often it is sent.
        answer: done with the server's reply, or with why there will be none.
        sent: how often it was sent since the server last counted as silent.
        timer: sends it again.
    """

    command: Command
    id: bytes = field(default_factory=new_id)
    answer: asyncio.Future[Reply] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )
    sent: int = 0
    timer: asyncio.TimerHandle | None = None

    def cancel(self) -> None:
        """Cancel the answer and the repetition."""
        self.answer.cancel()
        if self.timer is not None:
            self.timer.cancel()


class Requests:
    """All commands that wait for an answer."""

    def __init__(self, send: Callable[[Pending], bool], silent: Callable[[Pending], None]) -> None:
        """Prepare.

        Args:
            send: sends a command if that is possible now; returns whether it did.
            silent: called when a command was sent `PATIENCE` times without an answer.
        """
        self._send = send
        self._silent = silent
        self._pending: dict[bytes, Pending] = {}

    async def send_until_answered(self, command: Command) -> Reply:
        """Send a command until it is answered, and return the server's reply.

        Raises:
            RefusedError: the server refused.
            ConnectionEndedError: the client has ended.
        """
        pending = Pending(command)
        self._pending[pending.id] = pending
        try:
            self._send_and_repeat(pending)
            reply = await pending.answer
        finally:
            pending.cancel()
            del self._pending[pending.id]
        if isinstance(reply, Refused):
            raise RefusedError(reply.code, reply.sentence, reply.message)
        return reply

    def _send_and_repeat(self, pending: Pending) -> None:
        """Send a command, and again every `REPEAT` seconds while there is no answer."""
        try:
            if pending.sent == PATIENCE:
                self._silent(pending)
                pending.sent = 0
            pending.sent += self._send(pending)
        except Exception as error:  # noqa: BLE001 - it is raised where the answer is awaited
            if not pending.answer.done():
                pending.answer.set_exception(error)
        else:
            loop = asyncio.get_running_loop()
            pending.timer = loop.call_later(REPEAT, self._send_and_repeat, pending)

    def find(self, command_id: bytes) -> Pending | None:
        """Return the command of that id that still waits, or None."""
        return self._pending.get(command_id)

    def resolve(self, command_id: bytes, reply: Reply) -> None:
        """Set the answer of a command that still waits for one."""
        pending = self._pending.get(command_id)
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(reply)

    def repeat(self, concerns: Callable[[Command], bool]) -> None:
        """Send at once all commands that still wait and are of concern.

        Whoever answers now has not had them before, so they wait for it as long as new ones.
        """
        for pending in self:
            if concerns(pending.command):
                if pending.timer is not None:
                    pending.timer.cancel()
                pending.sent = 0
                self._send_and_repeat(pending)

    def fail_all(self, error: Exception) -> None:
        """Fail all commands that still wait."""
        for pending in self:
            if not pending.answer.done():
                pending.answer.set_exception(error)

    def __iter__(self) -> Iterator[Pending]:
        return iter([each for each in self._pending.values() if not each.answer.done()])
