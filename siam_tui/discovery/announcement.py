"""Tells the people on this computer that a lobby is served here, for as long as its server lives.

An announcement is a small file in a folder all accounts share (see `siam_tui.profile.paths`). Who
wrote it is known from who owns it, and that its server lives from the lock it holds: the system
vouches for both, and takes the lock back however the server ends.
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
"""How the name of an announcement begins."""
MAX_BYTES = 1024

_HEAD = "siam lobby 1"
_LINES = 3

_LOCK = struct.Struct("hhqqi0q")
"""Linux' `struct flock`: type, whence, start, length (0: all of it), process."""

_MODES = {Audience.EVERYONE: 0o644, Audience.ACCOUNT: 0o600}


@dataclass(frozen=True, slots=True)
class Announcement:
    """What a server says of its lobby.

    Attributes:
        link: how it is reached from this computer.
        host_name: what its host is called; anybody may claim any name.
    """

    link: Link
    host_name: str

    def to_bytes(self) -> bytes:
        """Return the announcement as its file has it."""
        return f"{_HEAD}\n{self.link}\n{clean_name(self.host_name)}\n".encode()

    @staticmethod
    def from_bytes(data: bytes) -> Announcement:
        """Read an announcement, which a stranger may have written.

        Raises:
            ValueError: it is none.
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
    """Announce a lobby for as long as the context lasts; clear away what dead servers left.

    Yields what is to be called now and then, so that nobody takes the file for forgotten: many
    systems clear old ones out of ``/tmp``.

    Args:
        folder: where announcements are.
        announcement: what is said.
        audience: who may read it.

    Raises:
        OSError: it cannot be written there.
    """
    if audience is Audience.NOBODY:
        yield lambda: None
        return
    _clear_own(folder)
    descriptor, text = tempfile.mkstemp(dir=folder, prefix=f".{PREFIX}")  # nobody else's: O_EXCL
    path = Path(text)
    try:
        os.write(descriptor, announcement.to_bytes())
        hold_lock(descriptor)
        os.fchmod(descriptor, _MODES[audience])
        path = path.rename(folder / path.name.removeprefix("."))  # only now anybody looks at it
        yield lambda: os.utime(descriptor)
    finally:
        with suppress(FileNotFoundError):
            path.unlink()
        os.close(descriptor)


def hold_lock(descriptor: int) -> None:
    """Lock a file for writing, until its descriptor is closed, as it is when a process ends.

    Who may only read a file can take locks as well, but none for writing: no other account can hold
    a lock that looks like the server's. (Locks of `flock` can be taken by everybody who may read.)

    Raises:
        OSError: it is locked already, or not open for writing.
    """
    lock = _LOCK.pack(fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
    fcntl.fcntl(descriptor, fcntl.F_OFD_SETLK, lock)


def is_live(descriptor: int) -> bool:
    """Return whether the server that wrote an announcement, opened here, still holds its lock."""
    asked = _LOCK.pack(fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
    found, *_ = _LOCK.unpack(fcntl.fcntl(descriptor, fcntl.F_OFD_GETLK, asked))
    return bool(found == fcntl.F_WRLCK)


def _clear_own(folder: Path) -> None:
    for path in folder.glob(f"{PREFIX}*"):
        with suppress(OSError):  # somebody else's, or gone already
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                if os.fstat(descriptor).st_uid == os.getuid() and not is_live(descriptor):
                    path.unlink()
            finally:
                os.close(descriptor)
