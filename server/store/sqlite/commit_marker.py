"""Remembers beside a store how many commits it has, so that a store that lost some is noticed.

A store counts its commits in itself, in SQLite's `user_version`. The same number is written into a
small file beside it after each commit. That file is not synced: after a power failure it may be
behind the store, but never ahead of it. A store that is behind its marker has lost commits.
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

logger = logging.getLogger(__name__)

MAX_COUNT = 2**31 - 1
"""The largest number SQLite keeps in `user_version`; the count goes on with 1 after it."""

_FORM = "siam store 1\n{lobby}\n{count:010}\n"
_MARK = re.compile(r"siam store 1\n(?P<lobby>[^\n]*)\n(?P<count>[0-9]{10})\n")
_MAX_BYTES = 256


def next_count(count: int) -> int:
    """Return the number of the commit after this one; 0 is left to stores of earlier releases."""
    return count % MAX_COUNT + 1


def count_lost(count: int, marked: int) -> int:
    """Return how many commits a store lacks; 0 if it has as many as its marker says, or more."""
    behind = (marked - count) % MAX_COUNT
    return behind if behind < MAX_COUNT // 2 else 0


class CommitMarker:
    """The marker of one lobby's store, in an open file.

    Attributes:
        count: what the file said when it was opened; None if it said nothing about this lobby.
    """

    def __init__(self, descriptor: int, lobby: str) -> None:
        """Read the marker.

        Raises:
            OSError: it cannot be read.
        """
        self._descriptor = descriptor
        self._lobby = lobby
        text = os.pread(descriptor, _MAX_BYTES, 0).decode(errors="replace")
        found = _MARK.fullmatch(text)
        self.count = int(found["count"]) if found and found["lobby"] == lobby else None

    def write(self, count: int) -> None:
        """Note a commit that is on the disk; a marker that cannot be written stays behind."""
        try:
            text = _FORM.format(lobby=self._lobby, count=count).encode()
            if os.pwrite(self._descriptor, text, 0) != os.fstat(self._descriptor).st_size:
                os.ftruncate(self._descriptor, len(text))  # another lobby's, with a longer name
        except OSError as error:
            logger.warning("the store's marker cannot be written: %s", error)


def marker_path(path: Path) -> Path:
    """Return where the marker of a store is."""
    return path.with_name(f"{path.name}.commits")


@contextmanager
def open_marker(path: Path, lobby: str) -> Iterator[CommitMarker]:
    """Open the marker of a store for as long as the context lasts, made if there is none.

    Raises:
        OSError: it cannot be opened.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW
    descriptor = os.open(marker_path(path), flags, 0o600)
    try:
        yield CommitMarker(descriptor, lobby)
    finally:
        os.close(descriptor)
