"""Proposes the name that is most like what somebody has typed. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import Final
from unicodedata import combining, normalize

_NEAR: Final = 0.67
"""How alike a name must be to be proposed: 1 is equal. *clear* must not become *leave*."""
_LONGEST: Final = 40
"""Characters of a text that are compared; a longer one is like no name."""
_MOST: Final = 200
"""Names that are compared at most."""


def fold(text: str) -> str:
    """Return a text without case, accents and needless spaces, as somebody may type it.

    >>> fold("  Liège ")
    'liege'
    """
    parts = normalize("NFKD", " ".join(text.casefold().split()))
    return "".join(sign for sign in parts if not combining(sign))


def nearest(text: str, names: Iterable[str]) -> str:
    """Return the name that a misspelt text is most like; empty if it is like none.

    A text may also be like one word of a name, or like its beginning.

    >>> nearest("patani", ["Khorat", "Pattani"]), nearest("nakon", ["Nakhon Si Thammarat"])
    ('Pattani', 'Nakhon Si Thammarat')
    >>> nearest("paris", ["Khorat", "Pattani"])
    ''
    """
    if len(text) > _LONGEST or not text.strip():  # type: ignore[characters]
        return ""
    known = [name for _, name in zip(range(_MOST), names, strict=False)]
    found = [(_likeness(fold(text), fold(name)), name) for name in known]
    best, name = max(found, key=lambda each: each[0], default=(0.0, ""))
    return name if best >= _NEAR else ""


def did_you_mean(text: str, names: Iterable[str]) -> str:
    """Return a question with the nearest name, behind a space; empty if no name is near.

    >>> did_you_mean("patani", ["Pattani"])
    ' Do you mean Pattani?'
    """
    name = nearest(text, names)
    return f" Do you mean {name}?" if name else ""


def _likeness(text: str, name: str) -> float:
    """Return how alike two folded texts are, from 0 to 1."""
    if min(len(text), len(name)) < 2:  # type: ignore[characters] # a letter is like many
        return 0.0
    return max(SequenceMatcher(None, text, part).ratio() for part in _parts(text, name))


def _parts(text: str, name: str) -> Iterator[str]:
    """Iterate over a name, its words, and its beginning of as many words as the text has."""
    words = name[:_LONGEST].split()
    yield " ".join(words)
    if len(words) > 1:
        yield from words
        yield " ".join(words[: len(text.split())])
