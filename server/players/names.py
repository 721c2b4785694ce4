"""The names of players: printable, short, and never two that look alike.

Names look alike by the skeletons of Unicode's security mechanisms (UTS #39).
"""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from importlib.resources import files
from typing import Final

from games.bot_characters import bot_names
from protocol.limits import MAX_NAME
from protocol.text import printable
from server.refusals import RefusedError
from texts import say


def look_alike_keys(name: str) -> frozenset[str]:
    """Return the keys that a name shares with every name that looks like it.

    Two names look alike if they share a key. One key takes capitals as they are drawn, so a capital
    I is an l. The other takes all letters as small ones.

    >>> look_alike_keys("Alice") & look_alike_keys("AIice")
    frozenset({'alice'})
    """
    folded = unicodedata.normalize("NFKC", name)
    return frozenset({_skeleton(folded.casefold()), _skeleton(folded).casefold()})


def _skeleton(text: str) -> str:
    """Return a text in which each character is replaced by the one that it looks like."""
    mapped = unicodedata.normalize("NFD", text).translate(_table())
    return unicodedata.normalize("NFD", mapped)


@cache
def _table() -> dict[int, str]:
    """Return what replaces each character; `scripts/confusables.py` writes the file."""
    lines = files("server.players").joinpath("confusables.txt").read_text("ascii").splitlines()
    pairs = (line.split(";") for line in lines)
    return {
        int(letter, 16): "".join(chr(int(each, 16)) for each in others.split())
        for letter, others in pairs
    }


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
        raise RefusedError("bad_name", say("server/invisible-name"))
    if _is_like_bot(shown):
        raise RefusedError("bad_name", say("server/bots-name"))
    return shown


def kept_name(name: str) -> str:
    """Return a name from the store of an earlier release, made printable, and no bot's."""
    shown = printable(name, MAX_NAME)
    return NAMELESS if not shown or _is_like_bot(shown) else shown


def _is_like_bot(name: str) -> bool:
    """Return whether a name has the name of a bot in it, whatever stands around its letters."""
    return any(
        bot in own
        for own in map(_letters_only, look_alike_keys(name))
        for bot in _letters_of_bots()
    )


@cache
def _letters_of_bots() -> frozenset[str]:
    return frozenset(_letters_only(key) for name in bot_names() for key in look_alike_keys(name))


def _letters_only(text: str) -> str:
    return "".join(filter(str.isalpha, text))


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
