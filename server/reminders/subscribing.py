"""What players do with their address: choose, confirm, try and stop it. Pure but for chance.

A code is the only message that reaches an address which nobody has confirmed. Keys cost nothing, so
a limit for each key is not enough: addresses, domains and all codes together have limits as well.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from protocol.reminders.reminder_messages import ReminderKind
from server.refusals import RefusedError
from server.reminders.address_book import DAY, AddressBook, CodeRequest, Subscription
from server.reminders.due_reminders import PER_DAY
from server.reminders.reminder_texts import MessageFrame, Text, code_text, test_text
from texts import Message, say, speaking

PER_PLAYER: Final = 3
"""Codes that one key may ask for in a day."""
PER_ORIGIN: Final = 6
"""Codes that one network address may ask for in a day, where it is known."""
PER_ADDRESS: Final = 2
"""Codes that reach one address in a day, whoever asks."""
PER_ADDRESS_MONTH: Final = 6
"""Codes that reach one address in 30 days, whoever asks."""
PER_DOMAIN: Final = 20
"""Codes that reach one domain or host in a day."""
ALL: Final = 60
"""Codes in a day."""
FOR_REGULARS: Final = 20
"""Of these, how many are kept for regular players."""

_PLAYER: Final = say("server/codes-of-player")
_ADDRESS: Final = say("server/codes-to-address")
_LOBBY: Final = say("server/codes-of-lobby")


class _Limit(NamedTuple):
    most: int
    days: int
    same: Callable[[CodeRequest], object]
    refusal: Message


_LIMITS: Final = (
    _Limit(PER_PLAYER, 1, lambda each: each.player, _PLAYER),
    _Limit(PER_ORIGIN, 1, lambda each: each.origin, _PLAYER),
    _Limit(PER_ADDRESS, 1, lambda each: each.address, _ADDRESS),
    _Limit(PER_ADDRESS_MONTH, 30, lambda each: each.address, _ADDRESS),
    _Limit(PER_DOMAIN, 1, lambda each: each.domain, _LOBBY),
)


def refuse_code(book: AddressBook, request: CodeRequest) -> None:
    """Return if a code may be sent.

    Args:
        book: which codes were sent lately.
        request: the code to be sent.

    Raises:
        RefusedError: too_many_codes.
    """
    for limit in _LIMITS:
        wanted = limit.same(request)
        since = request.at - limit.days * DAY
        alike = sum(each.at > since and limit.same(each) == wanted for each in book.requests)
        if wanted and alike >= limit.most:
            raise RefusedError("too_many_codes", limit.refusal)
    today = sum(each.at > request.at - DAY for each in book.requests)
    if today >= ALL - (0 if request.is_regular else FOR_REGULARS):
        raise RefusedError("too_many_codes", _LOBBY)


MAX_SUBSCRIPTIONS: Final = 1000
"""Players of one lobby who have an address."""
MAX_TRIES: Final = 5
"""Wrong codes after which an address must be chosen again."""
TESTS_A_DAY: Final = 3
"""Test messages a day; each also counts as a message."""
_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without letters and digits that look alike. The number of them divides 256."""
_CODE_LETTERS: Final = 8
_STOP_LETTERS: Final = 16
_GROUP: Final = 4


@dataclass(frozen=True, slots=True)
class Asker:
    """A player who gives a command about reminders.

    Attributes:
        player: their fingerprint.
        name: their name.
        origin: the network address they connect from; empty if it is not known.
        is_regular: whether they are a regular player.
        now: the time, in seconds since 1970.
        language: the language in which messages to an address they choose are written.
    """

    player: str
    name: str
    origin: str
    is_regular: bool
    now: float
    language: str = "en"


class Letter(NamedTuple):
    """A text for one player's address."""

    player: str
    subscription: Subscription
    text: Text


