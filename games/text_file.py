"""Reads text files that people make: without waiting, only so much, whatever their editor adds."""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
from pathlib import Path
from typing import Final


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


_OTHER: Final = "it is written in {encoding}: save it again as UTF-8"
_NO_UTF8: Final = (
    "line {line} is not UTF-8 but another encoding, such as Windows-1252: save it again as UTF-8"
)
_NO_TEXT: Final = "it holds no text but other data: put the right file there"
_MARKS: Final = (
    (codecs.BOM_UTF32_LE, "UTF-32"),  # begins as that of UTF-16
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_LINE_END: Final = re.compile("\r\n?")


class NotTextError(ValueError):
    """Bytes that are no text in UTF-8; the message says what they are, and what to do."""


def decode_text(data: bytes, errors: str = "strict") -> str:
    r"""Return the text of a file, without a byte order mark, and with line feeds between lines.

    Args:
        data: what the file holds.
        errors: how to treat bytes that are not UTF-8, as for `bytes.decode`.

    Raises:
        NotTextError: it is in another encoding, or no text.

    >>> decode_text(b"\xef\xbb\xbfname = 'Ann'\r\n")
    "name = 'Ann'\n"
    """
    try:
        if errors == "strict" and (other := _other_encoding(data)):
            raise NotTextError(other)
        text = data.removeprefix(codecs.BOM_UTF8).decode(errors=errors)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise NotTextError(_NO_UTF8.format(line=line)) from error
    return _LINE_END.sub("\n", text)


def read_text_file(path: Path | str, limit: int) -> str:
    """Return the text of a regular file as `decode_text` reads it.

    Args:
        path: the file.
        limit: the most bytes it may have.

    Raises:
        NotTextError: it is no text in UTF-8.
        OSError: as for `read_file`.
        ValueError: the path holds what no path can.
    """
    return decode_text(read_file(path, limit))


def _other_encoding(data: bytes) -> str:
    """Return what is wrong with data that cannot be UTF-8 by their first bytes or their zeros."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _OTHER.format(encoding=encoding)
    if b"\0" not in data:
        return ""
    # Of a text that is mostly Latin letters, every second byte is zero in UTF-16.
    zeros = max(data[::2].count(0), data[1::2].count(0))
    return _OTHER.format(encoding="UTF-16") if zeros > len(data) // 4 else _NO_TEXT
