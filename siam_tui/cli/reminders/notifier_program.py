"""The notifier, as `siam serve --notify` runs it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final

from protocol.links import Link
from server.reminders.reminder_desk import OutgoingMessage, Postbox
from siam_tui.doors.notifier.notifier_settings import (
    MODULE,
    NotifierSettings,
    Reminder,
    SendingResult,
)

_RUNS: Final = "Players who are away can be reminded of their turns: {ways}."
_EMAIL: Final = "by e-mail"
_NTFY: Final = "by ntfy ({hosts})"
_WEBHOOK: Final = "by webhook ({hosts})"


class NotifierKind:
    """The notifier, as a `DoorKind` that is given messages and answers with results."""

    title = "notifier"
    module = MODULE

    def __init__(self, settings: NotifierSettings, postbox: Postbox) -> None:
        """Prepare.

        Args:
            settings: how it sends.
            postbox: what it sends.
        """
        self._settings = settings
        self._postbox = postbox
        self._handed: dict[int, OutgoingMessage] = {}

    def settings_line(self, _link: Link, _local_link: Link) -> str:
        """Return what the notifier reads first."""
        return self._settings.to_line()

    def opened(self, _line: str) -> str:
        """Return what to tell the host."""
        settings = self._settings
        ways = [_EMAIL] * (settings.mail is not None)
        if settings.ntfy_hosts:
            ways.append(_NTFY.format(hosts=", ".join(settings.ntfy_hosts)))
        if settings.webhook_hosts:
            ways.append(_WEBHOOK.format(hosts=", ".join(settings.webhook_hosts)))
        return _RUNS.format(ways=", ".join(ways))

    async def converse(self, to: asyncio.StreamWriter, of: asyncio.StreamReader) -> None:
        """Hand messages over and take the results, until the notifier ends.

        What an earlier notifier was given and did not answer is handed over once more.
        """
        unanswered, self._handed = tuple(self._handed.values()), {}
        writing = asyncio.create_task(self._write_messages(unanswered, to))
        try:
            while line := await of.readline():
                result = SendingResult.of_line(line.decode())
                self._handed.pop(result.number, None)
                self._postbox.on_result(result.number, result.trouble, time.time())
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    async def _write_messages(
        self, unanswered: Sequence[OutgoingMessage], to: asyncio.StreamWriter
    ) -> None:
        for message in unanswered:
            to.write(_line_of(message).encode())
            await to.drain()
        while True:
            message = await self._postbox.take()
            self._handed[message.number] = message
            to.write(_line_of(message).encode())
            await to.drain()


def _line_of(message: OutgoingMessage) -> str:
    return Reminder(**asdict(message)).to_line()
