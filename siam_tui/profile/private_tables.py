"""Keeps the keys of private tables between starts, so that a link is needed only once."""

from __future__ import annotations

import json
from pathlib import Path

from client.client import Client
from protocol.keys import decode_key, encode_key
from protocol.links import Link
from siam_tui.profile.kept_file import KeptFile

_KEPT = 200
"""Keys remembered; the oldest are dropped first."""


class PrivateTables:
    """Keys by lobby and table, in a file readable only by the owner.

    Errors of the file are only logged: the link has the key too.
    """

    def __init__(self, path: Path | None) -> None:
        """Read the file.

        Args:
            path: the file, or None to remember only while this program runs.
        """
        self._file = KeptFile(path)
        self._keys = self._file.read(_parse_table_keys) or {}

    @classmethod
    def in_profile(cls, folder: Path) -> PrivateTables:
        """Return the keys kept in a profile's folder."""
        return cls(folder / "private-tables.json")

    def add_from_link(self, client: Client, link: Link) -> None:
        """Give a client the keys of its lobby's tables; the key in its link is the one it uses."""
        self.give_keys(client, link.lobby)
        if link.table_key:
            client.hold_key(link.table, link.table_key)

    async def keep_proven_key(self, client: Client, link: Link) -> None:
        """Keep the key in a link once it has opened its table: a damaged link opens none."""
        if not link.table_key:
            return
        async with client.changes() as changes:
            while not _shows_table(client, link.table):
                if client.status.ended or await anext(changes, None) is None:
                    return
        self.keep_table_key(link.lobby, link.table, link.table_key)

    def add_opened_table(self, client: Client, lobby: str, table: str, key: bytes) -> None:
        """Give a client the key of a table that it opened, and keep the key."""
        client.hold_key(table, key)
        self.keep_table_key(lobby, table, key)

    def give_keys(self, client: Client, lobby: str) -> None:
        """Give a client the keys of its lobby's tables."""
        for place, key in self._keys.items():
            its_lobby, _, table = place.partition("/")
            if its_lobby == lobby:
                client.hold_key(table, key)

    def keep_table_key(self, lobby: str, table: str, key: bytes) -> None:
        """Keep a key."""
        place = f"{lobby}/{table}"
        if self._keys.get(place) == key:
            return
        self._keys.pop(place, None)
        self._keys[place] = key
        for oldest in list(self._keys)[:-_KEPT]:
            del self._keys[oldest]
        self._file.write(json.dumps({name: encode_key(each) for name, each in self._keys.items()}))


def _shows_table(client: Client, table: str) -> bool:
    return client.lobby is not None and any(each.table == table for each in client.lobby.tables)


def _parse_table_keys(text: str) -> dict[str, bytes]:
    return {str(place): decode_key(str(key)) for place, key in json.loads(text).items()}
