"""How often a player may talk."""

from __future__ import annotations

from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass, field

from server.refusals import RefusedError

BURST = 6
"""Lines a player may say within `BURST_SECONDS`."""
BURST_SECONDS = 10.0
_REMEMBERED = 1000
"""Players whose lines are counted; those who talked longest ago are forgotten."""


@dataclass(slots=True)
class TalkLimit:
    """Counts the lines that players have said lately.

    Attributes:
        clock: a clock that never goes back, in seconds.
    """

    clock: Callable[[], float]
    _lines: OrderedDict[str, deque[float]] = field(default_factory=OrderedDict)

    def refuse_if_too_fast(self, player: str) -> None:
        """Return if a player may say another line now.

        Raises:
            RefusedError: too_fast.
        """
        lines = self._lines.get(player)
        if lines and len(lines) == BURST and self.clock() - lines[0] < BURST_SECONDS:
            raise RefusedError("too_fast", "That is a lot at once: wait a few seconds.")

    def count_line(self, player: str) -> None:
        """Count a line that a player has said."""
        lines = self._lines.setdefault(player, deque(maxlen=BURST))
        self._lines.move_to_end(player)
        if len(self._lines) > _REMEMBERED:
            self._lines.popitem(last=False)
        lines.append(self.clock())
