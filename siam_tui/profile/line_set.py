"""A set of lines, kept in a file of a profile."""

from __future__ import annotations

from pathlib import Path

from siam_tui.profile.small_files import read_own_text, replace_text, unreadable, unwritable


class LineSet:
    """A set of lines in a file."""

    def __init__(self, path: Path) -> None:
        """Prepare.

        Args:
            path: the file; it need not exist yet.
        """
        self._path = path

    def read_lines(self) -> frozenset[str]:
        """Return all lines.

        Raises:
            UserError: the file cannot be read.
        """
        try:
            return frozenset(read_own_text(self._path, "replace").splitlines())
        except FileNotFoundError:
            return frozenset()
        except OSError as error:
            raise unreadable(self._path, error) from error

    def add_lines(self, *lines: str) -> None:
        """Add lines.

        Raises:
            UserError: the file cannot be read or written.
        """
        kept = self.read_lines().union(lines)
        try:
            replace_text(self._path, "".join(f"{line}\n" for line in sorted(kept)))
        except OSError as error:
            raise unwritable(self._path, error) from error
