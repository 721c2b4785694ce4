"""What is thought of a move, in words that the report and the graph share. Pure functions."""

from __future__ import annotations

from siam_tui.analysis.verdicts import Verdict
from siam_tui.model.replay import Replay
from siam_tui.ui.text import listed


def per_cent(value: float) -> int:
    """Return a chance, or what was lost of one, as a whole number of per cent."""
    return round(100 * value)


def certainty(replay: Replay, verdict: Verdict) -> str:
    """Return who wins for certain after a move that is solved."""
    chances = zip(replay.sides, verdict.after, strict=True)
    winners = [name for name, value in chances if value > 0]
    return f"{listed(winners)} {'win' if len(winners) > 1 else 'wins'}, whatever the others do."


def leader(replay: Replay, verdict: Verdict) -> str:
    """Return which side is ahead after a move."""
    return replay.sides[verdict.after.index(max(verdict.after))]
