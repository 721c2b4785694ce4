"""How many codes may be sent, so that nobody can flood a stranger's mailbox.

A code is the only message that reaches an address which nobody has confirmed. Keys cost nothing, so
a limit for each key is not enough: addresses, domains and all codes together have limits as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, NamedTuple

from server.refusals import RefusedError
from server.reminders.address_book import DAY, AddressBook, CodeRequest

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

_PLAYER: Final = "You asked for many codes today. Try again tomorrow."
_ADDRESS: Final = "Many codes were sent to this address lately. Try again in some days."
_LOBBY: Final = "This lobby has sent many codes today. Try again tomorrow."


class _Limit(NamedTuple):
    most: int
    days: int
    same: Callable[[CodeRequest], object]
    sentence: str


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
            raise RefusedError("too_many_codes", limit.sentence)
    today = sum(each.at > request.at - DAY for each in book.requests)
    if today >= ALL - (0 if request.is_regular else FOR_REGULARS):
        raise RefusedError("too_many_codes", _LOBBY)
