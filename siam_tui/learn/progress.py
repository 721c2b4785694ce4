"""Which lessons somebody has finished, kept in their profile."""

from __future__ import annotations

from pathlib import Path

from siam_tui.files import replace_text, unreadable, unwritable


class Progress:
    """The lessons a profile has finished."""

    def __init__(self, folder: Path) -> None:
        """Prepare.

        Args:
            folder: the profile's.
        """
        self._path = folder / "lessons"

    def done(self) -> frozenset[str]:
        """Return the ids of the lessons finished.

        Raises:
            TroubleError: the file cannot be read.
        """
        try:
            return frozenset(self._path.read_text("utf-8", errors="replace").split())
        except FileNotFoundError:
            return frozenset()
        except OSError as error:
            raise unreadable(self._path, error) from error

    def finish(self, lesson: str) -> None:
        """Remember that a lesson is finished.

        Raises:
            TroubleError: the file cannot be read or written.
        """
        done = self.done() | {lesson}
        try:
            replace_text(self._path, "".join(f"{name}\n" for name in sorted(done)))
        except OSError as error:
            raise unwritable(self._path, error) from error
