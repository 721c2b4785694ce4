"""Tells the people on this computer that a lobby is served here, for as long as its server lives.

An announcement is a small file in a folder all accounts share (see `siam_tui.places`). Who wrote it
is known from who owns it, and that its server lives from the lock it holds: the system vouches for
both, and takes the lock back however the server ends.
"""

from __future__ import annotations

import fcntl
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from protocol.errors import LinkError
from protocol.links import Link, parse_link
from siam_tui.nearby.audience import Audience
from siam_tui.profiles import clean_name

PREFIX = "siam-lobby-"
"""How the name of an announcement begins."""
MAX_BYTES = 1024

_HEAD = "siam lobby 1"
_LINES = 3


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
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        os.fchmod(descriptor, _MODES[audience])
        path = path.rename(folder / path.name.removeprefix("."))  # only now anybody looks at it
        yield lambda: os.utime(descriptor)
    finally:
        with suppress(FileNotFoundError):
            path.unlink()
        os.close(descriptor)


def is_live(descriptor: int) -> bool:
    """Tell whether the server that wrote an announcement, opened here, still holds its lock."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return False


def _clear_own(folder: Path) -> None:
    for path in folder.glob(f"{PREFIX}*"):
        with suppress(OSError):  # somebody else's, or gone already
            descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
            try:
                if os.fstat(descriptor).st_uid == os.getuid() and not is_live(descriptor):
                    path.unlink()
            finally:
                os.close(descriptor)
