"""Keeps, between starts, how far each game was when the player last looked."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from siam_tui.profile.kept_file import KeptFile

_KEPT = 200
"""Tables remembered; the ones seen longest ago are dropped first."""


class Glance(NamedTuple):
    """State of a table when it was last seen.

    Attributes:
        game_number: number of the game that ran.
        ply: how many moves had been played in it.
        at: seconds since 1970.
    """

    game_number: int
    ply: int
    at: float


class LastSeen:
    """The last glance at each table, kept in a file if there is one.

    Errors of the file are only logged, because only a summary depends on it.
    """

    def __init__(self, path: Path | None, date: Callable[[], float] = time.time) -> None:
        """Read the file.

        Args:
            path: the file, or None to remember only while this program runs.
            date: returns the present time, in seconds since 1970.
        """
        self._file = KeptFile(path)
        self._date = date
        self._glances = self._file.read(_parse_glances) or {}

    def last_glance(self, place: str) -> Glance | None:
        """Return the last glance at a place, a lobby and a table."""
        return self._glances.get(place)

    def keep_glance(self, place: str, game_number: int, ply: int) -> None:
        """Keep a glance."""
        self._glances.pop(place, None)
        self._glances[place] = Glance(game_number, ply, self._date())
        for oldest in list(self._glances)[:-_KEPT]:
            del self._glances[oldest]
        self._file.write(json.dumps(self._glances))

    def seconds_since(self, glance: Glance) -> float:
        """Return the age of a glance in seconds."""
        return self._date() - glance.at


def _parse_glances(text: str) -> dict[str, Glance]:
    return {
        str(place): Glance(int(game), int(ply), float(at))
        for place, (game, ply, at) in json.loads(text).items()
    }
