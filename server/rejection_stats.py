"""Counts what a server rejects, by reason, for its host."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from typing import Final

WORDS: Final = {
    "stale": "too late, as the game had moved on",
    "StaleError": "too late, as the game had moved on",
    "not_here": "about a table that its sender had left",
    "not_host": "that only the host may send",
    "not_seated": "that only a seated player may send",
    "not_running": "about a game that does not run",
    "ForgedError": "with a wrong signature",
    "MalformedError": "unreadable",
    "MisplacedError": "that does not belong where it came",
    "OversizedError": "too large",
    "UnknownTypeError": "of an unknown kind",
    "VersionError": "from another version of siam",
    "flood": "one of too many at once",
}
"""Reasons whose own names would puzzle a person."""
_NOTHING: Final = "No message and no connection was rejected."
_TITLE: Final = "Rejected since the lobby was opened, which changed no game:"
_INNER_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


@dataclass(slots=True)
class RejectionStats:
    """What one start of a server has rejected.

    Attributes:
        messages: messages rejected, by reason: an error's name, or the code of a refusal.
        connections: connections the embedded broker refused or cut off, by reason.
    """

    messages: Counter[str] = field(default_factory=Counter)
    connections: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """How much was rejected, all reasons together."""
        return self.messages.total() + self.connections.total()

    def by_reason(self) -> tuple[tuple[str, int], ...]:
        """Return reasons in words with their counts, the most frequent first."""
        counts: Counter[str] = Counter()
        for reason, count in self.messages.items():
            counts[f"message: {in_words(reason)}"] += count
        for reason, count in self.connections.items():
            counts[f"connection: {in_words(reason)}"] += count
        return tuple(counts.most_common())

    def text(self) -> str:
        """Return the counts as lines for a person."""
        if not self.total:
            return _NOTHING
        width = max(len(f"{count}") for _, count in self.by_reason())
        lines = (f"  {count:>{width}}  {reason}" for reason, count in self.by_reason())
        return "\n".join((_TITLE, *lines))


def in_words(reason: str) -> str:
    """Return a reason as a person reads it.

    >>> in_words("TooDeepError"), in_words("not_your_turn"), in_words("MalformedError")
    ('too deep', 'not your turn', 'unreadable')
    """
    return (
        WORDS.get(reason)
        or _INNER_CAPITAL.sub(" ", reason.removesuffix("Error")).replace("_", " ").lower()
    )
