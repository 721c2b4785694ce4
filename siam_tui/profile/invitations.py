"""Links, brokers' addresses and ports as people type them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from protocol.errors import LinkError
from protocol.links import BrokerAddress, Link, parse_broker, parse_link
from protocol.ports import PORTS
from siam_tui.profile.user_error import UserError

Parsed = TypeVar("Parsed")


def read_link(text: str) -> Link:
    """Return the invite link that a person typed.

    Raises:
        UserError: it is none; says why and what to do.
    """
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
