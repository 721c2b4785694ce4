"""Chance from a seed, the same on every machine and in every version.

The seed is stretched to a stream of 64-bit numbers: SHA-256 over the seed (32 bytes, big-endian)
and a counter from 0 (8 bytes, big-endian) gives four of them, big-endian, in order. A number below
n is the next number of the stream that is below the largest multiple of n, modulo n. A shuffle is
Fisher and Yates': for i from the last index down to 1, swap items i and a number below i + 1.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Final, TypeVar

SEED_BYTES: Final = 32

_T = TypeVar("_T")


class Chance:
    """The stream of chance that a seed stands for."""

    def __init__(self, seed: int) -> None:
        """Start the stream of a seed from 0 to 2**256 - 1.

        Raises:
            ValueError: the seed is out of range.
        """
        if not 0 <= seed < 1 << 8 * SEED_BYTES:
            raise ValueError(f"a seed is a number from 0 to 2^{8 * SEED_BYTES} - 1")
        self._numbers = _stream(seed.to_bytes(SEED_BYTES, "big"))

    def below(self, limit: int) -> int:
        """Draw a number from 0 to limit - 1, each as likely as the others."""
        fair = (1 << 64) // limit * limit
        return next(number for number in self._numbers if number < fair) % limit

    def shuffle(self, items: list[_T]) -> None:
        """Shuffle a list in place."""
        for last in range(len(items) - 1, 0, -1):
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]


def _stream(seed: bytes) -> Iterator[int]:
    counter = 0
    while True:
        block = hashlib.sha256(seed + counter.to_bytes(8, "big")).digest()
        for start in range(0, len(block), 8):
            yield int.from_bytes(block[start : start + 8], "big")
        counter += 1
