"""Remembers which game a profile chose last."""

from __future__ import annotations

import logging
from pathlib import Path

from games.registry import game_names
from siam_tui.profile.small_files import read_own_text, replace_text

logger = logging.getLogger(__name__)


class LastGame:
    """The game a profile chose last, in a small file; without one, the first game there is."""

    def __init__(self, folder: Path | None) -> None:
        """Prepare.

        Args:
            folder: the profile's; None remembers only as long as this program runs.
        """
        self._path = folder / "last-game" if folder else None
        self._chosen = ""

    @property
    def name(self) -> str:
        """The game's short name; always one of `game_names`."""
        known = game_names()
        chosen = self._chosen or self._read_name()
        return chosen if chosen in known else known[0]

    def remember(self, name: str) -> None:
        """Remember a game; a file that cannot be written is done without."""
        if name == self.name:
            return
        self._chosen = name
        try:
            if self._path is not None:
                replace_text(self._path, f"{name}\n")
        except OSError as error:
            logger.warning("the last game cannot be remembered: %s", error)

    def _read_name(self) -> str:
        if self._path is None:
            return ""
        try:
            return read_own_text(self._path, errors="replace").strip()
        except FileNotFoundError:
            return ""
        except OSError as error:
            logger.warning("the last game cannot be read: %s", error)
            return ""
