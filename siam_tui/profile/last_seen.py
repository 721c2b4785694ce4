"""Where somebody was in their games when they last looked, kept from one start to the next."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from siam_tui.profile.small_files import read_own_text, replace_text

logger = logging.getLogger(__name__)

_KEPT = 200
"""Tables remembered; beyond, those looked at longest ago are forgotten."""


class Glance(NamedTuple):
    """What had happened at a table when it was last looked at.

    Attributes:
        game_number: which game at the table ran.
        ply: how many moves had been played in it.
        at: when that was, in seconds since 1970.
    """

    game_number: int
    ply: int
    at: float


class Seen:
    """The last glance at each table, in a file where there is one.

    What cannot be read or written is done without: nothing depends on it but a summary.
    """

    def __init__(self, path: Path | None, date: Callable[[], float] = time.time) -> None:
        """Read what is kept.

        Args:
            path: the file, or None to remember only as long as this program runs.
            date: the present time, in seconds since 1970.
        """
        self._path = path
        self._date = date
        self._glances = _read(path) if path else {}

    def last(self, place: str) -> Glance | None:
        """Return the last glance at a place, which names a lobby and a table."""
        return self._glances.get(place)

    def note(self, place: str, game_number: int, ply: int) -> None:
        """Keep a glance."""
        self._glances.pop(place, None)
        self._glances[place] = Glance(game_number, ply, self._date())
        for oldest in list(self._glances)[:-_KEPT]:
            del self._glances[oldest]
        if self._path is not None:
            try:
                replace_text(self._path, json.dumps(self._glances))
            except OSError as error:
                logger.warning("what was seen cannot be kept: %s", error)

    def elapsed(self, glance: Glance) -> float:
        """Return how many seconds ago a glance was."""
        return self._date() - glance.at


def _read(path: Path) -> dict[str, Glance]:
    try:
        kept = json.loads(read_own_text(path))
        return {
            str(place): Glance(int(game), int(ply), float(at))
            for place, (game, ply, at) in kept.items()
        }
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, AttributeError) as error:
        logger.warning("what was seen cannot be read: %s", error)
        return {}
