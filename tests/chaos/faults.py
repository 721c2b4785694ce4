"""Which fault comes when: a plan drawn from a seed before anything runs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from random import Random
from types import MappingProxyType


class Kind(StrEnum):
    """What can go wrong between a player and their table."""

    DELAY = "delayed"
    STALL = "stalled"
    CUT = "cut"
    CUT_ALL = "all cut"
    DOUBLE = "doubled"
    SWAP = "reordered"
    KILL_SERVER = "server killed"
    KILL_BROKER = "broker killed"
    RESTART_DATABASE = "database restarted"
    CRASH_DATABASE = "database crashed"


_OFTEN = {
    Kind.DELAY: 20,
    Kind.STALL: 10,
    Kind.CUT: 20,
    Kind.CUT_ALL: 1,
    Kind.DOUBLE: 24,
    Kind.SWAP: 24,
    Kind.KILL_SERVER: 2,
    Kind.KILL_BROKER: 2,
}


OF_A_DATABASE = {Kind.RESTART_DATABASE: 2, Kind.CRASH_DATABASE: 2}
"""What else goes wrong where the store is in PostgreSQL, and how often."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault.

    Attributes:
        kind: what goes wrong.
        after: the moves acknowledged, at all tables together, before it does.
        wire: which wire it hits, as a fraction of those there are then.
        seconds: how late a message is, how long a wire stalls or a process stays dead.
    """

    kind: Kind
    after: int
    wire: float
    seconds: float


def plan(
    seed: int, faults: int, moves: int, more: Mapping[Kind, int] = MappingProxyType({})
) -> tuple[Fault, ...]:
    """Return so many faults spread over so many moves; the same seed plans the same.

    Args:
        seed: for the dice.
        faults: how many.
        moves: over how many moves.
        more: other kinds than the usual ones, and how often they come.
    """
    often = _OFTEN | dict(more)
    random = Random(seed)
    kinds = random.choices(list(often), list(often.values()), k=faults)
    # However few, one of each: a run without a kill would show nothing about kills.
    kinds[: len(often)] = list(often)[:faults]
    random.shuffle(kinds)
    after = sorted(random.randrange(moves) for _ in kinds)
    return tuple(
        Fault(kind, at, random.random(), random.random())
        for kind, at in zip(kinds, after, strict=True)
    )
