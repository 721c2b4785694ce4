"""A person's small files: written atomically, with errors as sentences."""

from __future__ import annotations

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from games.regular_file import NotAFileError, TooLongError, read_file
from games.text_file import decode_text
from siam_tui.profile.paths import log_file, profiles_folder, records_folder
from siam_tui.profile.user_error import UserError

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)

_UNREADABLE = "{path} cannot be read ({reason}): check its permissions."
_NO_FILE = "{path} cannot be read ({reason}): put the right file there."
_FULL = "{path} cannot be written: the disk or your quota is full. Free some space."
_UNWRITABLE = "{path} cannot be written ({reason}): check the folder's permissions."
_UNWRITABLE_HERE = (
    "{path} cannot be written ({reason}): check the folder's permissions, or use another one by "
    "setting {variables}."
)

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
            raise FileNotFoundError(errno.ENOENT, f"it is a link to {path}, and its folder is away")
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
    form = _NO_FILE if isinstance(error, NotAFileError | TooLongError) else _UNREADABLE
    return UserError(form.format(path=path, reason=error.strerror))


def unwritable(path: Path, error: OSError, variable: str = "XDG_CONFIG_HOME") -> UserError:
    """Return the error for a file that cannot be written.

    Args:
        path: the file.
        error: the cause.
        variable: environment variable that names another folder; empty for none.
    """
    elsewhere = _UNWRITABLE_HERE if variable else _UNWRITABLE
    form = _FULL if is_full(error) else elsewhere
    variables = _listed(variable) if variable else ""
    return UserError(form.format(path=path, reason=error.strerror, variables=variables))


def _listed(variable: str) -> str:
    """Return a variable, with those of all other folders of siam that cannot be written either.

    So who sets one does not learn of the next one only then.
    """
    folders = {
        "XDG_CONFIG_HOME": profiles_folder(),
        "XDG_DATA_HOME": records_folder(),
        "XDG_STATE_HOME": log_file("app").parent,
    }
    wrong = [name for name, folder in folders.items() if not _can_be_made(folder)]
    names = [name for name in folders if name in wrong or name == variable] or [variable]
    return " and ".join(filter(None, (", ".join(names[:-1]), names[-1])))


def _can_be_made(folder: Path) -> bool:
    """Return whether a folder can be written, or made in the first of its parents that exists."""
    present = next(each for each in (folder, *folder.parents) if each.exists())
    return os.access(present, os.W_OK | os.X_OK)


def is_full(error: OSError) -> bool:
    """Return whether the disk or the person's quota is full."""
    return error.errno in _NO_ROOM
