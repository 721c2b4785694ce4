"""Reads files that a person names: without waiting, and never more than is of use."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path


class NotAFileError(OSError):
    """What a path names is a pipe, a device or a socket; opening it could wait for ever."""

    def __init__(self) -> None:
        super().__init__(errno.EINVAL, "it is a pipe or a device, not a file")


class TooLongError(OSError):
    """A file holds more than is read of it."""

    def __init__(self, limit: int) -> None:
        super().__init__(errno.EFBIG, f"it has more than {limit} bytes")


def open_file(path: Path | str) -> int:
    """Open a regular file for reading, without waiting; return its descriptor.

    Raises:
        NotAFileError: it is a pipe, a device or a socket.
        OSError: it cannot be opened, or is a folder.
        ValueError: the path holds what no path can.
    """
    descriptor = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC)
    mode = os.fstat(descriptor).st_mode
    if stat.S_ISREG(mode):
        return descriptor
    os.close(descriptor)
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    raise NotAFileError


def read_file(path: Path | str, limit: int) -> bytes:
    """Return the content of a regular file.

    Args:
        path: the file.
        limit: the most bytes it may have.

    Raises:
        NotAFileError: it is a pipe, a device or a socket.
        TooLongError: it has more bytes.
        OSError: it cannot be read, or is a folder.
        ValueError: the path holds what no path can.
    """
    with os.fdopen(open_file(path), "rb") as file:
        data = file.read(limit + 1)
    if len(data) > limit:
        raise TooLongError(limit)
    return data
