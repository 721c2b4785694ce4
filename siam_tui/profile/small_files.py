"""A person's small files: written atomically, with errors as sentences or logged."""

from __future__ import annotations

import errno
import logging
import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeVar

from games.text_file import NotAFileError, TooLongError, decode_text, read_file
from siam_tui.profile.paths import log_file, profiles_folder, records_folder
from siam_tui.profile.user_error import UserError
from texts import tell

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

MAX_OWN_FILE: Final = 1 << 20
"""Bytes read of a person's small file."""


def read_own_text(path: Path, errors: str = "strict") -> str:
    """Return the text of a small file, never waiting for a writer.

    Args:
        path: the file.
        errors: how to treat bytes that are not UTF-8, as for `bytes.decode`.

    Raises:
        OSError: it cannot be read, is not a regular file, or is too long.
        NotTextError: it is not a text in UTF-8.
    """
    return decode_text(read_file(path, MAX_OWN_FILE), errors)


def make_folder(folder: Path) -> None:
    """Create a folder readable only by its owner, and its missing parents.

    Raises:
        OSError: it cannot be created.
    """
    for each in (*reversed(folder.parents), folder):
        try:
            if not each.is_dir():
                each.mkdir(
                    mode=0o700, exist_ok=True
                )  # parents=True would leave parents open to others
        except FileExistsError as error:
            reason = os.strerror(errno.ENOTDIR)
            raise NotADirectoryError(errno.ENOTDIR, reason, str(each)) from error


def replace_text(path: Path, text: str) -> None:
    """Replace a file atomically: it always holds the old text or the new one.

    A link stays a link: people keep such files in a folder of their own, and link to them.

    Raises:
        OSError: it cannot be written; the old text stays.
    """
    if path.is_symlink():
        path = Path(os.path.realpath(path))
        if not path.parent.is_dir():  # a disk that is not there: no folder is made in its place
            raise FileNotFoundError(errno.ENOENT, tell("profile/file/away", path=str(path)))
    with temporary_text(path.parent, text) as new:
        new.replace(path)


@contextmanager
def temporary_text(folder: Path, text: str) -> Iterator[Path]:
    """Write a text to disk in a file that only its owner reads; delete what is left of it.

    Raises:
        OSError: it cannot be written.
    """
    make_folder(folder)
    descriptor, name = tempfile.mkstemp(dir=folder, prefix=".new-")  # mode 0600
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        yield Path(name)
    finally:
        Path(name).unlink(missing_ok=True)


def write_new_text(path: Path, text: str) -> None:
    """Write a new file; delete it if it cannot be written whole.

    Raises:
        FileExistsError: it exists.
        OSError: it cannot be written.
    """
    with path.open("x", encoding="utf-8") as file:
        try:
            file.write(text)
            file.flush()
        except BaseException:
            path.unlink()
            raise


def unreadable(path: Path, error: OSError) -> UserError:
    """Return the error for a file that cannot be read."""
    is_wrong = isinstance(error, NotAFileError | TooLongError)
    return UserError(
        tell(
            "profile/file/wrong" if is_wrong else "profile/file/unreadable",
            path=str(path),
            reason=error.strerror,
        )
    )


def unwritable(path: Path, error: OSError, variable: str = "XDG_CONFIG_HOME") -> UserError:
    """Return the error for a file that cannot be written.

    Args:
        path: the file.
        error: the cause.
        variable: environment variable that names another folder; empty for none.
    """
    if is_full(error):
        return UserError(tell("profile/file/full", path=str(path)))
    where, reason = str(path), error.strerror
    if not variable:
        return UserError(tell("profile/file/unwritable", path=where, reason=reason))
    variables = _unwritable_variables(variable)
    told = tell("profile/file/unwritable-here", path=where, reason=reason, variables=variables)
    return UserError(told)


def _unwritable_variables(variable: str) -> tuple[str, ...]:
    """Return a variable, with those of all other folders of siam that cannot be written either.

    So who sets one does not learn of the next one only then.
    """
    folders = {
        "XDG_CONFIG_HOME": profiles_folder(),
        "XDG_DATA_HOME": records_folder(),
        "XDG_STATE_HOME": log_file("app").parent,
    }
    wrong = [name for name, folder in folders.items() if not _can_be_made(folder)]
    return tuple(name for name in folders if name in wrong or name == variable) or (variable,)


def _can_be_made(folder: Path) -> bool:
    """Return whether a folder can be written, or made in the first of its parents that exists."""
    present = next(each for each in (folder, *folder.parents) if each.exists())
    return os.access(present, os.W_OK | os.X_OK)


def is_full(error: OSError) -> bool:
    """Return whether the disk or the person's quota is full."""
    return error.errno in _NO_ROOM


logger = logging.getLogger(__name__)

Kept = TypeVar("Kept")


class KeptFile:
    """A file whose errors are only logged; without a path there is none."""

    def __init__(self, path: Path | None) -> None:
        self._path = path

    def read(self, parse: Callable[[str], Kept]) -> Kept | None:
        """Return what the file says, or None if there is none or it cannot be read.

        Args:
            parse: reads the text; raises ValueError, TypeError or AttributeError for another one.
        """
        try:
            return parse(read_own_text(self._path)) if self._path else None
        except FileNotFoundError:
            return None
        except (OSError, ValueError, TypeError, AttributeError) as error:
            logger.warning("%s cannot be read: %s", self._path, error)
            return None

    def write(self, text: str) -> None:
        """Replace the text; the file is readable only by its owner."""
        try:
            if self._path is not None:
                replace_text(self._path, text)
        except OSError as error:
            logger.warning("%s cannot be written: %s", self._path, error)


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
