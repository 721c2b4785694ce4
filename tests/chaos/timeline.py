"""What happened at a table that did not answer for long, in the order of time."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Iterable, Iterator
from datetime import datetime
from operator import itemgetter
from pathlib import Path

_KEPT = 50_000
BEFORE_SECONDS = 3.0
"""What comes before a trouble, and may explain it."""

Event = tuple[float, str]
"""A time, as `time.time` tells it, and what happened then."""


class Diary(logging.Handler):
    """Keeps the last things that the clients of this process have logged."""

    def __init__(self) -> None:
        super().__init__(logging.DEBUG)
        self._events: deque[Event] = deque(maxlen=_KEPT)

    def begin(self) -> None:
        """Listen to all clients."""
        clients = logging.getLogger("client")
        clients.setLevel(logging.DEBUG)
        clients.propagate = False
        clients.addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        self._events.append((record.created, record.getMessage()))

    def about(self, start: str, since: float) -> list[Event]:
        """Return what was logged since a time that begins so."""
        return [(at, said) for at, said in self._events if at >= since and said.startswith(start)]


def logged(folder: Path, part: int, since: float) -> Iterator[Event]:
    """Return what the servers have logged about a part since a time."""
    words = (f"part {part} ", f"[{part},", f" {part},", f" {part}]", f"[{part}]")
    for log in folder.rglob("server.log*"):
        for line in log.read_text().splitlines():
            stamp, said = line[:23], line[24:]
            if any(word in said for word in words):
                at = datetime.strptime(stamp, "%Y-%m-%d %H:%M:%S,%f").timestamp()  # noqa: DTZ007
                if at >= since:
                    yield at, said


def timeline(began: float, seconds: float, *sources: Iterable[Event]) -> Iterator[str]:
    """Return lines: what happened shortly before, and until the table answered again."""
    events = sorted((tuple(event) for source in sources for event in source), key=itemgetter(0))
    for at, said in events:
        if -BEFORE_SECONDS <= at - began <= seconds + 0.1:
            yield f"  {at - began:+7.2f} s  {said}"
