"""Hands messages to the program that sends them, and takes back what came of them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from protocol.reminders.reminder_messages import ReminderKind

logger = logging.getLogger(__name__)

MAX_WAITING: Final = 300
"""Messages that may wait for the program that sends them; more are dropped."""


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """A message that is to be sent.

    Attributes:
        number: names it in the result.
        kind: how it is sent.
        address: where it goes.
        subject: its subject or title.
        text: its text, lines joined by newlines.
        stop_page: the page that stops further messages; may be empty.
        stop_code: the code that does the same.
    """

    number: int
    kind: ReminderKind
    address: str = field(repr=False)
    subject: str
    text: str = field(repr=False)
    stop_page: str = field(repr=False)
    stop_code: str = field(repr=False)


class Postbox:
    """A bounded queue of messages, between the server and whoever starts the sending program.

    Attributes:
        on_result: called with a message's number, why it was not delivered (empty if it was), and
            the time in seconds since 1970.
    """

    def __init__(self) -> None:
        self.on_result: Callable[[int, str, float], None] = lambda *_: None
        self._waiting: asyncio.Queue[OutgoingMessage] = asyncio.Queue(MAX_WAITING)

    def put(self, message: OutgoingMessage) -> None:
        """Queue a message; drop it if too many wait."""
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            logger.warning("a reminder was dropped: too many wait to be sent")

    async def take(self) -> OutgoingMessage:
        """Wait for the next message, and return it."""
        return await self._waiting.get()
