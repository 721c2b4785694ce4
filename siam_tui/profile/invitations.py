"""Links, brokers' addresses and ports as people type them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar

from protocol.errors import LinkError
from protocol.links import BrokerAddress, Link, parse_broker, parse_link
from protocol.ports import PORTS
from siam_tui.profile.user_error import UserError
from texts import say, tell

Parsed = TypeVar("Parsed")

_LIKE_LINKS: Final = {
    ("http://", "https://"): say("profile/link/is-web-page"),
    ("ssh ",): say("profile/link/is-command"),
}
"""What a host gives to friends and is no invite link, by how it begins, and what it is for."""


_LONGEST_TEXT: Final = 4_000
_SIAM: Final = re.compile(r"(?<![A-Za-z0-9+])siam(?:s|\+wss?)?://", re.IGNORECASE)
_ANY: Final = re.compile(r"(?<![A-Za-z0-9+])[a-z][a-z+]*://", re.IGNORECASE)
_LINE_END: Final = re.compile(r"[ \t]*[\r\n]+[ \t>]*")
_UNTIL: Final = re.compile(r"""[^\s<>"'`«»‹›“”„‘’‚()\\{}]+""")
_KEYS: Final = re.compile(r"[\w-]{43}(?:\.[\w-]{43}|(?!\.[\w-]))", re.ASCII)
"""The key of a server, and that of a private table, of which no part may be lost."""
_BEFORE_LINK: Final = " \t<([{\"'`«„“"
_MOST_LINES: Final = 10


class IncompleteLinkError(UserError):
    """An invite link of which the end is missing."""


def read_link(text: str) -> Link:
    """Return the invite link that a person typed, or pasted with what stood around it.

    Raises:
        IncompleteLinkError: its end is missing, which may follow in another line.
        UserError: it is none; says why and what to do.
    """
    found = unwrap(text)
    for beginnings, use in _LIKE_LINKS.items():
        if found.startswith(beginnings):
            raise UserError(tell(use))
    lines = text.strip().splitlines()[:_MOST_LINES]
    for end in range(len(lines) - 1, 0, -1):  # what stands below a link may read on like its end
        with suppress(UserError):
            return _parse(found, parse_link, "link")
        found = unwrap("\n".join(lines[:end]))
    try:
        return _parse(found, parse_link, "link")
    except UserError as error:
        if _SIAM.match(found) and not _KEYS.search(found.partition("#")[2]):
            raise IncompleteLinkError(str(error)) from error
        raise


def is_link(text: str) -> bool:
    """Return whether a line begins with an invite link, and not with a command."""
    begin = _SIAM.search(text)
    return begin is not None and not text[: begin.start()].strip(_BEFORE_LINK)


def unwrap(text: str) -> str:
    """Return a link or an address without what surrounds it where people copy it from.

    That are brackets, quotes, signs behind it, line ends inside it, and other words. Some programs
    write ``%23`` for ``#``. A key has a fixed length, so what follows it is not part of it.

    >>> unwrap("Join us: <mqtt://broker.example:1883>.")
    'mqtt://broker.example:1883'
    """
    shown = "".join(sign for sign in text[:_LONGEST_TEXT] if unicodedata.category(sign) != "Cf")
    joined = _LINE_END.sub("", shown.strip())
    begin = _SIAM.search(joined) or _ANY.search(joined)
    whole = _UNTIL.match(joined, begin.start()) if begin else None
    if whole is None:
        return joined
    head, sign, keys = whole[0].replace("%23", "#", "#" not in whole[0]).partition("#")
    found = _KEYS.match(keys)
    return f"{head}{sign}{found[0]}" if found else f"{head}{sign}{keys}".rstrip(".,;:!?")


def read_broker(text: str) -> BrokerAddress:
    """Return the broker's address that a person typed.

    Raises:
        UserError: it is none; says why and what to do.
    """
    return _parse(unwrap(text), parse_broker, "broker")


def read_port(text: str) -> int:
    """Return the port to listen on that a person typed.

    Raises:
        UserError: it is none; says what is.
    """
    if not text.isdecimal() or int(text) not in PORTS:
        raise UserError(tell("profile/port"))
    return int(text)


def _parse(text: str, parse: Callable[[str], Parsed], expected: str) -> Parsed:
    if not text.strip():
        raise UserError(tell("profile/entered/nothing", expected=expected))
    try:
        return parse(text)
    except LinkError as error:
        told = tell("profile/entered/something-else", expected=expected, reason=error.message)
        raise UserError(told) from error
