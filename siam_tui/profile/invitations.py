"""Links, brokers' addresses and ports as people give them."""

from __future__ import annotations

from protocol.errors import LinkError
from protocol.links import BrokerAddress, Link, parse_broker, parse_link
from protocol.ports import PORTS
from siam_tui.profile.user_error import UserError


def read_link(text: str) -> Link:
    """Return the invite link a person gave.

    Raises:
        UserError: it is none; says why and what to do.
    """
    try:
        return parse_link(text)
    except LinkError as error:
        raise UserError(f"This is no invite link: {_shown(error)}.") from error


def read_broker(text: str) -> BrokerAddress:
    """Return the broker's address a person gave.

    Raises:
        UserError: it is none; says why and what to do.
    """
    try:
        return parse_broker(text)
    except LinkError as error:
        raise UserError(f"This is no broker's address: {_shown(error)}.") from error


def read_port(text: str) -> int:
    """Return the port to listen on that a person gave.

    Raises:
        UserError: it is none; says what is.
    """
    if not text.isdecimal() or int(text) not in PORTS:
        raise UserError("A port is a number from 1 to 65535, or 0 for any free one.")
    return int(text)


def _shown(error: LinkError) -> str:
    return str(error).rstrip(".")
