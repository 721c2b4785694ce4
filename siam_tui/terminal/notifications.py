"""Escape sequences for a terminal's title and notifications. Pure functions.

A terminal ignores sequences it does not know. tmux passes notifications on only with ``set -g
allow-passthrough on``, and reports the focus only with ``set -g focus-events on``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from textual.message import Message

PUSH_TITLE: Final = "\x1b[22;2t"
"""Makes the terminal remember its title."""
POP_TITLE: Final = "\x1b[23;2t"

_OSC, _BELL, _ST = "\x1b]", "\x07", "\x1b\\"
_KNOWS_9: Final = frozenset({"iTerm.app", "WezTerm", "ghostty"})
_KNOWS_777: Final = ("rxvt", "foot")


class Turn(Message):
    """Whose turn it is at a table, or what another player asks; when it changes.

    Attributes:
        words: the sentence to show; empty when the table is left.
        game: title of the game; empty when the table is left.
        called: whether this person is to decide something now, since just before.
        seen: whether the screen shows the table.
    """

    def __init__(
        self, words: str, game: str = "", *, called: bool = False, seen: bool = True
    ) -> None:
        super().__init__()
        self.game = game
        self.seen = seen
        self.words = words
        self.called = called


def title(text: str) -> str:
    r"""Return the sequence that sets the title of the terminal's window or tab (OSC 2).

    >>> title("Your turn\x07")
    '\x1b]2;Your turn\x07'
    """
    return f"{_OSC}2;{_clean(text)}{_BELL}"


def notification(heading: str, text: str, environment: Mapping[str, str]) -> str:
    """Return the sequence of a notification: OSC 9, OSC 777, or both if it is not known which.

    Args:
        heading: the heading.
        text: the text.
        environment: environment variables, which identify the terminal.
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
    """Return a text that cannot end its escape sequence: names come from other people."""
    return "".join(sign for sign in text if sign.isprintable())
