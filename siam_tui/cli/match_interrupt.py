"""Ctrl-C in a match: the players stop, and what was played is kept."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from random import Random
from threading import Event
from typing import Any

from client.bots.levels import Level
from client.bots.offline_game import Levels
from client.bots.program import ProgramError
from games.contract import Game


class MatchInterrupted(Exception):  # noqa: N818 - no error: the person has seen enough
    """The person has pressed Ctrl-C."""


@contextmanager
def interruptible(levels: Mapping[str, Level]) -> Iterator[Levels]:
    """Return players that raise `MatchInterrupted` at their next move after Ctrl-C.

    An exception from the signal itself would be lost where compiled code calls Python.
    """
    pressed = Event()
    before = signal.signal(signal.SIGINT, lambda *_: pressed.set())
    try:
        yield {name: _stopping(level, pressed) for name, level in levels.items()}
    finally:
        signal.signal(signal.SIGINT, before)


def _stopping(level: Level, pressed: Event) -> Level:
    def choose(
        game: Game[Any, Any],
        view: Any,  # noqa: ANN401 - any game's
        random: Random,
        stop: Callable[[], bool],
    ) -> Any:  # noqa: ANN401 - any game's
        try:
            move = level(game, view, random, lambda: pressed.is_set() or stop())
        except ProgramError:
            if not pressed.is_set():
                raise
        if pressed.is_set():
            raise MatchInterrupted
        return move

    return choose
