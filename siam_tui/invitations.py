"""Links and brokers' addresses as people give them."""

from __future__ import annotations

from protocol.errors import LinkError
from protocol.links import BrokerAddress, Link, parse_broker, parse_link
from siam_tui.trouble import TroubleError


def read_link(text: str) -> Link:
    """Return the invite link a person gave.

    Raises:
        TroubleError: it is none; says why and what to do.
    """
    try:
        return parse_link(text)
    except LinkError as error:
        raise TroubleError(f"This is no invite link: {_shown(error)}.") from error


def read_broker(text: str) -> BrokerAddress:
    """Return the broker's address a person gave.

    Raises:
        TroubleError: it is none; says why and what to do.
    """
    try:
        return parse_broker(text)
    except LinkError as error:
        raise TroubleError(f"This is no broker's address: {_shown(error)}.") from error


def _shown(error: LinkError) -> str:
    return str(error).rstrip(".")
