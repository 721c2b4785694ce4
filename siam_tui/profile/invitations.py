"""Links, brokers' addresses and ports as people type them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from protocol.errors import LinkError
from protocol.links import BrokerAddress, Link, parse_broker, parse_link
from protocol.ports import PORTS
from siam_tui.profile.user_error import UserError

Parsed = TypeVar("Parsed")

_LIKE_LINKS: dict[tuple[str, ...], str] = {
    ("http://", "https://"): (
        "This is the address of a web page: open it in a browser, to watch. To play, ask the host "
        "for an invite link, which begins with siam://."
    ),
    ("ssh ",): (
        "This is a command: type it in a terminal, and it takes you to the lobby. An invite link, "
        "which begins with siam://, is something else: ask the host for it."
    ),
}
"""What a host gives to friends and is no invite link, by how it begins, and what it is for."""


def read_link(text: str) -> Link:
    """Return the invite link that a person typed.

    Raises:
        UserError: it is none; says why and what to do.
    """
    for beginnings, use in _LIKE_LINKS.items():
        if text.strip().startswith(beginnings):
            raise UserError(use)
    return _parse(text, parse_link, "an invite link")


def read_broker(text: str) -> BrokerAddress:
    """Return the broker's address that a person typed.

    Raises:
        UserError: it is none; says why and what to do.
    """
    return _parse(text, parse_broker, "a broker's address")


def read_port(text: str) -> int:
    """Return the port to listen on that a person typed.

    Raises:
        UserError: it is none; says what is.
    """
    if not text.isdecimal() or int(text) not in PORTS:
        raise UserError("A port is a number from 1 to 65535, or 0 for any free one.")
    return int(text)


def _parse(text: str, parse: Callable[[str], Parsed], expected: str) -> Parsed:
    if not text.strip():
        raise UserError(f"Nothing is entered: type or paste {expected}.")
    try:
        return parse(text)
    except LinkError as error:
        reason = str(error).rstrip(".")
        raise UserError(f"This is not {expected}: {reason}.") from error
