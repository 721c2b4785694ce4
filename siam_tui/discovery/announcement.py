"""Announces a lobby to the people on this computer while its server runs.

An announcement is a small file in a folder that all accounts share (see `siam_tui.profile.paths`).
The file's owner shows who wrote it, and its lock shows that the server runs. The system guarantees
both, and releases the lock however the server ends.
"""

from __future__ import annotations

import fcntl
import os
import struct
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from protocol.errors import LinkError
from protocol.links import Link, parse_link
from siam_tui.discovery.audience import Audience
from siam_tui.profile.profiles import clean_name

PREFIX = "siam-lobby-"
"""Prefix of an announcement's file name."""
MAX_BYTES = 1024

_HEAD = "siam lobby 1"
_LINES = 3

_LOCK = struct.Struct("hhqqi0q")
"""Linux' `struct flock`: type, whence, start, length (0: all of it), process."""

_MODES = {Audience.EVERYONE: 0o644, Audience.ACCOUNT: 0o600}


@dataclass(frozen=True, slots=True)
class Announcement:
    """A server's announcement of its lobby.

    Attributes:
        link: the link that works on this computer.
        host_name: the name the host claims; anybody may claim any name.
    """

    link: Link
    host_name: str

    def to_bytes(self) -> bytes:
        """Return the content of the announcement's file."""
        return f"{_HEAD}\n{self.link}\n{clean_name(self.host_name)}\n".encode()

    @staticmethod
    def from_bytes(data: bytes) -> Announcement:
        """Parse an announcement, which a stranger may have written.

        Raises:
            ValueError: it is not an announcement.
        """
        lines = data.decode().split("\n")
        if len(data) > MAX_BYTES or len(lines) != _LINES + 1 or lines[0] != _HEAD or lines[-1]:
            raise ValueError("not an announcement of this release")
        try:
            return Announcement(parse_link(lines[1]), clean_name(lines[2]))
        except LinkError as error:
            raise ValueError(f"not a link: {error}") from error


@contextmanager
def announced(
    folder: Path, announcement: Announcement, audience: Audience
) -> Iterator[Callable[[], None]]:
    """Announce a lobby while the context lasts; delete the files of dead servers.

    Yields a function to call now and then: it renews the file's time, because many systems delete
    old files from ``/tmp``.

    Args:
        folder: the folder of announcements.
        announcement: the announcement.
        audience: who may read it.

    Raises:
        OSError: it cannot be written there.
    """
    if audience is Audience.NOBODY:
        yield lambda: None
        return
    _clear_own(folder)
    descriptor, text = tempfile.mkstemp(dir=folder, prefix=f".{PREFIX}")  # created by us: O_EXCL
    path = Path(text)
    try:
        os.write(descriptor, announcement.to_bytes())
        hold_lock(descriptor)
        os.fchmod(descriptor, _MODES[audience])
        path = path.rename(folder / path.name.removeprefix("."))  # only now it is found
        yield lambda: os.utime(descriptor)
    finally:
        with suppress(FileNotFoundError):
            path.unlink()
        os.close(descriptor)


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
