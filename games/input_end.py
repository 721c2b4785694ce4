"""Notices that whoever writes a program's input has gone, while the program is busy."""

from __future__ import annotations

import select
from collections.abc import Callable
from io import UnsupportedOperation
from typing import BinaryIO, Final

_GONE: Final = select.POLLHUP | getattr(select, "POLLRDHUP", 0) | select.POLLERR | select.POLLNVAL


def input_end(lines: BinaryIO) -> Callable[[], bool]:
    """Return a function that tells whether nothing more can come.

    It costs about a microsecond. A file on the disk has no writer, so its end is not told.

    Args:
        lines: the input: a pipe, a socket or a terminal.
    """
    try:
        descriptor = lines.fileno()
    except (UnsupportedOperation, AttributeError):  # a buffer in memory
        return lambda: False
    watch = select.poll()
    watch.register(descriptor, _GONE)
    return lambda: any(events & _GONE for _, events in watch.poll(0))
