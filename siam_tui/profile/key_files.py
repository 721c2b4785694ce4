"""Keys in files: a line of text each, that only its owner may read."""

from __future__ import annotations

import os
import stat
import tempfile
from pathlib import Path
from typing import Literal, TypeAlias

from games.regular_file import open_file
from protocol.errors import KeyTextError
from protocol.keys import SecretKey
from siam_tui.profile.small_files import make_folder, unreadable, unwritable
from siam_tui.profile.user_error import UserError

Which: TypeAlias = Literal["player", "server"]
"""The two keys of a profile: who one is, and the lobby one hosts."""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def key_at(path: Path) -> SecretKey:
    """Return the key in a file, made if there is none yet.

    Raises:
        UserError: the file cannot be read or written, is damaged, or is open to others.
    """
    try:
        return read_key(path)
    except FileNotFoundError:
        write_new(path, SecretKey.generate())
    return read_key(path)  # another process may have been first, then its key is the one


def read_key(path: Path) -> SecretKey:
    """Return the key in a file.

    Raises:
        FileNotFoundError: there is none.
        UserError: it cannot be read, is damaged, or is open to others.
    """
    try:
        with os.fdopen(open_file(path), encoding="ascii") as file:
            if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & _OTHERS:
                raise UserError(
                    f"Others on this computer can read the key {path}: whoever has it is you at "
                    f"every table. Run `chmod 600 '{path}'`, or delete it to get a new one."
                )
            return SecretKey.from_text(file.read(200))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise unreadable(path, error) from error
    except (KeyTextError, UnicodeDecodeError) as error:
        raise UserError(
            f"The key {path} is damaged: put a copy of it back, or delete it to get a new one "
            "(which nobody knows as you)."
        ) from error


def write_new(path: Path, key: SecretKey) -> bool:
    """Write a key whole or not at all, for its owner only; False if there is a file already.

    Raises:
        UserError: it cannot be written.
    """
    try:
        make_folder(path.parent)
        descriptor, text = tempfile.mkstemp(dir=path.parent, prefix=".key-")  # mode 0600
        try:
            with os.fdopen(descriptor, "w", encoding="ascii") as file:
                file.write(key.to_text() + "\n")
                file.flush()
                os.fsync(file.fileno())
            path.hardlink_to(text)
        except FileExistsError:
            return False
        finally:
            Path(text).unlink()
    except OSError as error:
        raise unwritable(path, error) from error
    return True
