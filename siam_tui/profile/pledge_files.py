"""What a player is bound to in the draws of setups, kept in files from one start to the next."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from client.pledges import Share, read_share
from protocol.errors import MalformedError
from siam_tui.profile.small_files import replace_text

logger = logging.getLogger(__name__)

_MOST_TABLES = 1000
"""Files of one lobby; beyond, those of the tables drawn at longest ago go. A server cannot bring
that about: only tables the player went to have a file."""
_MOST_PROOFS = 100
_MOST_CHARACTERS = 64 * 1024


@dataclass(frozen=True, slots=True)
class PledgeFolder:
    """Files of one lobby's tables, one a table, that only their owner may read.

    What cannot be read or written is done without: the program still knows what it has pledged
    since it was started.

    Attributes:
        folder: where the files are; made when something is first written.
    """

    folder: Path

    @classmethod
    def of(cls, profile: Path, lobby: str) -> PledgeFolder:
        """Return that of a lobby in a profile's folder; both named by the server's fingerprint."""
        return cls(profile / "pledges" / _file_name(lobby))

    def read(self, table: str) -> Share | None:
        """Return what is kept of a table."""
        path = self._path(table)
        try:
            if path.stat().st_size > _MOST_CHARACTERS:
                raise MalformedError("it is too long")
            return read_share(path.read_text("utf-8"))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, MalformedError) as error:
            logger.warning("%s cannot be read: %s", path, error)
            return None

    def write(self, table: str, share: Share) -> None:
        """Keep this of a table, in place of what was kept before."""
        path = self._path(table)
        try:
            is_new = not path.exists()
            replace_text(path, share.to_text())
            if is_new:
                self._drop_oldest()
        except OSError as error:
            logger.warning("%s cannot be written: %s", path, error)

    def keep_proof(self, number: int, text: str) -> str:
        """Keep the proof that a server broke its word, and return its file; empty if it failed."""
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


def _file_name(name: str) -> str:
    """Return a name of a server's choosing as one that is good for a file."""
    return hashlib.blake2b(name.encode(), digest_size=15).hexdigest()
