"""Measures which programs of an evening use the processors."""

from __future__ import annotations

import os
import resource
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from time import monotonic

from bench.processes import processor_time
from tests.programs import children

_TICKS = os.sysconf("SC_CLK_TCK")
_USED_BY_ENDED = slice(13, 15)
"""The fields of the times of a process's ended children, after its name."""

Running = Callable[[], Iterable[int]]
"""Returns the ids of the processes of one kind that run now."""


class Processor:
    """Adds up what each kind of program used.

    What programs used that were started here, and have ended, is known of all of them together.
    Therefore `note` is called before a program of another kind than `SERVERS` ends.
    """

    SERVERS = "servers"

    def __init__(self, kinds: dict[str, Running]) -> None:
        self._kinds = kinds
        self._ended: Counter[str] = Counter()
        self._began = monotonic()
        self._before = {kind: self._used(kind) for kind in kinds}
        self._children = _of_ended_children()

    def note(self, kind: str, process: int, *, is_child: bool) -> None:
        """Note what a process has used that is about to end."""
        used = _seconds_of(process)
        self._ended[kind] += used
        if is_child:
            self._ended[self.SERVERS] -= used

    def shares(self) -> dict[str, float]:
        """Return how many processors each kind used on average since the beginning."""
        used = {kind: self._used(kind) - self._before[kind] for kind in self._kinds}
        used[self.SERVERS] += _of_ended_children() - self._children
        seconds = monotonic() - self._began
        return {kind: (each + self._ended[kind]) / seconds for kind, each in used.items()}

    def _used(self, kind: str) -> float:
        return sum(map(_seconds_of, self._kinds[kind]()))


def _of_ended_children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _seconds_of(process: int) -> float:
    """Return the processor time of a process, and of all that it has started."""
    try:
        return sum(map(processor_time, (process, *children(process)))) + _of_waited_for(process)
    except OSError:
        return 0.0


def _of_waited_for(process: int) -> float:
    """Return the processor time of what a process has started, and what has ended since."""
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[_USED_BY_ENDED])) / _TICKS
