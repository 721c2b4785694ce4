"""What the programs of all doors have in common: when they are to end."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGTERM


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
