"""Reads messages from standard input, sends them, and writes what came of each."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Final

from siam_tui.doors.notifier.notifier_settings import NotifierSettings, Reminder, SendingResult
from siam_tui.doors.notifier.senders import HttpSender, MailSender, SendingError
from texts import say, speaking, tell

READY: Final = '{"ready": true}\n'
"""What is written first."""
_WORKERS: Final = 4
_MAX_WAITING: Final = 50
_MAX_RETRIES: Final = 100
"""Messages that may wait for another attempt."""
_MAX_LINE: Final = 1 << 18

logger = logging.getLogger(__name__)


class Notifier:
    """Sends messages, a few at a time."""

    def __init__(
        self, settings: NotifierSettings, http: HttpSender, report: Callable[[SendingResult], None]
    ) -> None:
        """Prepare.

        Args:
            settings: how to send.
            http: sends by HTTP.
            report: called with what came of each message.
        """
        self._settings = settings
        self._http = http
        self._mail = MailSender(settings.mail, settings.seconds)
        self._report = report
        self._waiting: asyncio.Queue[tuple[Reminder, int]] = asyncio.Queue(_MAX_WAITING)
        self._retries: set[asyncio.Task[None]] = set()

    async def put(self, message: Reminder) -> None:
        """Take a message; wait while too many others do."""
        await self._waiting.put((message, 0))

    async def run(self) -> None:
        """Send until cancelled."""
        async with asyncio.TaskGroup() as group:
            for _ in range(_WORKERS):
                group.create_task(self._work())

    async def _work(self) -> None:
        while True:
            message, attempt = await self._waiting.get()
            trouble = await self._send_reminder(message)
            if trouble is not None and trouble.may_pass and self._can_retry(attempt):
                self._retry_later(message, attempt)
            else:
                with speaking(message.language):
                    told = "" if trouble is None else tell(trouble.sentence)
                self._report(SendingResult(message.number, told))

    async def _send_reminder(self, message: Reminder) -> SendingError | None:
        sender = self._mail if message.kind == "email" else self._http
        try:
            with speaking(message.language):
                await sender.send(message)
        except SendingError as error:
            logger.info("message %d was not sent: %s", message.number, error)
            return error
        except Exception:
            logger.exception("message %d was not sent because of a bug", message.number)
            return SendingError(say("doors/notifier/bug"), may_pass=False)
        return None

    def _can_retry(self, attempt: int) -> bool:
        return attempt < len(self._settings.retry_seconds) and len(self._retries) < _MAX_RETRIES

    def _retry_later(self, message: Reminder, attempt: int) -> None:
        retry = asyncio.create_task(self._retry(message, attempt))
        self._retries.add(retry)
        retry.add_done_callback(self._retries.discard)

    async def _retry(self, message: Reminder, attempt: int) -> None:
        await asyncio.sleep(self._settings.retry_seconds[attempt])
        await self._waiting.put((message, attempt + 1))


@asynccontextmanager
async def sending(
    settings: NotifierSettings, report: Callable[[SendingResult], None]
) -> AsyncIterator[Notifier]:
    """Send messages for as long as the context lasts.

    Args:
        settings: how to send.
        report: called with what came of each message.
    """
    async with HttpSender(settings) as http:
        notifier = Notifier(settings, http, report)
        running = asyncio.create_task(notifier.run())
        try:
            yield notifier
        finally:
            retries = tuple(notifier._retries)  # noqa: SLF001 - they end with it
            for task in (running, *retries):
                task.cancel()
            await asyncio.gather(running, *retries, return_exceptions=True)


async def run_notifier() -> None:
    """Send what standard input says, until it ends."""
    reader = asyncio.StreamReader(_MAX_LINE)
    protocol = asyncio.StreamReaderProtocol(reader)
    loop = asyncio.get_running_loop()
    transport, _ = await loop.connect_read_pipe(lambda: protocol, sys.stdin)
    try:
        settings = NotifierSettings.of_line((await reader.readline()).decode())
        async with sending(settings, _write_result) as notifier:
            _write_line(READY)
            while line := await reader.readline():
                await notifier.put(Reminder.of_line(line.decode()))
    finally:
        transport.close()


def _write_result(result: SendingResult) -> None:
    _write_line(result.to_line())


def _write_line(line: str) -> None:
    sys.stdout.write(line)
    sys.stdout.flush()
