"""Key files: one line of text each, readable only by the owner."""

from __future__ import annotations

import fcntl
import os
import stat
from pathlib import Path
from typing import Final, Literal, TypeAlias

from games.text_file import NotTextError, decode_text, open_file
from protocol.errors import KeyTextError
from protocol.keys import SecretKey
from siam_tui.profile.small_files import temporary_text, unreadable, unwritable
from siam_tui.profile.user_error import UserError
from texts import tell

Which: TypeAlias = Literal["player", "server", "ssh-door"]
"""The keys of a profile: the player's, that of the lobby they host, and its SSH door's secret."""

MAX_KEY_FILE: Final = 4096
"""Bytes of a key's file that are read."""
_OTHERS = stat.S_IRWXG | stat.S_IRWXO


def load_or_create_key(path: Path) -> SecretKey:
    """Return the key in a file; create it if there is none.

    Raises:
        UserError: the file cannot be read or written, is damaged, or is open to others.
    """
    if (key := find_key(path)) is not None:
        return key
    write_new_key(path, SecretKey.generate())
    return read_key(path)  # another process may have created it first


def find_key(path: Path) -> SecretKey | None:
    """Return the key in a file; None if there is none, so that one can be created.

    Raises:
        UserError: as `read_key`; or the file is a link to one that is missing.
    """
    try:
        return read_key(path)
    except FileNotFoundError as error:
        if path.is_symlink():
            target = str(path.readlink())
            raise UserError(tell("profile/key/link", path=str(path), target=target)) from error
    return None


def read_key(path: Path) -> SecretKey:
    """Return the key in a file.

    Raises:
        FileNotFoundError: there is none.
        UserError: it cannot be read, is damaged, or is open to others.
    """
    try:
        with os.fdopen(open_file(path), "rb") as file:
            if stat.S_IMODE(os.fstat(file.fileno()).st_mode) & _OTHERS:
                raise UserError(tell("profile/key/open-to-others", path=str(path)))
            return parse_key(decode_text(file.read(MAX_KEY_FILE)))
    except FileNotFoundError:
        raise
    except OSError as error:
        raise unreadable(path, error) from error
    except (KeyTextError, NotTextError) as error:
        told = tell("profile/key/damaged", path=str(path), reason=str(error))
        raise UserError(told) from error


def parse_key(text: str) -> SecretKey:
    """Return the key in the text of a key's file, which may have comments (`#`) and blanks.

    Raises:
        KeyTextError: there is no key in it, or more than one.
    """
    lines = (line.strip() for line in text.splitlines())
    return SecretKey.from_text("\n".join(line for line in lines if line and line[0] != "#"))


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


_held: dict[Path, int] = {}
"""The descriptors of the key files that this process has locked, until it ends."""


def spectator_key(folder: Path) -> SecretKey:
    """Return a profile's key for watching, the same each time; a second program gets a new one.

    So a spectator who comes back has the same name as before, and nobody ends another's session.

    Args:
        folder: the profile's folder.

    Raises:
        UserError: the file cannot be read or written, is damaged, or is open to others.
    """
    path = folder / "spectator.key"
    key = load_or_create_key(path)
    return key if _is_ours(path) else SecretKey.generate()


def _is_ours(path: Path) -> bool:
    """Return whether this process has locked a file, at the latest now."""
    if path in _held:
        return True
    try:
        descriptor = os.open(path, os.O_RDONLY)
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return False
    _held[path] = descriptor
    return True
