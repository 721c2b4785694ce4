"""Keeps a player's shares in the draws of setups in files, between starts."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from client.draws.pledges import Share, read_share
from protocol.errors import MalformedError
from siam_tui.profile.kept_file import KeptFile
from siam_tui.profile.small_files import replace_text

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
