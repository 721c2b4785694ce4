"""Who may publish and read what on the embedded broker.

A topic belongs to the key it is named after: a lobby's to the server's key, an inbox and an outbox
to the player's. That needs no list of players; see `transport.login` for how a key is shown.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

_VERSION = re.compile(r"v\d{1,3}")
_LEVELS = 5
"""Levels of the longest topics; what is split further belongs to no lobby."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """Somebody connected to the broker.

    Attributes:
        key: the fingerprint of the key they have shown, or empty if none.
        lobby: the lobby they have shown it for.
    """

    key: str = ""
    lobby: str = ""

    @property
    def serves(self) -> bool:
        """Whether they are the lobby's own server."""
        return bool(self.key) and self.key == self.lobby


ANYBODY = Visitor()
"""Somebody who has shown no key."""


class Access(Protocol):
    """Rules of access."""

    def may_enter(self, visitor: Visitor) -> bool:
        """Return whether somebody may connect at all."""

    def may_publish(self, visitor: Visitor, topic: str, *, retain: bool) -> bool:
        """Return whether somebody may publish on a topic, and leave the message there."""

    def readable(self, visitor: Visitor) -> tuple[str, ...]:
        """Return filters of the topics on which somebody may receive what is published."""


@dataclass(frozen=True, slots=True)
class LobbyAccess:
    """The rules of a broker that is there for one lobby.

    Attributes:
        lobby: the fingerprint of its server's key.
    """

    lobby: str

    def may_enter(self, visitor: Visitor) -> bool:
        """Return whether they come for this lobby, or without a key, to watch."""
        return visitor == ANYBODY or visitor.lobby == self.lobby

    def may_publish(self, visitor: Visitor, topic: str, *, retain: bool) -> bool:
        """Return whether it is a player's own inbox, or a topic of the lobby and its server."""
        match self._within(topic):
            case ["lobby"] | ["table", _]:
                return visitor.serves
            case ["out", _]:
                return visitor.serves and not retain
            case ["in", player]:
                return player == visitor.key != "" and not retain
        return False

    def readable(self, visitor: Visitor) -> tuple[str, ...]:
        """Return the filters of what is public, and of what is the reader's own."""
        base = f"siam/+/{self.lobby}"
        public = (f"{base}/lobby", f"{base}/table/+")
        if visitor.serves:
            return (*public, f"{base}/in/+", f"{base}/out/{visitor.key}")
        return (*public, f"{base}/out/{visitor.key}") if visitor.key else public

    def _within(self, topic: str) -> list[str]:
        match topic.split("/", _LEVELS):
            case ["siam", version, self.lobby, *rest] if _VERSION.fullmatch(version):
                return rest
        return []


@dataclass(frozen=True, slots=True)
class PrivateAccess(LobbyAccess):
    """The rules of a broker that is there for one person, and their bots.

    Attributes:
        owners: the fingerprints of the keys the person comes with.
        is_bot: returns whether a fingerprint is that of a bot of the lobby.
    """

    owners: frozenset[str]
    is_bot: Callable[[str], bool]

    def may_enter(self, visitor: Visitor) -> bool:
        """Return whether it is the server, the owner or a bot, with a key for this lobby."""
        if visitor.lobby != self.lobby:
            return False
        return visitor.serves or visitor.key in self.owners or self.is_bot(visitor.key)
