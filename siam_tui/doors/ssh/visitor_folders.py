"""The folders of the visitors' profiles: a key's is kept, a guest's is deleted."""

from __future__ import annotations

import logging
import os
import re
import shutil
from collections.abc import Collection
from pathlib import Path
from typing import Final

from protocol.keys import SecretKey
from siam_tui.profile.small_files import make_folder

MOST_PROFILES: Final = 1000
"""Profiles of keys that are kept; those unused longest are deleted first. Keys cost nothing."""
_GUEST: Final = re.compile(r"guest-(\d+)-\d+")

logger = logging.getLogger(__name__)


class VisitorFolders:
    """The folders of all visitors."""

    def __init__(self, folder: Path, most: int = MOST_PROFILES) -> None:
        """Prepare, and delete what guests of doors that ended by a crash have left.

        Args:
            folder: where all of them are.
            most: how many profiles of keys are kept.

        Raises:
            OSError: it cannot be created or read.
        """
        self._folder = folder
        self._most = most
        self._in_use: list[Path] = []
        make_folder(folder)
        for each in folder.iterdir():
            found = _GUEST.fullmatch(each.name)
            if found is not None and not _is_running(int(found[1])):
                _delete(each)

    def open(self, number: int, seed: bytes) -> Path:
        """Return the folder of a session's visitor; it may not exist yet.

        Args:
            number: the session's number.
            seed: the seed of the visitor's key; empty for a guest.
        """
        if seed:
            path = self._folder / SecretKey(seed).public.fingerprint
            if path.exists():
                path.touch()  # it was used now
        else:
            path = self._folder / f"guest-{os.getpid()}-{number}"
        self._in_use.append(path)
        return path

    def close(self, path: Path) -> None:
        """Delete the profile of a guest who has left, and profiles of keys that are too many."""
        self._in_use.remove(path)
        if _GUEST.fullmatch(path.name):
            _delete(path)
        else:
            self._drop_oldest(self._in_use)

    def _drop_oldest(self, kept: Collection[Path]) -> None:
        profiles = [each for each in self._folder.iterdir() if not _GUEST.fullmatch(each.name)]
        surplus = len(profiles) - self._most
        if surplus > 0:
            profiles.sort(key=lambda each: each.stat().st_mtime)
            for each in [each for each in profiles if each not in kept][:surplus]:
                _delete(each)


def _delete(path: Path) -> None:
    try:
        shutil.rmtree(path)
    except FileNotFoundError:
        pass  # nothing was ever written
    except OSError as error:
        logger.warning("%s cannot be deleted: %s", path, error)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
