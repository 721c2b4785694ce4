"""How `siam serve` talks with the notifier."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass, field

from server.reminders.reminder_desk import OutgoingMessage, Postbox
from siam_tui.cli.serving.doors import NotifierKind
from siam_tui.doors.notifier.notifier_settings import NotifierSettings, Reminder, SendingResult
from tests.patience import PATIENCE


@dataclass
class Pipe:
    """The standard input of a notifier, as `siam serve` writes to it."""

    lines: asyncio.Queue[bytes] = field(default_factory=asyncio.Queue)

    def write(self, line: bytes) -> None:
        self.lines.put_nowait(line)

    async def drain(self) -> None:
        """Return."""

    async def next(self) -> Reminder:
        line = await asyncio.wait_for(self.lines.get(), PATIENCE)
        return Reminder.of_line(line.decode())


async def test_what_a_killed_notifier_did_not_answer_is_handed_over_once_more() -> None:
    postbox, results = Postbox(), []
    postbox.on_result = lambda number, trouble, _: results.append((number, trouble))
    kind = NotifierKind(NotifierSettings(), postbox)
    for number in (1, 2):
        postbox.put(OutgoingMessage(number, "email", "a@b.example", "s", "t", "", "c"))
    for handed in ([1, 2], [2], []):  # the second and third notifier get what is left
        pipe, answers = Pipe(), asyncio.StreamReader()
        talking = asyncio.create_task(kind.converse(pipe, answers))  # type: ignore[arg-type]
        assert [(await pipe.next()).number for _ in handed] == handed
        if 1 in handed:
            answers.feed_data(SendingResult(1, "").to_line().encode())
        answers.feed_eof()
        await talking
    assert results == [(1, "")]
