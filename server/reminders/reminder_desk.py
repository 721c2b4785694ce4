"""Keeps the address book of a lobby in its file, and then hands out reminders for sending."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import secrets
import stat
import tempfile
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any, Final

from games.text_file import read_file
from protocol.reminders.reminder_messages import ReminderKind, Reminders
from server.reminders.address_book import AddressBook, CodeRequest, Subscription
from server.reminders.due_reminders import (
    Absence,
    DueReminder,
    WaitingTurn,
    WaitingTurns,
    due_reminders,
)
from server.reminders.reminder_settings import ReminderSettings
from server.reminders.reminder_texts import MessageFrame, reminder_text
from server.reminders.subscribing import Letter, bare_code, grouped
from server.store.errors import StoreError
from server.store.saved import BookChanges
from texts import LANGUAGES, speaking

_FORMAT: Final = 1
_SALT_BYTES: Final = 32
_MAX_BYTES: Final = 16 << 20
_OTHERS: Final = stat.S_IRWXG | stat.S_IRWXO

_UNREADABLE: Final = "The addresses of reminders in {file} cannot be read ({reason})."
_OPEN: Final = (
    "Others on this computer can read the players' addresses in {file}. Run `chmod 600 '{file}'`."
)
_UNWRITABLE: Final = "The addresses of reminders in {file} cannot be written ({reason})."


def known_language(name: str) -> str:
    """Return a language in which this server can write; English in place of another one."""
    return name if name in LANGUAGES else "en"


def new_book() -> AddressBook:
    """Return an empty book."""
    return AddressBook(secrets.token_bytes(_SALT_BYTES))


def read_book(file: Path | None) -> AddressBook:
    """Return the book in a file; an empty one if there is no file.

    Raises:
        StoreError: it cannot be read, is damaged, or is open to others.
    """
    if file is None:
        return new_book()
    try:
        if stat.S_IMODE(file.stat().st_mode) & _OTHERS:
            raise StoreError(_OPEN.format(file=file))
        return _book_of(json.loads(read_file(file, _MAX_BYTES)))
    except FileNotFoundError:
        return new_book()
    except OSError as error:
        raise StoreError(_UNREADABLE.format(file=file, reason=error.strerror)) from error
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise StoreError(_UNREADABLE.format(file=file, reason="it is damaged")) from error


def write_book(file: Path | None, book: AddressBook) -> None:
    """Replace the book in a file atomically; it is on the disk when this returns.

    Raises:
        StoreError: it cannot be written; the old book stays.
    """
    if file is None:
        return
    try:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor, name = tempfile.mkstemp(dir=file.parent, prefix=".new-")  # mode 0600
        try:
            with os.fdopen(descriptor, "w", encoding="utf-8") as new:
                json.dump(_plain(book), new)
                new.flush()
                os.fsync(new.fileno())
            Path(name).replace(file)
        finally:
            Path(name).unlink(missing_ok=True)
        _sync_folder(file.parent)
    except OSError as error:
        raise StoreError(_UNWRITABLE.format(file=file, reason=error.strerror)) from error


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _plain(book: AddressBook) -> dict[str, Any]:
    return {
        "format": _FORMAT,
        "salt": book.salt.hex(),
        "subscriptions": {
            player: plain_subscription(each) for player, each in book.subscriptions.items()
        },
        "requests": [list(each) for each in book.requests],
        "blocked": dict(book.blocked),
    }


def plain_subscription(subscription: Subscription) -> dict[str, Any]:
    """Return a subscription as JSON has it."""
    told, warned = sorted(subscription.told), sorted(subscription.warned)
    return {**asdict(subscription), "told": told, "warned": warned}


def read_subscription(plain: dict[str, Any]) -> Subscription:
    """Return the subscription that was written so."""
    return Subscription(
        **{
            **plain,
            "digests": tuple(plain["digests"]),
            "tests": tuple(plain["tests"]),
            "sent": tuple(plain["sent"]),
            "told": frozenset(plain["told"]),
            "warned": frozenset(plain["warned"]),
            "language": known_language(plain.get("language", "")),
        }
    )


def _book_of(plain: dict[str, Any]) -> AddressBook:
    if plain["format"] != _FORMAT:
        raise ValueError("it was written by another release")
    subscriptions = {
        str(player): read_subscription(each) for player, each in plain["subscriptions"].items()
    }
    requests = tuple(CodeRequest(*each) for each in plain["requests"])
    return AddressBook(bytes.fromhex(plain["salt"]), subscriptions, requests, plain["blocked"])


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
        language: the language that its reader reads.
        name: tells it from all other messages; the same if it is sent a second time.
    """

    number: int
    kind: ReminderKind
    address: str = field(repr=False)
    subject: str
    text: str = field(repr=False)
    stop_page: str = field(repr=False)
    stop_code: str = field(repr=False)
    language: str = "en"
    name: str = field(default_factory=lambda: secrets.token_hex(12))


