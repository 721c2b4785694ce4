"""Calling somebody to the terminal: its title, and its notifications. Pure functions.

A terminal that knows no such sequence ignores it. tmux hands notifications on to the terminal round
it only if it is told to: ``set -g allow-passthrough on``; and says who looks away only with
``set -g focus-events on``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.message import Message

KEEP_TITLE: Final = "\x1b[22;2t"
"""Asks the terminal to remember its title."""
GIVE_TITLE_BACK: Final = "\x1b[23;2t"

_OSC, _BELL, _ST = "\x1b]", "\x07", "\x1b\\"
_KNOWS_9: Final = frozenset({"iTerm.app", "WezTerm", "ghostty"})
_KNOWS_777: Final = ("rxvt", "foot")


class Turn(Message):
    """Says whose move it is at a table, when that is seen first or has changed.

    Attributes:
        words: what to say of it; empty when the table is left.
        called: whether it has just become this person's turn.
        seen: whether the table is what the screen shows.
    """

    def __init__(self, words: str, *, called: bool = False, seen: bool = True) -> None:
        super().__init__()
        self.seen = seen
        self.words = words
        self.called = called


def title(text: str) -> str:
    r"""Return what gives the terminal's window or tab a title (OSC 2).

    >>> title("Your turn\x07")
    '\x1b]2;Your turn\x07'
    """
    return f"{_OSC}2;{_clean(text)}{_BELL}"


def notification(heading: str, text: str, environment: Mapping[str, str]) -> str:
    """Return what makes the terminal notify: OSC 9, OSC 777, or both where it is not known which.

    Args:
        heading: what it is about.
        text: what has happened.
        environment: the variables that say which terminal it is.
    """
    heading, text = _clean(heading).replace(";", ","), _clean(text)
    nine = f"{_OSC}9;{text}{_BELL}"
    seven = f"{_OSC}777;notify;{heading};{text}{_BELL}"
    if environment.get("TMUX"):
        return _through_tmux(nine) + _through_tmux(seven)
    if environment.get("TERM_PROGRAM") in _KNOWS_9 or environment.get("TERM") == "xterm-kitty":
        return nine
    if environment.get("TERM", "").startswith(_KNOWS_777) or environment.get("VTE_VERSION"):
        return seven
    return nine + seven


def _through_tmux(sequence: str) -> str:
    return "\x1bPtmux;" + sequence.replace("\x1b", "\x1b\x1b") + _ST


def _clean(text: str) -> str:
    """Return a text that cannot end the sequence it stands in: names come from other people."""
    return "".join(sign for sign in text if sign.isprintable())
