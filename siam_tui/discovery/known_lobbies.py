"""Known lobbies, and warnings about found lobbies that do not match them.

As with SSH's ``known_hosts``, a lobby is trusted on first use: its account, its host's name and its
key are remembered. A mismatch is a warning that the player has to confirm. A lobby on the network
has no account; there, only its key is certain, and its own name stands for its host's.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from protocol.errors import KeyTextError
from protocol.keys import PublicKey, decode_key, encode_key
from siam_tui.discovery.search import NETWORK, FoundLobby, usual_lobby_name
from siam_tui.profile.profiles import clean_name
from siam_tui.profile.small_files import read_own_text, replace_text
from texts import Message, say, tell

MAX_KNOWN = 500
_FIELDS = 3
_AT = "@"


@dataclass(frozen=True, slots=True)
class KnownLobby:
    """A lobby the player has visited.

    Attributes:
        key: its server's key.
        login: the account that served it, or `NETWORK`.
        host_name: its host's name; on the network, the lobby's.
        address: where it was visited on the network; empty if that is not known.
    """

    key: PublicKey
    login: str
    host_name: str
    address: str = ""

    @staticmethod
    def from_found(found: FoundLobby) -> KnownLobby:
        """Return what to remember of a found lobby."""
        if found.account is not None:
            return KnownLobby(found.link.server, found.login, found.host_name)
        name, address = clean_name(found.known_name), found.link.broker.host
        return KnownLobby(found.link.server, found.login, name, address)

    @property
    def place(self) -> str:
        """The account, and the address behind it, as a file has them."""
        return self.login + (f"{_AT}{self.address}" if self.address else "")

    @property
    def is_on_network(self) -> bool:
        """Whether it was visited over the network."""
        return self.login == NETWORK


@dataclass(frozen=True, slots=True)
class KnownLobbies:
    """All known lobbies, the one visited last at the end."""

    lobbies: tuple[KnownLobby, ...] = ()

    def remembers(self, found: FoundLobby) -> bool:
        """Return whether this lobby is known, with this key at this account.

        A lobby on the network has proved its key, so it does not matter where it was first met.
        """
        return any(
            each.key == found.link.server and (found.account is None or each.login == found.login)
            for each in self.lobbies
        )

    def visited_at(self, key: PublicKey) -> str | None:
        """Return the address where the lobby of a key was visited last; None if it never was.

        It is empty for a visit on this computer, or by a release that did not keep it.
        """
        return next((each.address for each in reversed(self.lobbies) if each.key == key), None)

    def warning(self, found: FoundLobby, beside: Iterable[FoundLobby] = ()) -> str:
        """Return a warning about a lobby, in one to three sentences; empty for none.

        Args:
            found: the lobby.
            beside: all lobbies found at the same time.
        """
        now = KnownLobby.from_found(found)
        if any(_is_as_known(each, now, found) for each in self.lobbies):
            return ""
        name = found.title if now.is_on_network else found.host_name or now.login
        for each in reversed(self.lobbies):
            if warning := _mismatch(each, now, found, name):
                return tell(warning)
        return _twin_warning(found, name, beside)

    def remembering(self, found: FoundLobby) -> KnownLobbies:
        """Return these and this one, which takes the place of the same host's at that account.

        On the network, several hosts may use one name. There it takes only its own place.
        """
        now = KnownLobby.from_found(found)
        others = (each for each in self.lobbies if not _gives_way(each, now))
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
        f"{encode_key(each.key.raw)} {each.place} {each.host_name}\n" for each in known.lobbies
    )
    replace_text(path, "".join(lines))


def _parse_known(line: str) -> KnownLobby | None:
    parts = line.split(" ", _FIELDS - 1)
    if len(parts) != _FIELDS:
        return None
    try:
        login, _, address = parts[1].partition(_AT)
        if login != NETWORK:  # the name of an account may have any character
            login, address = parts[1], ""
        return KnownLobby(PublicKey(decode_key(parts[0])), login, clean_name(parts[2]), address)
    except KeyTextError:
        return None


def _is_as_known(known: KnownLobby, now: KnownLobby, found: FoundLobby) -> bool:
    if known.key != now.key:
        return False
    on_network = known.is_on_network or now.is_on_network
    return _claims(found, known) if on_network else _same(known, now)


def _mismatch(known: KnownLobby, now: KnownLobby, found: FoundLobby, name: str) -> Message | None:
    """Return what is wrong with a lobby of a name beside a known one; None for nothing."""
    claims = _claims(found, known)
    if known.is_on_network or now.is_on_network:
        is_other = claims and known.key != now.key
        return say("discovery/warning/namesake-by-key", name=name) if is_other else None
    if known.key == now.key and known.login != now.login:
        return say("discovery/warning/other-account", known=known.login, now=now.login)
    if claims and known.login != now.login:
        return say("discovery/warning/namesake", name=name, known=known.login, now=now.login)
    return say("discovery/warning/changed", name=name) if _same(known, now) else None


def _twin_warning(found: FoundLobby, name: str, beside: Iterable[FoundLobby]) -> str:
    """Return a warning of other lobbies with the same name; empty if there is none."""
    lobbies = tuple(beside)
    alike = [each for each in lobbies if _is_twin(each, found)]
    if any(each.account is None for each in (found, *alike)):
        return tell("discovery/warning/twins-by-key", name=name) if alike else ""
    now = KnownLobby.from_found(found)
    logins = {each.login for each in lobbies if _like(KnownLobby.from_found(each), now)}
    if others := tuple(sorted(logins - {now.login})):
        return tell("discovery/warning/twins", name=name, now=now.login, others=others)
    return ""


def _gives_way(known: KnownLobby, now: KnownLobby) -> bool:
    if now.is_on_network:
        return known.is_on_network and known.key == now.key
    return _same(known, now)


def _is_twin(one: FoundLobby, other: FoundLobby) -> bool:
    is_alike = _folded(one.known_name) == _folded(other.known_name)
    return is_alike and one.link.server != other.link.server


def _same(one: KnownLobby, other: KnownLobby) -> bool:
    return one.login == other.login and _fold(one) == _fold(other)


def _like(one: KnownLobby, other: KnownLobby) -> bool:
    return bool(one.host_name) and _fold(one) == _fold(other)


def _claims(found: FoundLobby, known: KnownLobby) -> bool:
    """Return whether a lobby claims to be a known one, by its host's name or by its own."""
    names = (known.host_name, usual_lobby_name(known.host_name))
    claimed = {_folded(name) for name in (found.host_name, found.name, found.known_name) if name}
    return bool(known.host_name) and not claimed.isdisjoint(map(_folded, names))


def _fold(lobby: KnownLobby) -> str:
    return _folded(lobby.host_name)


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
