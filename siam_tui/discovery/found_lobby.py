"""A lobby that was found on this computer or on the network, and who serves it."""

from __future__ import annotations

import os
import pwd
from dataclasses import dataclass

from games.plural import count_of
from protocol.links import Link

NETWORK = "(network)"
"""Stands for the account of a lobby on the network. No account can have this name."""

_OWN = "your own account"
_OF_ACCOUNT = "account {login}"
_ON_NETWORK = "{host} on your network"
_MOVED = "{host} on your network, before at {earlier}"


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
            form = _MOVED if self.earlier else _ON_NETWORK
            return form.format(host=self.link.broker.host, earlier=self.earlier)
        return _OWN if self.account.is_own else _OF_ACCOUNT.format(login=self.account.login)

    @property
    def title(self) -> str:
        """The lobby's name on a screen."""
        host = self.link.broker.host if self.account is None else self.account.login
        return self.name or usual_lobby_name(self.host_name or host)

    @property
    def census(self) -> str:
        """How many tables and people are there, in a few words."""
        tables = count_of(self.tables, "table")
        if self.people is None:
            return tables
        return f"{tables}, 1 person" if self.people == 1 else f"{tables}, {self.people} people"


def usual_lobby_name(host: str) -> str:
    """Return what a lobby is called that got no name."""
    return f"{host}'s lobby"
