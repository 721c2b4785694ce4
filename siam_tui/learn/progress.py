"""Which lessons somebody has finished, kept in their profile."""

from __future__ import annotations

from pathlib import Path

from siam_tui.profile.line_set import LineSet


class Progress:
    """The lessons a profile has finished."""

    def __init__(self, folder: Path) -> None:
        """Prepare.

        Args:
            folder: the profile's.
        """
        self._lines = LineSet(folder / "lessons")

    def done(self) -> frozenset[str]:
        """Return the ids of the lessons finished.

        Raises:
            UserError: the file cannot be read.
        """
        return self._lines.read_lines()

    def finish(self, lesson: str) -> None:
        """Remember that a lesson is finished.

        Raises:
            UserError: the file cannot be read or written.
        """
        self._lines.add_lines(lesson)
