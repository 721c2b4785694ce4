"""Finds names that look alike, by the skeletons of Unicode's security mechanisms (UTS #39)."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files


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
