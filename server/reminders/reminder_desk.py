"""Keeps the address book of a lobby, and sends reminders once it is on the disk."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count
from typing import Final

from protocol.reminders.reminder_messages import Reminders
from server.reminders.address_book import AddressBook
from server.reminders.book_file import read_book, write_book
from server.reminders.due_reminders import (
    Absence,
    DueReminder,
    WaitingTurn,
    due_reminders,
    waiting_turns,
)
from server.reminders.postbox import OutgoingMessage, Postbox
from server.reminders.reminder_settings import ReminderSettings
from server.reminders.reminder_texts import MessageFrame, reminder_text
from server.reminders.subscribing import Letter, grouped
from server.tables.table import Table

logger = logging.getLogger(__name__)

_MAX_TROUBLE: Final = 60
_MAX_UNANSWERED: Final = 1000


class ReminderDesk:
    """The reminders of one lobby, from a start of the server to its end.

    Handlers describe changes as effects; `change` makes them. `save` puts the book on the disk, and
    `send` sends what waits for that. If something fails in between, `discard` undoes the changes.

    Attributes:
        settings: what the lobby's owner allows.
        frame: what all messages of the lobby have.
        book: the addresses, with all changes so far.
    """

    def __init__(
        self,
        settings: ReminderSettings,
        frame: MessageFrame,
        postbox: Postbox,
        clock: Callable[[], float],
    ) -> None:
        """Read the book.

        Args:
            settings: what the lobby's owner allows.
            frame: what all messages of the lobby have.
            postbox: takes the messages.
            clock: a clock that never goes back, in seconds.

        Raises:
            StoreError: the file cannot be read.
        """
        self.settings = settings
        self.frame = frame
        self.book = self._saved = read_book(settings.file)
        self._postbox = postbox
        self._clock = clock
        self._began = clock()
        self._since: dict[str, float] = {}
        self._letters: list[Letter] = []
        self._numbers = count(1)
        self._unanswered: dict[int, tuple[str, str]] = {}
        postbox.on_result = self._note_result

    def change(self, book: AddressBook, letters: Iterable[Letter] = ()) -> None:
        """Make a changed book the present one; the letters wait until it is saved."""
        self.book = book
        self._letters += letters

    async def save(self) -> None:
        """Write the book if it has changed.

        Raises:
            StoreError: it cannot be written.
        """
        book = self.book
        if book is not self._saved:
            await asyncio.to_thread(write_book, self.settings.file, book)
            self._saved = book

    def send(self) -> None:
        """Send what has been saved."""
        for letter in self._letters:
            self._postbox.put(self._outgoing(letter))
        self._letters.clear()

    def discard(self, before: AddressBook) -> None:
        """Undo all changes since a book was the present one; nothing of them is sent."""
        self.book = before
        self._letters.clear()

    def describe(self, player: str) -> Reminders:
        """Return what the lobby offers, and what a player has set."""
        settings = self.settings
        known = self.book.subscriptions.get(player)
        offered = Reminders(settings.email, settings.ntfy_hosts, settings.webhook_hosts)
        if known is None:
            return offered
        return Reminders(
            offered.email,
            offered.ntfy_hosts,
            offered.webhook_hosts,
            known.kind,
            known.address,
            known.confirmed,
            known.trouble,
            known.delivered,
        )

    def collect_due(
        self, tables: Iterable[Table], heard: Callable[[str], float | None], date: float
    ) -> None:
        """Note the reminders that are due now, as changes.

        Args:
            tables: all tables of the lobby.
            heard: returns when a player last gave a sign of life since the start, by the clock.
            date: the time, in seconds since 1970.
        """
        now = self._clock()
        waiting = waiting_turns(tables, now)
        moments = {turn.moment for turns in waiting.values() for turn in turns}
        self._since = {each: self._since.get(each, now) for each in moments}
        absences = {
            player: absence
            for player in self.book.subscriptions
            if (absence := self._absence(heard(player), waiting.get(player, ()), now)) is not None
        }
        book, due = due_reminders(
            self.book.without_expired(date),
            waiting,
            absences,
            quiet=self.settings.quiet_seconds,
            now=date,
        )
        self.change(book, [self._letter(book, each) for each in due])

    def _absence(
        self, heard: float | None, turns: Iterable[WaitingTurn], now: float
    ) -> Absence | None:
        """Return a player's absence; None while they are connected."""
        away = now - (self._began if heard is None else heard)
        if away < self.settings.away_seconds:
            return None
        return Absence(away, {turn.moment: now - self._since[turn.moment] for turn in turns})

    def _letter(self, book: AddressBook, due: DueReminder) -> Letter:
        known = book.subscriptions[due.player]
        text = reminder_text(
            self.frame, due.turns, grouped(known.stop_code), is_last_call=due.is_last_call
        )
        return Letter(due.player, known, text)

    def _outgoing(self, letter: Letter) -> OutgoingMessage:
        number, to = next(self._numbers), letter.subscription
        self._unanswered[number] = (letter.player, to.stop_code)
        for oldest in list(self._unanswered)[:-_MAX_UNANSWERED]:
            del self._unanswered[oldest]
        code = grouped(to.stop_code)
        return OutgoingMessage(
            number,
            to.kind,
            to.address,
            letter.text.subject,
            "\n".join(letter.text.lines),
            self.frame.page_of(code),
            code,
        )

    def _note_result(self, number: int, trouble: str, date: float) -> None:
        player, stop_code = self._unanswered.pop(number, ("", ""))
        known = self.book.subscriptions.get(player)
        if known is None or known.stop_code != stop_code:
            return  # the address was stopped or replaced meanwhile
        if trouble:
            changed = replace(known, trouble=trouble[:_MAX_TROUBLE])
        else:
            changed = replace(known, trouble="", delivered=int(date))
        self.book = self.book.with_subscription(player, changed)
