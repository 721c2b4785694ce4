"""Which names look alike: the skeletons of Unicode's security mechanisms (UTS #39)."""

from __future__ import annotations

import unicodedata
from functools import cache
from importlib.resources import files


def look_alike_keys(name: str) -> frozenset[str]:
    """Return what a name has in common with every name that looks like it.

    Two names look alike if they share a key. One key takes capitals as they are drawn, so that a
    capital I is an l; the other takes all letters as small ones.

    >>> look_alike_keys("Alice") & look_alike_keys("AIice")
    frozenset({'alice'})
    """
    folded = unicodedata.normalize("NFKC", name)
    return frozenset({_skeleton(folded.casefold()), _skeleton(folded).casefold()})


def _skeleton(text: str) -> str:
    """Return a text in the characters that stand for those it has."""
    mapped = unicodedata.normalize("NFD", text).translate(_table())
    return unicodedata.normalize("NFD", mapped)


@cache
def _table() -> dict[int, str]:
    """Return what stands for which character; `scripts/confusables.py` has written the file."""
    lines = files("server.players").joinpath("confusables.txt").read_text("ascii").splitlines()
    pairs = (line.split(";") for line in lines)
    return {
        int(letter, 16): "".join(chr(int(each, 16)) for each in others.split())
        for letter, others in pairs
    }
