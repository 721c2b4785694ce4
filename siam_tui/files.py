"""Small files of a person's own: written whole or not at all, and what is wrong told in words."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import Final

from games.regular_file import NotAFileError, TooLongError, read_file
from siam_tui.trouble import TroubleError

MAX_OWN_FILE: Final = 1 << 20
"""Bytes that are read of a small file of a person's own."""


def read_own_text(path: Path, errors: str = "strict") -> str:
    """Return the text of a small file, and wait for nobody who is to write it.

    Args:
        path: the file.
        errors: what becomes of bytes that are no UTF-8, as for `bytes.decode`.

    Raises:
        OSError: it cannot be read, is no file, or is too long.
        UnicodeDecodeError: it is not a text in UTF-8.
    """
    return read_file(path, MAX_OWN_FILE).decode(errors=errors)


def make_folder(folder: Path) -> None:
    """Make a folder that only its owner looks into.

    Raises:
        OSError: it cannot be made.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def replace_text(path: Path, text: str) -> None:
    """Write a file so that at any moment it holds the old text or the new one.

    Raises:
        OSError: it cannot be written; the old text stays.
    """
    make_folder(path.parent)
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=".new-")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def unreadable(path: Path, error: OSError) -> TroubleError:
    """Return what to say of a file that cannot be read."""
    if isinstance(error, NotAFileError | TooLongError):
        return TroubleError(f"{path} cannot be read ({error.strerror}): put the right file there.")
    return TroubleError(f"{path} cannot be read ({error.strerror}): see to its permissions.")


def unwritable(path: Path, error: OSError) -> TroubleError:
    """Return what to say of a file that cannot be written."""
    return TroubleError(
        f"{path} cannot be written ({error.strerror}): see to the folder's permissions, "
        "or use another one by setting XDG_CONFIG_HOME."
    )
