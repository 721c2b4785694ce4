"""Search in several processes at once. Each has its own tree and its share of the moves.

The moves are dealt out in the order of their estimates. So each helper searches fewer moves, but
deeper, and the best result is played. With a limit of nodes alone, the same seed and number of
helpers give the same move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from random import Random
from typing import Any, Final, Generic, Self

from games.search.contract import Limits, M, P, Searchable, Thought
from games.search.think import Findings, explore
from games.search.tree import Share

_POLL_SECONDS: Final = 0.01
_PATIENCE_SECONDS: Final = 2.0


class Team(Generic[P, M]):
    """Helper processes that search together while a ``with`` block lasts.

    They start once and wait between searches. What they get and return is pickled, so the game and
    its positions are values.
    """

    def __init__(self, game: Searchable[P, M], helpers: int) -> None:
        """Take the game and the number of helpers.

        Raises:
            ValueError: the number of helpers is below 1.
        """
        if helpers < 1:
            raise ValueError("a team has at least one helper")
        self._game = game
        self._helpers = helpers
        self._context = get_context("spawn")
        self._stop = self._context.Event()
        self._lines: list[Connection[Any, Any]] = []
        self._processes: list[SpawnProcess] = []

    def __enter__(self) -> Self:
        """Start the helpers."""
        for number in range(self._helpers):
            ours, theirs = self._context.Pipe()
            arguments = self._game, theirs, self._stop, Share(number, self._helpers)
            process = self._context.Process(target=_help, args=arguments, daemon=True)
            process.start()
            theirs.close()
            self._lines.append(ours)
            self._processes.append(process)
        return self

    def __exit__(self, *fault: object) -> None:
        """End the helpers."""
        self._stop.set()
        for line in self._lines:
            line.close()
        for process in self._processes:
            process.join(_PATIENCE_SECONDS)
            if process.is_alive():
                process.kill()
                process.join()

    def think(
        self,
        view: P,
        limits: Limits,
        random: Random,
        *,
        stop: Callable[[], bool] = lambda: False,
    ) -> Thought[M]:
        """Return what to play; as `games.search.think`.

        Each helper has the whole time and a share of the nodes.

        Raises:
            EOFError: a helper has ended.
        """
        self._stop.clear()
        seed = random.getrandbits(64)
        for number, line in enumerate(self._lines):
            line.send((view, self._share_of_nodes(limits, number), seed))
        found: dict[int, Findings[M]] = {}
        while len(found) < self._helpers:
            if stop():
                self._stop.set()
            waiting = {line: n for n, line in enumerate(self._lines) if n not in found}
            ready = wait(list(waiting), _POLL_SECONDS)
            for line, number in waiting.items():
                if line not in ready:
                    continue
                findings: Findings[M] = line.recv()
                found[number] = findings
                if findings.thought.solved and limits.seconds is not None:
                    self._stop.set()  # a proof cannot be improved
        return merged([found[number] for number in sorted(found)])

    def _share_of_nodes(self, limits: Limits, number: int) -> Limits:
        if limits.nodes is None:
            return limits
        share = limits.nodes // self._helpers + (number < limits.nodes % self._helpers)
        return replace(limits, nodes=max(1, share))


def merged(findings: Sequence[Findings[M]]) -> Thought[M]:
    """Return the best result of several helpers; a proven one comes first."""
    thoughts = [each.thought for each in findings]
    best = max(findings, key=lambda each: (each.thought.solved, each.worth)).thought
    nodes = sum(thought.nodes for thought in thoughts)
    return replace(best, nodes=nodes, seconds=max(thought.seconds for thought in thoughts))


def _help(game: Searchable[P, M], line: Connection[Any, Any], stop: Event, share: Share) -> None:
    """Search one position after the other, until the connection ends."""
    while True:
        try:
            view, limits, seed = line.recv()
        except EOFError:
            return
        random = Random(seed)  # noqa: S311 - for guesses
        line.send(explore(game, view, limits, random, stop.is_set, share))
