"""The seat in a running game among people that was left: home offers to go on with that game."""

from __future__ import annotations

from pathlib import Path

from siam_tui.profile.kept_file import KeptFile


class OpenSeat:
    """The invite link of the table with that seat, in a small file of a profile."""

    def __init__(self, profile: Path) -> None:
        """Prepare; `profile` is the profile's folder."""
        self._file = KeptFile(profile / "open-seat")

    @property
    def link(self) -> str:
        """The link, as it was kept; empty if there is none."""
        return self._file.read(str.strip) or ""

    def keep(self, link: str) -> None:
        """Keep a link, or forget the one there is."""
        if link != self.link:
            self._file.write(f"{link}\n")
