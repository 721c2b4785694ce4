"""Key files: one line of text each, readable only by the owner."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Literal, TypeAlias

from games.regular_file import open_file
from protocol.errors import KeyTextError
from protocol.keys import SecretKey
from siam_tui.profile.small_files import temporary_text, unreadable, unwritable
from siam_tui.profile.user_error import UserError

Which: TypeAlias = Literal["player", "server", "ssh-door"]
"""The keys of a profile: the player's, that of the lobby they host, and its SSH door's secret."""

_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def load_or_create_key(path: Path) -> SecretKey:
    """Return the key in a file; create it if there is none.

    Raises:
        UserError: the file cannot be read or written, is damaged, or is open to others.
    """
    try:
        return read_key(path)
    except FileNotFoundError:
        write_new_key(path, SecretKey.generate())
    return read_key(path)  # another process may have created it first


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
                    f"Others on this computer can read the key {path} and play as you. "
                    f"Run `chmod 600 '{path}'`, or delete it to get a new one."
                )
            return SecretKey.from_text(file.read(200))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise unreadable(path, error) from error
    except (KeyTextError, UnicodeDecodeError) as error:
        raise UserError(
            f"The key {path} is damaged: restore a copy, or delete it to get a new one "
            "(others will not recognise you by it)."
        ) from error


def write_new_key(path: Path, key: SecretKey) -> bool:
    """Write a key atomically, readable only by the owner; False if the file exists.

    Raises:
        UserError: it cannot be written.
    """
    try:
        with temporary_text(path.parent, key.to_text() + "\n") as new:
            path.hardlink_to(new)
    except FileExistsError:
        return False
    except OSError as error:
        raise unwritable(path, error) from error
    return True
