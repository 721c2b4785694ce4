"""Asks a lobby about reminders, and changes them."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import Final, Protocol

from client.errors import ConnectionEndedError, RefusedError
from protocol.commands import Command
from protocol.messages import Reply
from protocol.reminders.reminder_messages import (
    AskReminders,
    ConfirmReminder,
    ReminderCommand,
    ReminderKind,
    Reminders,
    SetReminder,
    StopReminders,
    TryReminder,
)
from siam_tui.profile.user_error import UserError
from texts import language, tell

_SECONDS: Final = 5.0
"""How long to wait. After 6 seconds a server without an answer would count as silent."""
STOP_LETTERS: Final = 16
"""Letters of a stop code; a code that confirms an address has fewer."""


class Requester(Protocol):
    """A connection to a lobby."""

    async def request(self, command: Command) -> Reply:
        """Send a command, and return the answer."""


def is_stop_code(text: str) -> bool:
    """Return whether a text is as long as a stop code."""
    return len(text.replace("-", "").replace(" ", "")) >= STOP_LETTERS  # type: ignore[characters]


@dataclass(frozen=True, slots=True)
class ReminderRequests:
    """Sends the commands about reminders.

    Every method raises `UserError` if the lobby refuses or does not answer.

    Attributes:
        client: the connection to the lobby.
    """

    client: Requester

    async def ask(self) -> Reminders:
        """Return what the lobby offers and what is set."""
        reply = await self._ask_lobby(AskReminders())
        assert isinstance(reply, Reminders)
        return reply

    async def choose(self, kind: ReminderKind, address: str) -> None:
        """Choose an address; a code is sent there, in the language that is spoken now."""
        await self._ask_lobby(SetReminder(kind, address.strip(), language()))

    async def enter_code(self, code: str) -> bool:
        """Confirm an address, or stop one with its stop code; return whether it was a stop code."""
        is_stop = is_stop_code(code)
        await self._ask_lobby(StopReminders(code) if is_stop else ConfirmReminder(code))
        return is_stop

    async def stop_by_code(self, code: str) -> None:
        """Have the lobby forget the address whose messages contain a stop code."""
        await self._ask_lobby(StopReminders(code))

    async def send_test(self) -> None:
        """Have a test message sent."""
        await self._ask_lobby(TryReminder())

    async def stop(self) -> None:
        """Have the lobby forget the address."""
        await self._ask_lobby(StopReminders())

    async def _ask_lobby(self, command: ReminderCommand) -> object:
        try:
            async with asyncio.timeout(_SECONDS):
                return await self.client.request(command)
        except TimeoutError as error:
            raise UserError(tell("reminders/no-answer")) from error
        except (RefusedError, ConnectionEndedError, ValueError) as error:
            raise UserError(str(error)) from error
