"""How many bots of a server may think at once, whatever the number of its tables."""

from __future__ import annotations

import fcntl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

_POLL_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class Cores:
    """The cores that the bots of one server share.

    Each is a byte of a file that all of them have open; whoever thinks has it locked. The system
    takes the lock from a process that ends, however it ends.

    Attributes:
        file: the file's descriptor, inherited from the server.
        count: how many cores there are.
    """

    file: int
    count: int

    @contextmanager
    def one(self, stop: Callable[[], bool]) -> Iterator[None]:
        """Wait for a free core, and keep it for the block; `stop` ends the waiting without one."""
        core = self._free()
        while core is None and not stop():
            time.sleep(_POLL_SECONDS)  # in a thread of its own
            core = self._free()
        try:
            yield
        finally:
            if core is not None:
                fcntl.lockf(self.file, fcntl.LOCK_UN, 1, core)

    def _free(self) -> int | None:
        for core in range(self.count):
            try:
                fcntl.lockf(self.file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, core)
            except (BlockingIOError, PermissionError):  # either, by POSIX
                continue
            return core
        return None
