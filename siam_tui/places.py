"""The folders of this program, by each system's own conventions."""

from __future__ import annotations

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


def log_file(program: str) -> Path:
    """Return where a program (``app``, ``server``) writes its log; the folder exists."""
    folder = Path(_DIRS.user_log_dir)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder / f"{program}.log"
