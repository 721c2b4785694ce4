"""Remembers which game a profile chose last."""

from __future__ import annotations

from pathlib import Path

from games.registry import game_names
from siam_tui.profile.kept_file import KeptFile


class LastGame:
    """The game a profile chose last, in a small file; without one, the first game there is."""

    def __init__(self, folder: Path | None) -> None:
        """Prepare.

        Args:
            folder: the profile's; None remembers only as long as this program runs.
        """
        self._file = KeptFile(folder / "last-game" if folder else None)
        self._chosen = ""

    @property
    def name(self) -> str:
        """The game's short name; always one of `game_names`."""
        known = game_names()
        chosen = self._chosen or self._file.read(str.strip)
        return chosen if chosen in known else known[0]

    def remember(self, name: str) -> None:
        """Remember a game, if one is named; a file that cannot be written is done without."""
        if name and name != self.name:
            self._chosen = name
            self._file.write(f"{name}\n")
