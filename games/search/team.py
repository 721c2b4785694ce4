"""Thinking in several processes at once, each about its share of the moves, in a tree of its own.

The moves are dealt out in the order of how good they look, and so everybody goes deeper into
fewer of them; the best of what was found is played. With a limit of nodes alone, the same seed and
number of helpers give the same move.
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
    """Processes that think together, for as long as the ``with`` block lasts.

    They are started once and wait between thoughts. What goes to them and back is pickled, so the
    game and its positions are values.
    """

    def __init__(self, game: Searchable[P, M], helpers: int) -> None:
        """Say what to think about, with how many helpers.

        Raises:
            ValueError: there is none.
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
            told = self._game, theirs, self._stop, Share(number, self._helpers)
            process = self._context.Process(target=_help, args=told, daemon=True)
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

        Each helper has the whole time, and its share of the nodes.

        Raises:
            EOFError: a helper has ended.
        """
        self._stop.clear()
        seed = random.getrandbits(64)
        for number, line in enumerate(self._lines):
            line.send((view, self._share(limits, number), seed))
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
                    self._stop.set()  # nothing can be added to that
        return merged([found[number] for number in sorted(found)])

    def _share(self, limits: Limits, number: int) -> Limits:
        if limits.nodes is None:
            return limits
        share = limits.nodes // self._helpers + (number < limits.nodes % self._helpers)
        return replace(limits, nodes=max(1, share))


def merged(findings: Sequence[Findings[M]]) -> Thought[M]:
    """Return the best of what several found, each of other moves; a proof before all."""
    thoughts = [each.thought for each in findings]
    best = max(findings, key=lambda each: (each.thought.solved, each.worth)).thought
    nodes = sum(thought.nodes for thought in thoughts)
    return replace(best, nodes=nodes, seconds=max(thought.seconds for thought in thoughts))


def _help(game: Searchable[P, M], line: Connection[Any, Any], stop: Event, share: Share) -> None:
    """Think about one position after the other, until nobody asks any more."""
    while True:
        try:
            view, limits, seed = line.recv()
        except EOFError:
            return
        random = Random(seed)  # noqa: S311 - for guesses
        line.send(explore(game, view, limits, random, stop.is_set, share))
