"""Folders of this program, by the conventions of each system."""

from __future__ import annotations

import os
from pathlib import Path

from platformdirs import PlatformDirs

_DIRS = PlatformDirs("siam-tui", appauthor=False)


def profiles_folder() -> Path:
    """Return the folder of this Unix account's profiles."""
    return Path(_DIRS.user_config_dir) / "profiles"


def store_file(lobby: str) -> Path:
    """Return the file with the tables and records of a lobby, by its id."""
    return Path(_DIRS.user_data_dir) / "lobbies" / f"{lobby}.db"


def reminders_file(lobby: str, folder: Path | None = None) -> Path:
    """Return the file with the addresses to which a lobby sends reminders, wherever its store is.

    Args:
        lobby: the lobby's id.
        folder: a folder of its own in which the lobby is kept.
    """
    return (folder or store_file(lobby).parent) / f"{lobby}.reminders"


def visitors_folder(profile: str) -> Path:
    """Return the folder of the profiles of those who come through a profile's SSH door."""
    return Path(_DIRS.user_data_dir) / "ssh-visitors" / profile


def records_folder() -> Path:
    """Return the folder of records saved in the app."""
    return Path(_DIRS.user_data_dir) / "records"


def lobbies_folder() -> Path:
    """Return the folder where lobbies on this computer are announced, the same for all accounts.

    ``SIAM_LOBBIES`` names another folder, for a computer whose accounts do not share ``/tmp``.
    """
    return Path(os.environ.get("SIAM_LOBBIES") or "/tmp")  # noqa: S108 - its files are checked


def log_file(program: str) -> Path:
    """Return the log file of a program (``app``, ``server``)."""
    return Path(_DIRS.user_log_dir) / f"{program}.log"
