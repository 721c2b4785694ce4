"""Finds the lobbies served on this computer, and who serves them.

Every account may write into the folder, so only what the system guarantees is trusted: who owns a
file, and whether a running process locks it. A folder in which one account could change another's
files is ignored.
"""

from __future__ import annotations

import logging
import os
import stat
from collections import Counter
from pathlib import Path

from siam_tui.discovery.announcement import MAX_BYTES, PREFIX, Announcement, is_live, opened
from siam_tui.discovery.found_lobby import Account, FoundLobby

logger = logging.getLogger(__name__)

MAX_OF_ONE = 8
"""Lobbies shown of one account, so that none can hide the others' among many of its own."""

_OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
_ROOT = 0


class UntrustedError(Exception):
    """A folder or a file is not as this program creates it."""


def find_lobbies(folder: Path) -> tuple[FoundLobby, ...]:
    """Return the lobbies served now, those of the player's own account first.

    Args:
        folder: the folder of announcements; it may not exist.
    """
    found: set[FoundLobby] = set()
    try:
        with opened(folder, os.O_DIRECTORY) as descriptor:  # what is checked is what is read
            _check_folder(os.fstat(descriptor))
            names = os.listdir(descriptor)  # noqa: PTH208 - by descriptor, not by path
            for name in (each for each in names if each.startswith(PREFIX)):
                try:
                    found.add(_read_lobby(descriptor, name))
                except (OSError, ValueError, UntrustedError) as error:
                    logger.debug("announcement %s is ignored: %s", name, error)
    except FileNotFoundError:
        return ()
    except (OSError, UntrustedError) as error:
        logger.warning("%s is not searched for lobbies: %s", folder, error)
        return ()
    return _limit_per_account(sorted(found, key=_sort_key))


def _check_folder(status: os.stat_result) -> None:
    if status.st_uid not in (_ROOT, os.getuid()):
        raise UntrustedError("it is another account's")
    if status.st_mode & _OTHERS_WRITE and not status.st_mode & stat.S_ISVTX:
        raise UntrustedError("others could replace files in it (it has no sticky bit)")


def _read_lobby(folder: int, name: str) -> FoundLobby:
    with opened(Path(name), folder=folder) as descriptor:
        status = os.fstat(descriptor)
        _check_file(status)
        if not is_live(descriptor):
            raise UntrustedError("its server has ended")
        announcement = Announcement.from_bytes(os.read(descriptor, MAX_BYTES + 1))
    return FoundLobby(
        announcement.link,
        announcement.host_name,
        Account.from_uid(status.st_uid),
        announcement.lobby_name,
        announcement.tables,
        announcement.people,
    )


def _check_file(status: os.stat_result) -> None:
    if not stat.S_ISREG(status.st_mode):
        raise UntrustedError("it is not a regular file")
    if status.st_nlink != 1:
        raise UntrustedError("somebody has linked to it, perhaps to another account's file")
    if status.st_mode & _OTHERS_WRITE:
        raise UntrustedError("others than its owner may write into it")
    if status.st_uid != os.getuid() and not status.st_mode & stat.S_IROTH:
        raise UntrustedError("it is meant for its own account")  # root could read it anyway


def _sort_key(lobby: FoundLobby) -> tuple[bool, str, str, str, str]:
    return (
        not lobby.is_own,
        lobby.login,
        lobby.host_name,
        lobby.name,
        str(lobby.link),
    )


def _limit_per_account(lobbies: list[FoundLobby]) -> tuple[FoundLobby, ...]:
    count: Counter[str] = Counter()
    kept = []
    for lobby in lobbies:
        count[lobby.login] += 1
        if count[lobby.login] <= MAX_OF_ONE:
            kept.append(lobby)
    return tuple(kept)
