"""The names of players: printable, short, and never two that look alike."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from typing import Final

from protocol.limits import MAX_NAME
from protocol.text import printable
from server.players.confusables import look_alike_keys
from server.refusals import RefusedError

NAMELESS: Final = "Player"
"""The name of a player who gives none."""
_COUNTED: Final = 9
"""Players of one name who get the next number; later ones get random numbers, which is faster."""


def clean_name(name: str) -> str:
    """Return a name as everybody sees it; `NAMELESS` if it is empty.

    Raises:
        RefusedError: bad_name: no letter of it is visible.
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
    """Return a name from the store of an earlier release, made printable."""
    return printable(name, MAX_NAME) or NAMELESS


def distinct_name(name: str, is_taken: Callable[[str], bool]) -> str:
    """Return the name, with a number behind it if another player's name looks like it.

    Args:
        name: a clean name.
        is_taken: returns whether another player has one of the `look_alike_keys` of a name.
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
