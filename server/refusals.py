"""Why a command is refused."""

from __future__ import annotations


class RefusedError(Exception):
    """A command is refused; nothing has changed.

    Attributes:
        code: a reason for programs, as ``not_your_turn``.
        sentence: the reason for people, and what to do.
    """

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(f"{code}: {sentence}")
        self.code = code
        self.sentence = sentence


def sentence(reason: str) -> str:
    """Return a game's reason as a sentence that fits a message."""
    short = reason[:398] or "that is refused"
    return short[0].upper() + short[1:] + ("" if short.endswith((".", "!", "?")) else ".")
