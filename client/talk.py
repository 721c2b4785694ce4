"""What has been said at the tables one follows, as far as one may hear it and wants to."""

from __future__ import annotations

from attrs import evolve

from protocol.messages import KEPT_TALK, MAX_TALK, Talk, TalkLine
from protocol.text import printable


class Talks:
    """The latest lines of each table's talk.

    Attributes:
        muted: fingerprints of those whose lines are not shown; nobody else knows of it.
    """

    def __init__(self) -> None:
        self.muted: set[str] = set()
        self._lines: dict[str, dict[int, TalkLine]] = {}

    def hear(self, talk: Talk) -> bool:
        """Take lines, in any order and as often as they come; True if one of them is news."""
        known = self._lines.setdefault(talk.table, {})
        news = [line for line in talk.lines if line.number not in known]
        known |= {line.number: line for each in news if (line := _shown(each)).text}
        for number in sorted(known)[:-KEPT_TALK]:
            del known[number]
        return bool(news)

    def forget(self, table: str) -> None:
        """Forget a table one no longer follows."""
        self._lines.pop(table, None)

    def at(self, table: str) -> tuple[TalkLine, ...]:
        """Return the lines of a table, oldest first, but for those of whom one has muted."""
        lines = self._lines.get(table, {})
        return tuple(
            lines[number] for number in sorted(lines) if lines[number].player not in self.muted
        )


def _shown(line: TalkLine) -> TalkLine:
    """Return a line as a terminal can show it; an earlier release may have kept it otherwise."""
    return evolve(line, text=printable(line.text, MAX_TALK))
