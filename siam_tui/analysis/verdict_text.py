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


def certainty(replay: Replay, verdict: Verdict) -> str:
    """Return who wins for certain after a move that is solved."""
    chances = zip(replay.sides, verdict.after, strict=True)
    winners = [name for name, value in chances if value > 0]
    template = (_NOBODY_WINS, _WINS, _WIN)[min(len(winners), 2)]
    return template.format(winners=listed(winners) if winners else "")


def leader(replay: Replay, verdict: Verdict) -> str:
    """Return which side is ahead after a move."""
    return replay.sides[verdict.after.index(max(verdict.after))]
