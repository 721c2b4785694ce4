"""Remembers beside a store how many commits it has, so that a store that lost some is refused.

A store counts its commits in itself, in SQLite's `user_version`. The same number is written into a
small file beside it after each commit. That file is not synced: after a power failure it may be
behind the store, but never ahead of it. A store that is behind its marker has lost commits. It is
refused before anything in its files is changed.
"""

from __future__ import annotations

import logging
import os
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from server.store.errors import StoreError

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


_NO_FILE = "The store {path} is no regular file: choose another one with --store."
_GONE = (
    "The store {path} is missing or empty, although this lobby was served from it. Put the file "
    "back, or serve once with --accept-older-store to begin with an empty lobby."
)
_BEHIND = (
    "The store {path} is older than its server left it (changes missing: {lost}). A copy is in its "
    "place, or {path}-wal is missing or damaged. Put the latest files back. Or keep a copy of "
    "these, and serve once with --accept-older-store to go on with what is there."
)
_HALF_COPIED = (
    "The store {path} was copied without {path}-wal, or that file is damaged, so changes may be "
    "missing. Put that file beside it, or take a copy made with `siam backup`. Or serve once with "
    "--accept-older-store to go on with what is there."
)
_WAL_MODE = b"\x02\x02"
"""Bytes 18 and 19 of a database that was not closed, or was closed by an earlier release."""


def check_complete(path: Path, lobby: str, marker: CommitMarker) -> None:
    """Check that a store has all commits it is known to have had.

    What else may be wrong with the file is left to those who open it for good.

    Raises:
        StoreError: commits are missing; the text says what to do.
        OSError: the file cannot be read.
    """
    if path.exists() and not path.is_file():
        raise StoreError(_NO_FILE.format(path=path))
    if not path.exists() or not path.stat().st_size:
        if marker.count:
            raise StoreError(_GONE.format(path=path))
        return
    half = _is_half_copied(path)  # before SQLite makes the file that is looked for
    try:
        owner, count = _read_owner(path)
    except sqlite3.Error:
        if _is_in_use(path) and _has_no_tables(path):
            raise StoreError(_HALF_COPIED.format(path=path)) from None
        return
    if owner != lobby:
        return
    if marker.count is not None and (lost := count_lost(count, marker.count)):
        raise StoreError(_BEHIND.format(path=path, lost=lost))
    if marker.count is None and half and count:
        raise StoreError(_HALF_COPIED.format(path=path))


def _is_half_copied(path: Path) -> bool:
    """Return whether a database that was in use is without the file with its latest commits."""
    wal = path.with_name(f"{path.name}-wal")
    return _is_in_use(path) and not (wal.exists() and wal.stat().st_size)


def _is_in_use(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(20)[18:] == _WAL_MODE


def _has_no_tables(path: Path) -> bool:
    """Return whether a database is empty: its tables were in its write-ahead log.

    Releases before the marker left everything there until they were closed.
    """
    with suppress(sqlite3.Error), _open_read_only(path) as connection:
        return connection.execute("SELECT 1 FROM sqlite_master").fetchone() is None
    return False


def _read_owner(path: Path) -> tuple[str, int]:
    """Return the lobby a store belongs to, and its number of commits.

    Raises:
        sqlite3.Error: it is no store, or damaged.
    """
    with _open_read_only(path) as connection:
        (owner,) = connection.execute("SELECT id FROM lobby").fetchone() or ("",)
        (count,) = connection.execute("PRAGMA user_version").fetchone()
    return owner, count


def _open_read_only(path: Path) -> closing[sqlite3.Connection]:
    """Open a database so that its write-ahead log is left as it is, also a damaged one."""
    return closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True))
