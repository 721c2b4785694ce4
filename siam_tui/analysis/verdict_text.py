"""The engine's verdict on a move in words, for the report and the graph. Pure functions."""

from __future__ import annotations

from siam_tui.analysis.verdicts import Verdict
from siam_tui.model.replay import Replay
from siam_tui.ui.text import listed

_WINS = "{winners} wins, whatever the others do."
_WIN = "{winners} win, whatever the others do."
_NOBODY_WINS = "Nobody wins, whatever anybody does."


def per_cent(value: float) -> int:
    """Return a chance, or a loss of one, as a whole number of per cent."""
    return round(100 * value)


def chance_in_per_cent(chance: float, *, is_certain: bool) -> int:
    """Return a chance as a whole number of per cent; one that is not certain is never 0 or 100.

    >>> chance_in_per_cent(0.999, is_certain=False), chance_in_per_cent(1.0, is_certain=True)
    (99, 100)
    """
    return per_cent(chance) if is_certain else min(max(per_cent(chance), 1), 99)


def certainty(replay: Replay, verdict: Verdict) -> str:
    """Return who wins for certain after a move that is solved."""
    chances = zip(replay.sides, verdict.after, strict=True)
    winners = [name for name, value in chances if value > 0]
    template = (_NOBODY_WINS, _WINS, _WIN)[min(len(winners), 2)]
    return template.format(winners=listed(winners) if winners else "")


def leader(replay: Replay, verdict: Verdict) -> str:
    """Return which side is ahead after a move."""
    return replay.sides[verdict.after.index(max(verdict.after))]
