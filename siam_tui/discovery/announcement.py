"""Announces a lobby to the people on this computer while its server runs.

An announcement is a small file in a folder that all accounts share (see `siam_tui.profile.paths`).
The file's owner shows who wrote it, and its lock shows that the server runs. The system guarantees
both, and releases the lock however the server ends.
"""

from __future__ import annotations

import fcntl
import os
import re
import struct
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TypeAlias

from protocol.errors import LinkError
from protocol.links import Link, parse_link
from siam_tui.discovery.audience import Audience
from siam_tui.profile.profiles import clean_name

PREFIX = "siam-lobby-"
"""Prefix of an announcement's file name."""
MAX_BYTES = 1024

_HEAD, _OLDER_HEAD = "siam lobby 2", "siam lobby 1"
_LINES, _OLDER_LINES = 5, 3
_MOST = 999
"""The largest count that is announced; counts have three digits, so a file keeps its size."""

_COUNTS = re.compile("([0-9]{3}) ([0-9]{3})")

_LOCK = struct.Struct("hhqqi0q")
"""Linux' `struct flock`: type, whence, start, length (0: all of it), process."""

_MODES = {Audience.EVERYONE: 0o644, Audience.ACCOUNT: 0o600}


@dataclass(frozen=True, slots=True)
class Announcement:
    """A server's announcement of its lobby.

    Attributes:
        link: the link that works on this computer.
        host_name: the name the host claims; anybody may claim any name.
        lobby_name: what the host calls the lobby; may be empty.
        tables: how many tables there are.
        people: how many people are there.
    """

    link: Link
    host_name: str
    lobby_name: str = ""
    tables: int = 0
    people: int = 0

    def to_bytes(self) -> bytes:
        """Return the content of the announcement's file; its size does not depend on the counts."""
        names = f"{clean_name(self.host_name)}\n{clean_name(self.lobby_name)}"
        counts = f"{min(self.tables, _MOST):03} {min(self.people, _MOST):03}"
        return f"{_HEAD}\n{self.link}\n{names}\n{counts}\n".encode()

    @staticmethod
    def from_bytes(data: bytes) -> Announcement:
        """Parse an announcement, which a stranger or an earlier release may have written.

        Raises:
            ValueError: it is not an announcement.
        """
        head, *lines, end = data[: MAX_BYTES + 1].decode().split("\n")
        known = (head, len(lines) + 1) in ((_HEAD, _LINES), (_OLDER_HEAD, _OLDER_LINES))
        if len(data) > MAX_BYTES or not known or end:
            raise ValueError("not an announcement of this release")
        link, host_name, lobby_name, counts = (*lines, "", "000 000")[: _LINES - 1]
        if (found := _COUNTS.fullmatch(counts)) is None:
            raise ValueError("the counts are not as this program writes them")
        tables, people = map(int, found.groups())
        try:
            names = clean_name(host_name), clean_name(lobby_name)
            return Announcement(parse_link(link), *names, tables, people)
        except LinkError as error:
            raise ValueError(f"not a link: {error}") from error


Renew: TypeAlias = Callable[[int, int], None]
"""Renews an announcement with the numbers of tables and people."""


@contextmanager
def announced(folder: Path, announcement: Announcement, audience: Audience) -> Iterator[Renew]:
    """Announce a lobby while the context lasts; delete the files of dead servers.

    Yields a function to call when the counts have changed, and now and then: it also renews the
    file's time, because many systems delete old files from ``/tmp``.

    Args:
        folder: the folder of announcements.
        announcement: the announcement.
        audience: who may read it.

    Raises:
        OSError: it cannot be written there.
    """
    if audience is Audience.NOBODY:
        yield lambda _tables, _people: None
        return
    _clear_own(folder)
    descriptor, text = tempfile.mkstemp(dir=folder, prefix=f".{PREFIX}")  # created by us: O_EXCL
    path = Path(text)
    try:
        os.write(descriptor, announcement.to_bytes())
        hold_lock(descriptor)
        os.fchmod(descriptor, _MODES[audience])
        path = path.rename(folder / path.name.removeprefix("."))  # only now it is found
        yield partial(_renew, descriptor, announcement)
    finally:
        with suppress(FileNotFoundError):
            path.unlink()
        os.close(descriptor)


def _renew(descriptor: int, announcement: Announcement, tables: int, people: int) -> None:
    """Write an announcement again: as large as before, so no reader sees half of it."""
    renewed = replace(announcement, tables=tables, people=people)
    os.pwrite(descriptor, renewed.to_bytes(), 0)
    os.utime(descriptor)


def hold_lock(descriptor: int) -> None:
    """Lock a file for writing until its descriptor is closed, at the latest when the process ends.

    A write lock requires a descriptor open for writing, so no other account can hold a lock that
    looks like the server's. (Everybody who may read the file could take a `flock` lock.)

    Raises:
        OSError: it is locked already, or not open for writing.
    """
    lock = _LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
    fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, lock)


@contextmanager
def opened(
    path: Path, flags: int = os.O_NOFOLLOW | os.O_NONBLOCK, folder: int | None = None
) -> Iterator[int]:
    """Open a file or a folder for reading; by default no link, and without waiting on a pipe.

    Args:
        path: which one.
        flags: how to open it.
        folder: the descriptor of the folder that the path begins in.
    """
    descriptor = os.open(path, os.O_RDONLY | flags, dir_fd=folder)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def is_live(descriptor: int) -> bool:
    """Return whether the server that wrote an announcement, opened here, still holds its lock."""
    asked = _LOCK.pack(fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
    found, *_ = _LOCK.unpack(fcntl.fcntl(descriptor, fcntl.F_OFD_GETLK, asked))
    return bool(found == fcntl.F_WRLCK)


def _clear_own(folder: Path) -> None:
    for path in folder.glob(f"{PREFIX}*"):
        with suppress(OSError), opened(path) as descriptor:  # another account's, or gone
            if os.fstat(descriptor).st_uid == os.getuid() and not is_live(descriptor):
                path.unlink()
