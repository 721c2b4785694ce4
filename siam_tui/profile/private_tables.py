"""The keys of private tables, kept from one start to the next: who had a link needs it no more."""

from __future__ import annotations

import json
import logging
from pathlib import Path

from client import Client
from protocol.errors import KeyTextError
from protocol.keys import decode_key, encode_key
from protocol.links import Link
from siam_tui.profile.small_files import read_own_text, replace_text

logger = logging.getLogger(__name__)

_KEPT = 200
"""Keys remembered; beyond, the oldest are forgotten."""


class PrivateTables:
    """Keys by lobby and table, in a file that only its owner may read.

    What cannot be read or written is done without: the link has the key as well.
    """

    def __init__(self, path: Path | None) -> None:
        """Read what is kept.

        Args:
            path: the file, or None to remember only as long as this program runs.
        """
        self._path = path
        self._keys = _read(path) if path else {}

    @classmethod
    def of(cls, folder: Path) -> PrivateTables:
        """Return those of a profile, by its folder."""
        return cls(folder / "private-tables.json")

    def come(self, client: Client, link: Link) -> None:
        """Give a client what is kept of its lobby, and keep the key in the link it came by."""
        self.give(client, link.lobby)
        if link.table_key:
            self.keep(link.lobby, link.table, link.table_key)

    def opened(self, client: Client, lobby: str, table: str, key: bytes) -> None:
        """Give a client the key of a table it has opened, and keep it."""
        client.hold_key(table, key)
        self.keep(lobby, table, key)

    def give(self, client: Client, lobby: str) -> None:
        """Give a client the keys to the tables of its lobby."""
        for place, key in self._keys.items():
            its_lobby, _, table = place.partition("/")
            if its_lobby == lobby:
                client.hold_key(table, key)

    def keep(self, lobby: str, table: str, key: bytes) -> None:
        """Keep a key."""
        place = f"{lobby}/{table}"
        if self._keys.get(place) == key:
            return
        self._keys.pop(place, None)
        self._keys[place] = key
        for oldest in list(self._keys)[:-_KEPT]:
            del self._keys[oldest]
        if self._path is not None:
            text = json.dumps({name: encode_key(each) for name, each in self._keys.items()})
            try:
                replace_text(self._path, text)  # a new file, mode 0600
            except OSError as error:
                logger.warning("%s cannot be written: %s", self._path, error)


def _read(path: Path) -> dict[str, bytes]:
    try:
        kept: object = json.loads(read_own_text(path))
        assert isinstance(kept, dict)
        return {str(place): decode_key(str(key)) for place, key in kept.items()}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, AssertionError, KeyTextError) as error:
        logger.warning("%s cannot be read: %s", path, error)
        return {}
