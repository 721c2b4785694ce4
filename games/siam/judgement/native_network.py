"""Trained networks: their files, and the C text that runs them; there is none without that.

They have a line that says what they are, the figures of the training as one line of JSON, and the
numbers, compressed.
"""

from __future__ import annotations

import ctypes
import json
import zlib
from functools import cache
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from games import compiled

_TITLE: Final = b"siam-tui network 1\n"
MAX_BYTES: Final = 1 << 20
"""A larger file is not read."""


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


_FOLDER: Final = Path(__file__).parent
NETWORKS: Final = _FOLDER / "trained_networks"
_MOST_SIDES: Final = 3
CANDIDATE_BYTES: Final = 16
_NUMBER_BYTES: Final = 2
_PLAYERS: Final = range(2, 5)


class Network:
    """A trained network for one number of players.

    Attributes:
        name: tells it from other networks.
    """

    def __init__(self, library: ctypes.CDLL, players: int, numbers: bytes) -> None:
        """Take its numbers, as a file has them.

        Raises:
            NetworkFileError: there is no memory for it.
        """
        self.name = f"{crc32(numbers):08x}"
        self._compare = library.siam_compare
        self._judge = library.siam_judge
        made = library.siam_make_network(players, numbers)
        if not made:
            raise NetworkFileError("there is no memory for the network")
        self._network = ctypes.c_void_p(made)  # until the program ends

    def judge(self, position: bytes) -> tuple[float, ...]:
        """Return how likely each side wins in a packed position.

        Raises:
            ValueError: the bytes are no position for as many players.
        """
        values = (ctypes.c_float * _MOST_SIDES)()
        sides = self._judge(self._network, position, values)
        if not sides:
            raise ValueError("no position for this network")
        return tuple(values[:sides])

    def compare(self, position: bytes, width: int, most: int) -> bytes:
        """Return the moves that look best, best first, each as a number and a packed move.

        Args:
            position: packed; it is not over.
            width: for how many actions the followers to take are compared; 0 for all.
            most: no more moves than that are compared at the end.

        Raises:
            ValueError: the bytes are no position for as many players.
        """
        found = ctypes.create_string_buffer(CANDIDATE_BYTES * most)
        count = self._compare(self._network, position, width, found, most)
        if not count:
            raise ValueError("no position for this network")
        return ctypes.string_at(found, CANDIDATE_BYTES * count)


def network_for(players: int) -> Network | None:
    """Return the network for a number of players, if it can be run here."""
    return _found(NETWORKS, players)[0]


def describe_judgement() -> str:
    """Return in words for how many players the learned judgement is used, and why not for others.

    >>> describe_judgement().startswith("judgement: ")
    True
    """
    parts = []
    for players in _PLAYERS:
        network, reason = _found(NETWORKS, players)
        how = f"learned ({network.name})" if network else f"made by hand ({reason})"
        parts.append(f"{players} players: {how}")
    return f"judgement: {'; '.join(parts)}"


@cache
def _found(folder: Path, players: int) -> tuple[Network | None, str]:
    """Return a network, or None and why there is none."""
    path = folder / f"{players}.net"
    if not path.exists():
        return None, f"{path.name} is missing"
    try:
        return load_network(path, players), ""
    except NetworkFileError as error:
        return None, str(error)


def load_network(path: Path, players: int) -> Network:
    """Return the network in a file.

    Raises:
        NetworkFileError: it cannot be used, or nothing is compiled here.
    """
    library = _library()
    if library is None:
        raise NetworkFileError("the C text is not compiled here")
    size = library.siam_network_size(players) * _NUMBER_BYTES
    return Network(library, players, read_network(path, size))


@cache
def _library() -> Any:  # noqa: ANN401 - of functions that ctypes finds
    """Return the compiled C text; None if it is not there or cannot be loaded."""
    path = compiled.library_beside(_FOLDER)
    if path is None:
        return None
    try:
        library = ctypes.CDLL(str(path))
        library.siam_make_network.restype = ctypes.c_void_p
    except (OSError, AttributeError):
        return None
    return library
