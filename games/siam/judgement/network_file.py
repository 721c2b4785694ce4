"""Files with a trained network.

They have a line that says what they are, the figures of the training as one line of JSON, and the
numbers, compressed.
"""

from __future__ import annotations

import json
import zlib
from pathlib import Path
from typing import Any, Final

_TITLE: Final = b"siam-tui network 1\n"
MAX_BYTES: Final = 1 << 20
"""A larger file is not read."""
_MAX_FIGURES: Final = 4096


class NetworkFileError(ValueError):
    """A file with a network that cannot be used; its text says why."""


def write_network(path: Path, figures: dict[str, Any], numbers: bytes) -> None:
    """Write a network, 16-bit numbers with the low byte first, and the figures of its training."""
    head = json.dumps(figures).encode() + b"\n"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(_TITLE + head + zlib.compress(numbers, 9))


def read_network(path: Path, size: int) -> bytes:
    """Return the numbers of a network, as bytes.

    Args:
        path: the file.
        size: how many bytes there must be.

    Raises:
        NetworkFileError: there is no such file, or not with such a network.
    """
    try:
        with path.open("rb") as file:
            found = file.read(MAX_BYTES + 1)
    except OSError as error:
        raise NetworkFileError(f"{path.name} cannot be read: {error.strerror}") from error
    if len(found) > MAX_BYTES or not found.startswith(_TITLE):
        raise NetworkFileError(f"{path.name} is no network of this program")
    _, _, rest = found.partition(_TITLE)
    _, newline, packed = rest.partition(b"\n")
    unpacker = zlib.decompressobj()
    try:
        numbers = unpacker.decompress(packed, size + 1)
    except zlib.error as error:
        raise NetworkFileError(f"{path.name} is damaged: {error}") from error
    if not newline or not unpacker.eof or len(numbers) != size:
        raise NetworkFileError(f"{path.name} is damaged: it must have {size} bytes of numbers")
    return numbers
