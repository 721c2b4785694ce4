"""The talk at the followed tables, without the lines of muted players."""

from __future__ import annotations

from protocol.limits import KEPT_TALK
from protocol.messages import Talk, TalkLine


class Talks:
    """The latest lines of each table's talk.

    Attributes:
        muted: fingerprints of players whose lines are not shown; only this client knows.
    """

    def __init__(self) -> None:
        self.muted: set[str] = set()
        self._lines: dict[str, dict[int, TalkLine]] = {}

    def add_lines(self, talk: Talk) -> bool:
        """Add lines, in any order and possibly again; True if one of them is new."""
        known = self._lines.setdefault(talk.table, {})
        news = [line for line in talk.lines if line.number not in known]
        known |= {line.number: line for line in news}
        for number in sorted(known)[:-KEPT_TALK]:
            del known[number]
        return bool(news)

    def forget(self, table: str) -> None:
        """Forget a table that is no longer followed."""
        self._lines.pop(table, None)

    def lines_at(self, table: str) -> tuple[TalkLine, ...]:
        """Return the lines of a table, oldest first, without those of muted players."""
        lines = self._lines.get(table, {})
        return tuple(
            lines[number] for number in sorted(lines) if lines[number].player not in self.muted
        )
