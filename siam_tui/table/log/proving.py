"""The result of checking a finished game, as lines of the log. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from textual.content import Content

from client.changes import DrawWarning
from client.verify import Verdict
from siam_tui.appearance.style import Look


def proof_lines(verdict: Verdict, width: int, look: Look) -> list[Content]:
    """Return a sentence if all is well, else one for each thing that is not; in lines."""
    if verdict.proven:
        told = [("Checked: the setup is fair, every move signed.", look.palette.faint)]
    else:
        told = [(f"! {each}", look.palette.alarm) for each in verdict.marked("wrong")]
        told += [(each, look.palette.faint) for each in verdict.marked("open")]
    return [line for text, style in told for line in Content.styled(text, style).wrap(width)]


def warning_lines(warnings: Sequence[DrawWarning], width: int, look: Look) -> list[Content]:
    """Return what happened to the draws of a table's setups; in lines."""
    told = [
        (f"! {each.sentence}", look.palette.alarm)
        if each.wrong
        else (each.sentence, look.palette.faint)
        for each in warnings
    ]
    return [line for text, style in told for line in Content.styled(text, style).wrap(width)]


def alarm(verdict: Verdict) -> str:
    """Return what to say aloud of a game that is not as it should be; nothing of one that is."""
    if not verdict.wrong:
        return ""
    return "This game's record is not right. Keep it, and ask the lobby's host: " + " ".join(
        verdict.marked("wrong")
    )
