"""Earlier positions of a game, as short digests, for games in which positions come back."""

from __future__ import annotations

import hashlib
from typing import Final

DIGITS: Final = "0123456789abcdefghijklmnopqrstuv"
_BITS: Final = 50
"""Bits of a digest: ten characters of five bits."""


def past_of(position: object) -> tuple[str, ...] | None:
    """Return the digests of the earlier positions; None for a game that keeps none."""
    past: tuple[str, ...] | None = getattr(position, "past", None)
    return past


def digest(text: str) -> str:
    """Return the digest of a position's text."""
    number = int.from_bytes(hashlib.sha256(text.encode()).digest()) >> 256 - _BITS
    return "".join(DIGITS[number >> bit & 31] for bit in range(_BITS - 5, -1, -5))
