"""Which fault comes when: a plan drawn from a seed before anything runs."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from random import Random


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


def plan(seed: int, faults: int, moves: int) -> tuple[Fault, ...]:
    """Return so many faults spread over so many moves; the same seed plans the same."""
    random = Random(seed)
    kinds = random.choices(list(_OFTEN), list(_OFTEN.values()), k=faults)
    # However few, one of each: a run without a kill would show nothing about kills.
    kinds[: len(Kind)] = list(Kind)[:faults]
    random.shuffle(kinds)
    after = sorted(random.randrange(moves) for _ in kinds)
    return tuple(
        Fault(kind, at, random.random(), random.random())
        for kind, at in zip(kinds, after, strict=True)
    )
