"""What a second of thinking is spent on, in King of Siam.

    python -m bench.thinking [seconds of processor time] [games] [players …]

`regent` thinks about positions of seeded games of `greedy`, each game at its first turn, in the
middle and near the end. Printed are the share of the processor time that each part of the work
takes, and how many positions were visited in a second: 64 steps of the solver count as one.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from time import process_time
from typing import Any, Final, TypeAlias

from client.bots.levels import LEVELS
from games.search import Limits, think
from games.search.solver import Endgame, EndgameSolver, SolvableEndgame
from games.siam import Position, Siam
from games.siam.bots.endgame import cards_left
from games.siam.judgement.learned_adapter import LearnedSiam

PARTS: Final = ("moves", "judging", "rules", "solver", "tree")
"""What is done: comparing moves, judging positions, playing moves, proofs, and all the rest."""
PART_OF: Final = {"choices": "moves", "judge": "judging", "play": "rules", "certain": "rules"}
STAGES: Final = {"first turn": 1.0, "middle": 0.6, "end": 0.3}
"""The part of all cards that is left."""
SIAM: Final = Siam()
Spent: TypeAlias = defaultdict[str, float]
"""Seconds of processor time by the part of the work."""


def timed(spent: Spent, part: str, work: Callable[..., Any], *given: object) -> Any:  # noqa: ANN401
    """Do a piece of work, and add the time it takes."""
    start = process_time()
    found = work(*given)
    spent[part] += process_time() - start
    return found


@dataclass
class TimedSolver:
    """A solver whose time is counted: an `games.search.solver.EndgameSolver`."""

    solver: EndgameSolver
    spent: Spent

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any of the solver's
        """Return what the solver has; its work is counted."""
        found = getattr(self.solver, name)
        return partial(timed, self.spent, "solver", found) if callable(found) else found


class TimedEnding:
    """An ending whose solver's time is counted."""

    def __init__(self, ending: Endgame, spent: Spent) -> None:
        """Take the ending."""
        self._ending = ending
        self._spent = spent

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401 - any of the ending's
        """Return what the ending has."""
        return getattr(self._ending, name)

    def own_solver(self) -> EndgameSolver | None:
        """Return the ending's own solver."""
        ending = self._ending
        own = ending.own_solver() if isinstance(ending, SolvableEndgame) else None
        return None if own is None else TimedSolver(own, self._spent)  # type: ignore[return-value]


class TimedSiam:
    """The rules and the learned judgement, whose time is counted: a `games.search.Searchable`."""

    def __init__(self, spent: Spent) -> None:
        """Take where to count."""
        siam = self._siam = LearnedSiam()
        self._spent = spent
        for name in dir(siam):
            if not name.startswith("_") and name != "endgame":
                work = getattr(siam, name)
                part = PART_OF.get(name)
                setattr(self, name, partial(timed, spent, part, work) if part else work)

    def endgame(self, position: Position, side: int) -> TimedEnding | None:
        """Return the end of a game as the solver plays it, if it has come."""
        ending = self._siam.endgame(position, side)
        return None if ending is None else TimedEnding(ending, self._spent)


def stages(players: int, seed: int) -> Iterator[tuple[str, Position]]:
    """Iterate over the positions of one game that are thought about."""
    position, random = SIAM.new(players, seed), Random(seed)
    cards = cards_left(position)
    wanted = list(STAGES.items())
    while wanted and not position.over:
        name, part = wanted[0]
        move = SIAM.forced(position)
        if move is None and cards_left(position) <= part * cards:
            wanted.pop(0)
            yield name, position
        position = SIAM.play(position, move or LEVELS["greedy"](SIAM, position, random))


def main() -> None:
    """Measure and print."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    games = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    limits = Limits(seconds=seconds, clock=process_time, move_only=True)
    heads = "".join(f"{part:>9}" for part in PARTS)
    print(f"{'players':>8}{'stage':>12}{heads}{'positions/s':>13}{'s a move':>10}")
    for players in tuple(map(int, sys.argv[3:])) or (2, 3, 4):
        spent = {stage: Spent(float) for stage in STAGES}
        totals = {stage: Spent(float) for stage in STAGES}
        for seed in range(games):
            for stage, position in stages(players, seed):
                game: Any = TimedSiam(spent[stage])
                start = process_time()
                thought = think(game, position, limits, Random(0))
                totals[stage]["seconds"] += process_time() - start
                totals[stage]["nodes"] += thought.nodes
                totals[stage]["moves"] += 1
        for stage, found in spent.items():
            print(f"{players:8}{stage:>12}{_columns(found, totals[stage])}", flush=True)


def _columns(spent: Spent, total: Spent) -> str:
    seconds = total["seconds"] or 1.0
    spent["tree"] = seconds - sum(spent.values())
    shares = "".join(f"{spent[part] / seconds:9.0%}" for part in PARTS)
    return f"{shares}{total['nodes'] / seconds:13.0f}{seconds / (total['moves'] or 1):10.2f}"


if __name__ == "__main__":
    main()
