"""Known lobbies on this computer, and warnings about found lobbies that do not match them.

As with SSH's ``known_hosts``, a lobby is trusted on first use: its account, its host's name and its
key are remembered. A mismatch is a warning that the player has to confirm.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from protocol.errors import KeyTextError
from protocol.keys import PublicKey, decode_key, encode_key
from siam_tui.discovery.search import FoundLobby, usual_lobby_name
from siam_tui.profile.profiles import clean_name
from siam_tui.profile.small_files import read_own_text, replace_text

MAX_KNOWN = 500
_FIELDS = 3


@dataclass(frozen=True, slots=True)
class KnownLobby:
    """A lobby the player has visited.

    Attributes:
        key: its server's key.
        login: the account that served it.
        host_name: its host's name.
    """

    key: PublicKey
    login: str
    host_name: str

    @staticmethod
    def from_found(found: FoundLobby) -> KnownLobby:
        """Return what to remember of a found lobby."""
        return KnownLobby(found.link.server, found.account.login, found.host_name)


@dataclass(frozen=True, slots=True)
class KnownLobbies:
    """All known lobbies, the one visited last at the end."""

    lobbies: tuple[KnownLobby, ...] = ()

    def remembers(self, found: FoundLobby) -> bool:
        """Return whether this lobby is known, with this key at this account."""
        return any(
            (each.key, each.login) == (found.link.server, found.account.login)
            for each in self.lobbies
        )

    def warning(self, found: FoundLobby, beside: Iterable[FoundLobby] = ()) -> str:
        """Return a warning about a lobby, in one or two sentences; empty for none.

        Args:
            found: the lobby.
            beside: all lobbies found at the same time.
        """
        now = KnownLobby.from_found(found)
        if any(_same(each, now) and each.key == now.key for each in self.lobbies):
            return ""
        name = found.host_name or found.account.login
        for each in reversed(self.lobbies):
            if each.key == now.key and each.login != now.login:
                return (
                    f"You know this lobby's key from the account {each.login}, but now the account "
                    f"{now.login} announces it: ask {each.login} before you enter."
                )
            if _claims(found, each) and each.login != now.login:
                return (
                    f"This is NOT the lobby of {name} that you know: that one is served by the "
                    f"account {each.login}, this one by {now.login}. Anybody can "
                    "claim that name."
                )
            if _same(each, now):
                return (
                    f"The key of {name}'s lobby has CHANGED since you were there. Ask {name} "
                    "whether the lobby is new; if not, somebody else serves it."
                )
        twins = {each.account.login for each in beside if _like(KnownLobby.from_found(each), now)}
        if others := sorted(twins - {now.login}):
            return (
                f"Several accounts serve a lobby of {name}: this one is {now.login}'s, others "
                f"are {', '.join(others)}'s. Look which account is the one you mean."
            )
        return ""

    def remembering(self, found: FoundLobby) -> KnownLobbies:
        """Return these and this one, which takes the place of the same host's at that account."""
        now = KnownLobby.from_found(found)
        others = (each for each in self.lobbies if not _same(each, now))
        return replace(self, lobbies=(*others, now)[-MAX_KNOWN:])


def load_known(path: Path) -> KnownLobbies:
    """Return the lobbies kept in a file; unreadable lines are skipped.

    Raises:
        OSError: it exists and cannot be read.
    """
    try:
        lines = read_own_text(path, "replace").splitlines()
    except FileNotFoundError:
        return KnownLobbies()
    return KnownLobbies(tuple(known for line in lines if (known := _parse_known(line)) is not None))


def save_known(path: Path, known: KnownLobbies) -> None:
    """Write the lobbies to a file atomically.

    Raises:
        OSError: it cannot be written.
    """
    lines = (
        f"{encode_key(each.key.raw)} {each.login} {each.host_name}\n" for each in known.lobbies
    )
    replace_text(path, "".join(lines))


def _parse_known(line: str) -> KnownLobby | None:
    parts = line.split(" ", _FIELDS - 1)
    if len(parts) != _FIELDS:
        return None
    try:
        return KnownLobby(PublicKey(decode_key(parts[0])), parts[1], clean_name(parts[2]))
    except KeyTextError:
        return None


def _same(one: KnownLobby, other: KnownLobby) -> bool:
    return one.login == other.login and _fold(one) == _fold(other)


def _like(one: KnownLobby, other: KnownLobby) -> bool:
    return bool(one.host_name) and _fold(one) == _fold(other)


def _claims(found: FoundLobby, known: KnownLobby) -> bool:
    """Return whether a lobby claims to be a known one, by its host's name or by its own."""
    names = (known.host_name, usual_lobby_name(known.host_name))
    claimed = {_folded(name) for name in (found.host_name, found.name) if name}
    return bool(known.host_name) and not claimed.isdisjoint(map(_folded, names))


def _fold(lobby: KnownLobby) -> str:
    return _folded(lobby.host_name)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
