"""Refuses a store that lacks commits, before anything in its files is changed."""

from __future__ import annotations

import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from server.store.errors import StoreError
from server.store.sqlite.commit_marker import CommitMarker, count_lost

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
