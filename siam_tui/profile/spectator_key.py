"""The key a person watches with: another one than they play with, so that they can do both."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from protocol.keys import SecretKey
from siam_tui.profile.key_files import load_or_create_key

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
