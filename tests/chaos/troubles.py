"""What goes wrong with a cluster on an evening, when, and how long tables do not answer then."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

PERIOD = 20.0
"""Seconds from one killed server to the next."""


class Trouble(StrEnum):
    """What goes wrong."""

    KILL = "server killed"
    STOP = "server stopped, then continued"
    END = "server ended, its tables handed over"
    CRASH = "PostgreSQL crashed and started again"
    RESTART = "PostgreSQL restarted"
    NODE = "node of NATS killed"


OF_A_SERVER = (Trouble.KILL, Trouble.STOP, Trouble.END)
"""What concerns the tables of one server."""


@dataclass(frozen=True)
class Planned:
    """A trouble, and how many seconds after the first move it comes."""

    at: float
    trouble: Trouble


def plan(minutes: float, *, has_nodes: bool) -> tuple[Planned, ...]:
    """Return what goes wrong in so many minutes.

    A server is killed every twenty seconds. Between two of these, a server is stopped or ended.
    PostgreSQL is restarted after a third of the time, it crashes after two thirds, and a node of
    the broker is killed after half of it. A short plan goes on a little longer for these three.
    """
    periods = max(1, round(60 * minutes / PERIOD))
    between = {n: (Trouble.STOP, Trouble.END)[n // 2 % 2] for n in range(0, periods, 2)}
    once = {
        Trouble.RESTART: periods // 3,
        Trouble.NODE: periods // 2,
        Trouble.CRASH: 2 * periods // 3,
    }
    following = 0
    for trouble, n in once.items():
        if has_nodes or trouble is not Trouble.NODE:
            between[n := max(n, following)] = trouble
            following = n + 1
    found = [Planned((n + 1) * PERIOD, Trouble.KILL) for n in range(periods)]
    found += [Planned((n + 1.5) * PERIOD, trouble) for n, trouble in between.items()]
    return tuple(sorted(found, key=lambda each: each.at))


def rolling_plan(minutes: float) -> tuple[Planned, ...]:
    """Return a plan in which servers are only ended and started again, one after the other."""
    periods = max(1, round(60 * minutes / PERIOD))
    return tuple(Planned(n * PERIOD, Trouble.END) for n in range(1, periods + 1))


@dataclass
class Gaps:
    """How long tables did not answer.

    Attributes:
        times: how often there was each trouble.
        seconds: of each table concerned, how long it answered no command.
        began: when the troubles came that concern all tables, on the clock of all processes.
    """

    times: dict[Trouble, int] = field(default_factory=dict)
    seconds: dict[Trouble, list[float]] = field(default_factory=dict)
    began: list[tuple[Trouble, float]] = field(default_factory=list)

    def note(self, trouble: Trouble, seconds: Iterable[float]) -> None:
        """Note how long the tables of a server did not answer."""
        self.times[trouble] = self.times.get(trouble, 0) + 1
        self.seconds.setdefault(trouble, []).extend(seconds)

    def note_moves(self, tables: Iterable[Sequence[tuple[float, float]]]) -> None:
        """Note how long the next move waited at each table when something concerned them all.

        Args:
            tables: of each table, when each move was sent and when it was acknowledged.
        """
        every = tuple(tables)
        for trouble, began in self.began:
            self.note(trouble, filter(None, (_waited(moves, began) for moves in every)))


def _waited(moves: Sequence[tuple[float, float]], since: float) -> float | None:
    """Return how long the first move waited that was acknowledged after a moment."""
    for sent, acknowledged in moves:
        if acknowledged > since:
            return acknowledged - max(sent, since)
    return None


def rank(values: Sequence[float], share: float) -> float:
    """Return the value that a share of the values does not exceed."""
    return sorted(values)[min(len(values) - 1, int(share * len(values)))]


def table_of(gaps: Mapping[Trouble, list[float]], times: Mapping[Trouble, int]) -> Iterator[str]:
    """Return the lines of a table of all gaps."""
    yield f"{'trouble':38} {'times':>5} {'tables':>6} {'median':>8} {'99 %':>8} {'longest':>8}"
    for trouble, seconds in gaps.items():
        ranks = (rank(seconds, 0.5), rank(seconds, 0.99), max(seconds)) if seconds else ()
        figures = " ".join(f"{each:6.2f} s" for each in ranks)
        yield f"{trouble:38} {times[trouble]:5} {len(seconds):6} {figures}"