def choose_address(
    book: AddressBook, asker: Asker, kind: ReminderKind, address: str, frame: MessageFrame
) -> tuple[AddressBook, Letter]:
    """Return the book with a player's new address, and the message with its code.

    Args:
        book: the book before.
        asker: who chooses it.
        kind: how messages are sent there.
        address: the address, as `ReminderSettings.read_address` returns it.
        frame: what all messages of the lobby have.

    Raises:
        RefusedError: address_blocked, too_many_codes, book_full.
    """
    book = book.without_expired(asker.now)
    if book.is_blocked(kind, address, asker.now):
        raise RefusedError("address_blocked", say("server/address-blocked"))
    if asker.player not in book.subscriptions and len(book.subscriptions) >= MAX_SUBSCRIPTIONS:
        raise RefusedError("book_full", say("server/book-full"))
    code, stop_code = _new_code(_CODE_LETTERS), _new_code(_STOP_LETTERS)
    chosen = Subscription(kind, address, stop_code, asker.now, code=code, language=asker.language)
    if (before := book.subscriptions.get(asker.player)) is not None:  # its limits stay
        sent = before.digests, before.tests, before.sent
        chosen = replace(chosen, digests=sent[0], tests=sent[1], sent=sent[2])
    request = book.request_of(asker.player, chosen, asker.origin, regular=asker.is_regular)
    refuse_code(book, request)
    with speaking(chosen.language):
        text = code_text(frame, asker.name, asker.player, grouped(code), grouped(stop_code))
    book = book.with_request(request).with_subscription(asker.player, chosen)
    return book, Letter(asker.player, chosen, text)


def confirm_address(book: AddressBook, asker: Asker, code: str) -> AddressBook:
    """Return the book in which a player's address is confirmed, if the code is right.

    A wrong code is no error here: the book counts it. `confirmed` of the subscription tells.

    Raises:
        RefusedError: nothing_asked, too_many_tries.
    """
    book = book.without_expired(asker.now)
    asked = book.subscriptions.get(asker.player)
    if asked is None or (not asked.confirmed and not asked.code):
        raise RefusedError("nothing_asked", say("server/nothing-asked"))
    if asked.confirmed:
        return book
    if asked.tries >= MAX_TRIES:
        raise RefusedError("too_many_tries", say("server/too-many-tries"))
    if hmac.compare_digest(asked.code.encode(), bare_code(code).encode()):
        return book.with_subscription(asker.player, replace(asked, confirmed=True, code=""))
    return book.with_subscription(asker.player, replace(asked, tries=asked.tries + 1))


def try_address(book: AddressBook, asker: Asker, frame: MessageFrame) -> tuple[AddressBook, Letter]:
    """Return the book that remembers a test message, and the message.

    Raises:
        RefusedError: nothing_set, not_confirmed, too_many_tests.
    """
    known = book.subscriptions.get(asker.player)
    if known is None:
        raise RefusedError("nothing_set", say("server/nothing-set"))
    if not known.confirmed:
        raise RefusedError("not_confirmed", say("server/not-confirmed"))
    tests = sum(at > asker.now - DAY for at in known.tests)
    if tests >= TESTS_A_DAY or known.sent_since(asker.now - DAY) >= PER_DAY:
        raise RefusedError("too_many_tests", say("server/too-many-tests"))
    kept = tuple(at for at in known.tests if at > asker.now - DAY)
    tried = replace(known.with_sent(asker.now), tests=(*kept, asker.now))
    with speaking(known.language):
        text = test_text(frame, grouped(known.stop_code))
    return book.with_subscription(asker.player, tried), Letter(asker.player, tried, text)


def stop_own(book: AddressBook, asker: Asker) -> AddressBook:
    """Return the book without a player's address.

    Raises:
        RefusedError: nothing_set.
    """
    if asker.player not in book.subscriptions:
        raise RefusedError("nothing_set", say("server/nothing-set"))
    return book.without(asker.player)


def stop_by_code(book: AddressBook, code: str, now: float) -> AddressBook:
    """Return the book without the address whose messages contain a stop code.

    Raises:
        RefusedError: wrong_stop_code.
    """
    address = book.address_of_stop_code(bare_code(code))
    if address is None:
        raise RefusedError("wrong_stop_code", say("server/wrong-stop-code"))
    return book.without_address(address, now)


def grouped(code: str) -> str:
    """Return a code as people read it.

    >>> grouped("ABCDEFGH")
    'ABCD-EFGH'
    """
    return "-".join(code[at : at + _GROUP] for at in range(0, len(code), _GROUP))


def bare_code(text: str) -> str:
    """Return a code that a person typed, as it is kept.

    >>> bare_code(" abcd-efgh ")
    'ABCDEFGH'
    """
    return "".join(text.upper().replace("-", " ").split())


def _new_code(letters: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(letters))
