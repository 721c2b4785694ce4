"""Trained networks, run by the C text beside this module; there is none where that is not there."""

from __future__ import annotations

import ctypes
from functools import cache
from pathlib import Path
from typing import Any, Final
from zlib import crc32

from games import compiled
from games.siam.judgement.network_file import NetworkFileError, read_network

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
