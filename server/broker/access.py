"""Decides who may publish and read which topics on the embedded broker.

A topic belongs to the key in its name: a lobby's to the server's key, an inbox and an outbox to the
player's. So no list of players is needed; see `transport.login` for how a client proves its key.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Protocol

_VERSION = re.compile(r"v\d{1,3}")
_LEVELS = 5
"""Levels of the longest topics of a lobby."""


@dataclass(frozen=True, slots=True)
class Visitor:
    """The identity of a connection to the broker.

    Attributes:
        key: the fingerprint of the key that it has proven; empty for none.
        lobby: the lobby for which it has proven the key.
    """

    key: str = ""
    lobby: str = ""

    @property
    def serves(self) -> bool:
        """Whether it is the lobby's own server."""
        return bool(self.key) and self.key == self.lobby


ANYBODY = Visitor()
"""A visitor without a key."""


class Access(Protocol):
    """The access rules of a broker."""

    def may_enter(self, visitor: Visitor) -> bool:
        """Return whether a visitor may connect at all."""

    def may_publish(self, visitor: Visitor, topic: str, *, retain: bool) -> bool:
        """Return whether a visitor may publish on a topic, and have the message retained."""

    def readable(self, visitor: Visitor) -> tuple[str, ...]:
        """Return filters of the topics that a visitor may read."""


@dataclass(frozen=True, slots=True)
class LobbyAccess:
    """The access rules of a broker for one lobby.

    Attributes:
        lobby: the fingerprint of its server's key.
    """

    lobby: str

    def may_enter(self, visitor: Visitor) -> bool:
        """Return whether a visitor comes for this lobby, or has no key and only watches."""
        return visitor == ANYBODY or visitor.lobby == self.lobby

    def may_publish(self, visitor: Visitor, topic: str, *, retain: bool) -> bool:
        """Return whether the topic is the player's own inbox, or the server's own topic."""
        match self._within(topic):
            case ["lobby"] | ["table", _]:
                return visitor.serves
            case ["out", _]:
                return visitor.serves and not retain
            case ["in", player]:
                return player == visitor.key != "" and not retain
        return False

    def readable(self, visitor: Visitor) -> tuple[str, ...]:
        """Return the filters of the public topics and of the visitor's own."""
        base, *public = _readable_by_all(self.lobby)
        if visitor.serves:
            return (*public, f"{base}/in/+", f"{base}/out/{visitor.key}")
        own = (f"{base}/out/{visitor.key}",) if visitor.key else ()
        return (*public, *own)

    def _within(self, topic: str) -> list[str]:
        match topic.split("/", _LEVELS):
            case ["siam", version, self.lobby, *rest] if _VERSION.fullmatch(version):
                return rest
        return []


@lru_cache(16)
def _readable_by_all(lobby: str) -> tuple[str, ...]:
    """Return the base of a lobby's topics, and the filters of its public ones.

    All connections share these texts.
    """
    base = f"siam/+/{lobby}"
    return base, f"{base}/lobby", f"{base}/table/+"


@dataclass(frozen=True, slots=True)
class PrivateAccess(LobbyAccess):
    """The access rules of a broker for one person and their bots.

    Attributes:
        owners: the fingerprints of the keys the person comes with.
        is_bot: returns whether a fingerprint is that of a bot of the lobby.
    """

    owners: frozenset[str]
    is_bot: Callable[[str], bool]

    def may_enter(self, visitor: Visitor) -> bool:
        """Return whether the visitor is the server, an owner or a bot of this lobby."""
        if visitor.lobby != self.lobby:
            return False
        return visitor.serves or visitor.key in self.owners or self.is_bot(visitor.key)
