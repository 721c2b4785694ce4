"""Keeps what only this player knows of tables: keys of private ones, and shares in draws."""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from client.client import Client
from client.draws.pledges import Share, read_share
from protocol.errors import MalformedError
from protocol.keys import decode_key, encode_key
from protocol.links import Link
from siam_tui.profile.small_files import KeptFile, replace_text

logger = logging.getLogger(__name__)

_MOST_TABLES = 1000
"""Files of one lobby; the oldest are deleted first. A server cannot cause that: only tables the
player visited have a file."""
_MOST_PROOFS = 100
_MOST_CHARACTERS = 64 * 1024


@dataclass(frozen=True, slots=True)
class PledgeFolder:
    """One file per table of a lobby, readable only by the owner.

    Errors of a file are only logged: the program still knows what it pledged since its start.

    Attributes:
        folder: the folder of the files; created at the first write.
    """

    folder: Path

    @classmethod
    def in_profile(cls, profile: Path, lobby: str) -> PledgeFolder:
        """Return the folder of a lobby, by the server's fingerprint, inside a profile's folder."""
        return cls(profile / "pledges" / _file_name(lobby))

    def read(self, table: str) -> Share | None:
        """Return the share kept for a table."""
        return KeptFile(self._path(table)).read(_parse_share)

    def write(self, table: str, share: Share) -> None:
        """Replace the share kept for a table."""
        path = self._path(table)
        try:
            is_new = not path.exists()
            replace_text(path, share.to_json())
            if is_new:
                self._drop_oldest()
        except OSError as error:
            logger.warning("%s cannot be written: %s", path, error)

    def keep_proof(self, number: int, text: str) -> str:
        """Keep a proof that a server broke its commitment; return its file, empty on failure."""
        try:
            for path in self._proofs(number):
                if not path.exists():
                    replace_text(path, text)
                    return str(path)
                if path.read_text("utf-8") == text:
                    return str(path)
        except (OSError, ValueError) as error:
            logger.warning("a proof cannot be kept in %s: %s", self.folder, error)
        return ""

    def _path(self, table: str) -> Path:
        return self.folder / f"{_file_name(table)}.json"

    def _proofs(self, number: int) -> Iterator[Path]:
        folder = self.folder.parent.parent / "proofs"
        for each in count(1):
            if each > _MOST_PROOFS:
                return
            yield folder / f"two-commitments-game-{number}-{each}.json"

    def _drop_oldest(self) -> None:
        files = list(self.folder.glob("*.json"))
        if len(files) > _MOST_TABLES:
            files.sort(key=lambda path: path.stat().st_mtime)
            for path in files[:-_MOST_TABLES]:
                path.unlink(missing_ok=True)


def _parse_share(text: str) -> Share:
    if len(text) > _MOST_CHARACTERS:
        raise MalformedError("it is too long")
    return read_share(text)


def _file_name(name: str) -> str:
    """Return a safe file name for a name that a server chose."""
    return hashlib.blake2b(name.encode(), digest_size=15).hexdigest()


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
