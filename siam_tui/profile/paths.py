"""The folders of this program, by each system's own conventions."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("siam-tui", appauthor=False)


def profiles_folder() -> Path:
    """Return where the players of this Unix account are kept."""
    return Path(_DIRS.user_config_dir) / "profiles"


def store_file(lobby: str) -> Path:
    """Return where the tables and records of a lobby, named by its id, are kept."""
    return Path(_DIRS.user_data_dir) / "lobbies" / f"{lobby}.db"


def records_folder() -> Path:
    """Return where the records are that were saved in the app."""
    return Path(_DIRS.user_data_dir) / "records"


def lobbies_folder() -> Path:
    """Return where lobbies served on this computer are announced, the same for all its accounts.

    ``SIAM_LOBBIES`` names another folder, for a computer whose accounts do not share ``/tmp``.
    """
    return Path(os.environ.get("SIAM_LOBBIES") or "/tmp")  # noqa: S108 - what is there is checked


def log_file(program: str) -> Path:
    """Return where a program (``app``, ``server``) writes its log."""
    return Path(_DIRS.user_log_dir) / f"{program}.log"