class Postbox:
    """A bounded queue of messages, between the server and whoever starts the sending program.

    Attributes:
        on_result: called with a message's number, why it was not delivered (empty if it was), and
            the time in seconds since 1970.
    """

    def __init__(self) -> None:
        self.on_result: Callable[[int, str, float], None] = lambda *_: None
        self._waiting: asyncio.Queue[OutgoingMessage] = asyncio.Queue(MAX_WAITING)

    def put(self, message: OutgoingMessage) -> bool:
        """Queue a message; drop it if too many wait. Return whether it was queued."""
        try:
            self._waiting.put_nowait(message)
        except asyncio.QueueFull:
            logger.warning("a reminder was dropped: too many wait to be sent")
            return False
        return True

    def clear(self) -> list[int]:
        """Drop the messages that wait; return their numbers."""
        dropped = []
        while not self._waiting.empty():
            dropped.append(self._waiting.get_nowait().number)
        return dropped

    async def take(self) -> OutgoingMessage:
        """Wait for the next message, and return it."""
        return await self._waiting.get()


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
        book: AddressBook | None = None,
    ) -> None:
        """Read the book, if it is in a file.

        Args:
            settings: what the lobby's owner allows.
            frame: what all messages of the lobby have.
            postbox: takes the messages.
            clock: a clock that never goes back, in seconds.
            book: the book, if it is elsewhere.

        Raises:
            StoreError: the file cannot be read.
        """
        self.settings = settings
        self.frame = frame
        self.book = self._saved = read_book(settings.file) if book is None else book
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

    async def save(self) -> BookChanges | None:
        """Write the book if it has changed.

        Returns:
            what is to be committed with the tables, where the book is in their store.

        Raises:
            StoreError: it cannot be written.
        """
        book = self.book
        if book is not self._saved:
            await asyncio.to_thread(write_book, self.settings.file, book)
            self._saved = book
        return None

    def send(self) -> None:
        """Send what has been saved."""
        for letter in self._letters:
            self._post(letter.player, self._outgoing(letter))
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
        self,
        waiting: WaitingTurns,
        heard: Callable[[str], float | None],
        date: float,
    ) -> None:
        """Note the reminders that are due now, as changes.

        Args:
            waiting: the turns that wait, by player.
            heard: returns when a player last gave a sign of life since the start, by the clock.
            date: the time, in seconds since 1970.
        """
        now = self._clock()
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
        stop_code = grouped(known.stop_code)
        with speaking(known.language):
            text = reminder_text(self.frame, due.turns, stop_code, is_last_call=due.is_last_call)
        return Letter(due.player, known, text)

    def _post(self, player: str, message: OutgoingMessage) -> bool:
        """Hand a message over for sending; return whether there is room for it."""
        self._unanswered[message.number] = (player, bare_code(message.stop_code))
        for oldest in list(self._unanswered)[:-_MAX_UNANSWERED]:
            del self._unanswered[oldest]
        return self._postbox.put(message)

    def _outgoing(self, letter: Letter) -> OutgoingMessage:
        number, to = next(self._numbers), letter.subscription
        code = grouped(to.stop_code)
        return OutgoingMessage(
            number,
            to.kind,
            to.address,
            letter.text.subject,
            "\n".join(letter.text.lines),
            self.frame.page_of(code),
            code,
            to.language,
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
