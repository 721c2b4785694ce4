"""The names players go by: printable, not too long, and no two that look alike."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import Final

from protocol.messages import MAX_NAME
from protocol.text import printable
from server.players.confusables import look_alike_keys
from server.refusals import RefusedError

NAMELESS: Final = "Player"
"""What a player is called who gives no name."""
_COUNTED: Final = 9
"""How far namesakes are counted; beyond, each gets a number at random, so that it costs little."""


def clean_name(name: str) -> str:
    """Return a name as everybody sees it; that of a player who gives none is `NAMELESS`.

    Raises:
        RefusedError: bad_name: nothing of it can be seen.
    """
    if not name:
        return NAMELESS
    shown = printable(name, MAX_NAME)
    if not shown:
        raise RefusedError(
            "bad_name", "Your name has no letter that can be seen: choose another one."
        )
    return shown


def kept_name(name: str) -> str:
    """Return a name that an earlier release has kept, fit to be shown."""
    return printable(name, MAX_NAME) or NAMELESS


def distinct_name(name: str, is_taken: Callable[[str], bool]) -> str:
    """Return the name, or with a number behind it if somebody's name looks like it.

    Args:
        name: a clean name.
        is_taken: tells of one of a name's `look_alike_keys` whether somebody else has it.
    """
    for number in _suffixes():
        numbered = f"{name[: MAX_NAME - len(number)].rstrip()}{number}"
        if not any(map(is_taken, look_alike_keys(numbered))):
            return numbered
    raise AssertionError("numbers do not end")


def _suffixes() -> Iterator[str]:
    yield ""
    yield from (f" {number}" for number in range(2, _COUNTED + 1))
    largest = 10 * _COUNTED
    while True:
        yield f" {_COUNTED + 1 + secrets.randbelow(largest)}"
        largest = min(2 * largest, 10**9)
