"""What the check of a game that is over has come to, as lines of the log. Pure functions."""

from __future__ import annotations

from textual.content import Content

from client.verify import Verdict
from siam_tui.board.look import Look


def proof_lines(verdict: Verdict, look: Look) -> list[Content]:
    """Return a line if all is well, else a line for each thing that is not."""
    if verdict.proven:
        return [
            Content.styled("Checked: the setup is fair, every move signed.", look.palette.faint)
        ]
    wrong = (Content.styled(f"! {each}", look.palette.alarm) for each in verdict.marked("wrong"))
    unproven = (Content.styled(each, look.palette.faint) for each in verdict.marked("open"))
    return [*wrong, *unproven]


def alarm(verdict: Verdict) -> str:
    """Return what to say aloud of a game that is not as it should be; nothing of one that is."""
    if not verdict.wrong:
        return ""
    return "This game's record is not right. Keep it, and ask the lobby's host: " + " ".join(
        verdict.marked("wrong")
    )
