"""Finds the lobbies served on this computer, and who serves them.

Every account may write into the folder, so only what the system guarantees is trusted: who owns a
file, and whether a running process locks it. A folder in which one account could change another's
files is ignored.
"""

from __future__ import annotations

import logging
import os
import pwd
import stat
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from protocol.links import Link
from siam_tui.discovery.announcement import MAX_BYTES, PREFIX, Announcement, is_live, opened
from texts import Message, say, tell

NETWORK = "(network)"
"""Stands for the account of a lobby on the network. No account can have this name."""


@dataclass(frozen=True, slots=True)
class Account:
    """A Unix account, as the system knows it.

    Attributes:
        uid: its number.
        login: its name, or its number where it has none.
    """

    uid: int
    login: str

    @staticmethod
    def from_uid(uid: int) -> Account:
        """Return the account of that number."""
        try:
            return Account(uid, pwd.getpwuid(uid).pw_name)
        except KeyError:
            return Account(uid, str(uid))

    @property
    def is_own(self) -> bool:
        """Whether this process runs under it."""
        return self.uid == os.getuid()


@dataclass(frozen=True, slots=True)
class FoundLobby:
    """A lobby that is open now.

    Attributes:
        link: its link.
        host_name: the name its host claims; may be empty.
        account: the account of this computer that serves it; None if it is on the network. There
            its server has proved that it holds the link's key, and nothing else is certain.
        name: what the host calls the lobby; may be empty.
        tables: how many tables there are.
        people: how many people are there; None if that is not known.
        earlier: where it was on the network before, if that is another address.
    """

    link: Link
    host_name: str
    account: Account | None
    name: str = ""
    tables: int = 0
    people: int | None = 0
    earlier: str = ""

    @property
    def is_own(self) -> bool:
        """Whether the player's own account serves it."""
        return self.account is not None and self.account.is_own

    @property
    def login(self) -> str:
        """The account that serves it, or `NETWORK`."""
        return NETWORK if self.account is None else self.account.login

    @property
    def place(self) -> str:
        """Where it is, in a few words."""
        if self.account is None:
            host, earlier = self.link.broker.host, self.earlier or None
            return tell("discovery/place/network", host=host, earlier=earlier)
        if self.account.is_own:
            return tell("discovery/place/own")
        return tell("discovery/place/account", login=self.account.login)

    @property
    def title(self) -> str:
        """The lobby's name on a screen."""
        return shown_lobby_name(self.known_name)

    @property
    def known_name(self) -> str:
        """The same in any language, to be kept and compared."""
        return self.name or usual_lobby_name(self._host)

    @property
    def _host(self) -> str:
        place = self.link.broker.host if self.account is None else self.account.login
        return self.host_name or place

    @property
    def census(self) -> str:
        """How many tables and people are there, in a few words."""
        if self.people is None:
            return tell("discovery/census/tables", tables=self.tables)
        return tell("discovery/census/people", tables=self.tables, people=self.people)


def usual_lobby_name(host: str) -> str:
    """Return what a lobby that got no name is called on the wire, in any language."""
    return str(say("discovery/usual-name", host=host))


def shown_lobby_name(name: str) -> str:
    """Return a lobby's name on a screen: one that got no name is told in the reader's language.

    >>> shown_lobby_name("Ann's lobby"), shown_lobby_name("Chess club")
    ("Ann's lobby", 'Chess club')
    """
    found = retold_lobby_name(name)
    return tell(found) if isinstance(found, Message) else found


def retold_lobby_name(name: str) -> str | Message:
    """Return what tells a lobby's name on a screen, also after another language is chosen."""
    before, _, after = usual_lobby_name("\n").partition("\n")
    host = name.removeprefix(before).removesuffix(after)
    is_usual = bool(host) and name == usual_lobby_name(host)
    return say("discovery/usual-name", host=host) if is_usual else name


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
