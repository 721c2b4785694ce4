"""What the programs of all doors have in common: why one cannot listen, and when it is to end."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGTERM
from typing import Final

_IN_USE: Final = "Port {port} is in use already: choose another one with {option} (0 finds one)."
_NOT_ALLOWED: Final = "The system does not let you listen on port {port}: choose one above 1023."
_NO_ADDRESS: Final = "This computer does not have the address {address}: `ip addr` shows them."
_REASONS: Final = {
    errno.EADDRINUSE: _IN_USE,
    errno.EACCES: _NOT_ALLOWED,
    errno.EADDRNOTAVAIL: _NO_ADDRESS,
}


def listen_error(error: OSError, where: tuple[str, int], option: str, otherwise: str) -> str:
    """Return why a door cannot listen, and what to do.

    Args:
        error: what the system said.
        where: the address and the port.
        option: the option of `siam serve` with the port.
        otherwise: the sentence for what else the system says, with ``{port}`` and ``{error}``.
    """
    form = _REASONS.get(error.errno or 0, otherwise)
    address, port = where
    return form.format(port=port, address=address, option=option, error=error)


@contextmanager
def told_to_end() -> Iterator[asyncio.Event]:
    """Yield what is set once the program is to end: by SIGTERM, or by its standard input's end."""
    loop = asyncio.get_running_loop()
    stop = asyncio.Event()
    loop.add_signal_handler(SIGTERM, stop.set)
    loop.add_reader(0, stop.set)  # nothing more is written to it: this is its end
    try:
        yield stop
    finally:
        loop.remove_reader(0)
