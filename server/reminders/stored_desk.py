"""Keeps the address book of a cluster in its store, with the messages that are still to be sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict
from itertools import count
from pathlib import Path
from typing import Final

from server.reminders.address_book import AddressBook, CodeRequest
from server.reminders.reminder_desk import (
    OutgoingMessage,
    Postbox,
    ReminderDesk,
    plain_subscription,
    read_subscription,
)
from server.reminders.reminder_settings import ReminderSettings
from server.reminders.reminder_texts import MessageFrame
from server.reminders.subscribing import bare_code
from server.store.saved import BookChanges, SavedBook

_LOBBY: Final = ""
"""The key of the entry with what concerns no single player."""
_NUMBERS_OF_EPOCH: Final = 1 << 20
SETTLE_SECONDS: Final = 2.0
"""How long the next owner waits for the results of messages that are just being sent."""


class StoredDesk(ReminderDesk):
    """The reminders of a cluster, while this server owns the part that has the addresses.

    A message is committed together with the book that remembers it, then sent, and deleted when its
    result is there. The next owner sends what was not deleted. So each message is sent once, and
    a second time only if its server was killed between sending it and noting that.
    """

    def __init__(  # noqa: PLR0913 - what it stands between
        self,
        settings: ReminderSettings,
        frame: MessageFrame,
        postbox: Postbox,
        clock: Callable[[], float],
        saved: SavedBook,
        *,
        epoch: int,
        noted: Callable[[], None],
    ) -> None:
        """Read the book; a new one begins with what a server had alone, in its file.

        Args:
            settings: what the lobby's owner allows.
            frame: what all messages of the lobby have.
            postbox: takes the messages.
            clock: a clock that never goes back, in seconds.
            saved: the book and the messages that are still to be sent.
            epoch: of the part; it makes the numbers of new messages different from earlier ones.
            noted: called when there is a result that is to be committed.

        Raises:
            StoreError: the file cannot be read.
        """
        found = _read_entries(saved.entries)
        super().__init__(settings, frame, postbox, clock, found)
        self._in_store = self._saving = found
        self._numbers = count(epoch * _NUMBERS_OF_EPOCH)
        self._unsent = saved.letters
        self._ready: list[tuple[str, OutgoingMessage]] = []
        self._sent: list[int] = []
        self._noting = 0
        self._is_open = True
        self._note = noted
        self._answered = asyncio.Event()

    async def save(self) -> BookChanges | None:
        """Return what is to be committed; `send` or `discard` follows."""
        before, now = self._in_store, self.book
        self._saving, self._noting = now, len(self._sent)
        self._ready = [(each.player, self._outgoing(each)) for each in self._letters]
        if before is now and not self._ready and not self._sent:
            return None
        known = {} if before is None else before.subscriptions
        kept = {
            player: json.dumps(plain_subscription(each))
            for player, each in now.subscriptions.items()
            if known.get(player) is not each
        }
        if before is None or _shared(before) != _shared(now):
            kept[_LOBBY] = json.dumps(_shared(now))
        return BookChanges(
            kept,
            tuple(known.keys() - now.subscriptions.keys()),
            {each.number: json.dumps([player, asdict(each)]) for player, each in self._ready},
            tuple(self._sent),
        )

    def send(self) -> None:
        """Send what has been committed."""
        if self._in_store is None and self._saving is not None:
            _remove(self.settings.file)  # the addresses are in the database now
        self._in_store = self._saving
        del self._sent[: self._noting]
        self._noting = 0
        ready, self._ready = self._ready, []
        self._letters.clear()
        for player, message in ready:
            self._send_or_drop(player, message)

    def discard(self, before: AddressBook) -> None:
        """Undo all changes since a book was the present one; nothing of them is sent."""
        super().discard(before)
        self._ready, self._noting, self._saving = [], 0, self._in_store

    def send_unsent(self) -> None:
        """Send what an earlier owner has committed, but not sent as far as is known."""
        for number, text in self._unsent.items():
            player, plain = json.loads(text)
            message = OutgoingMessage(**plain)
            known = self.book.subscriptions.get(player)
            if known is None or known.stop_code != bare_code(message.stop_code):
                self._sent.append(number)  # the player has stopped reminders meanwhile
            else:
                self._send_or_drop(player, message)
        self._unsent = {}

    def close(self) -> None:
        """Send nothing more: another server does."""
        self._is_open = False
        for number in self._postbox.clear():
            self._unanswered.pop(number, None)

    async def settle(self) -> None:
        """Send nothing more, and wait a little for the results of what is just being sent."""
        self.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(SETTLE_SECONDS):
                while self._unanswered:
                    self._answered.clear()
                    await self._answered.wait()

    def _send_or_drop(self, player: str, message: OutgoingMessage) -> None:
        if self._is_open and not self._post(player, message):
            self._sent.append(message.number)

    def _note_result(self, number: int, trouble: str, date: float) -> None:
        if number in self._unanswered:
            self._sent.append(number)
        super()._note_result(number, trouble, date)
        self._answered.set()
        self._note()


def _read_entries(entries: Mapping[str, str]) -> AddressBook | None:
    if _LOBBY not in entries:
        return None
    salt, requests, blocked = json.loads(entries[_LOBBY])
    players = {player: json.loads(text) for player, text in entries.items() if player != _LOBBY}
    return AddressBook(
        bytes.fromhex(salt),
        {player: read_subscription(plain) for player, plain in players.items()},
        tuple(CodeRequest(*each) for each in requests),
        blocked,
    )


def _shared(book: AddressBook) -> list[object]:
    return [book.salt.hex(), [list(each) for each in book.requests], dict(book.blocked)]


def _remove(file: Path | None) -> None:
    if file is not None:
        file.unlink(missing_ok=True)
