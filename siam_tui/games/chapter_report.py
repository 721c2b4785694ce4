"""What a chapter of a game came to, for the page that is shown when it has ended."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChapterReport:
    """The end of a chapter in sentences.

    Attributes:
        title: such as ``End of round 4``.
        sentences: what to show, the most important first: a small screen leaves out the last ones.
        rows: the same for a screen of 110 characters or more, a line each.
        spoken: the same to be heard.
    """

    title: str
    sentences: tuple[str, ...]
    rows: tuple[str, ...]
    spoken: tuple[str, ...]
