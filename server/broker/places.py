"""Shares out the places for connections, and decides which connection makes room.

A connection is a stranger until it is identified. Then it is anonymous or has a key. Some keys keep
their places: the server's, the bots' and those of seated players.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from typing import Protocol

from server.broker.access import Visitor
from server.broker.limits import Limits
from transport.allowances import Allowances

EVICTED = "made room"
"""The reason why a connection is cut off in favour of another."""


class Guest(Protocol):
    """A connection that has a place."""

    @property
    def has_greeted(self) -> bool:
        """Whether its first packet has arrived."""

    def cut_off(self, reason: str) -> None:
        """End it."""


class Places:
    """Gives places to connections, and takes them from less important ones.

    Attributes:
        kept: returns the fingerprints of the keys whose places are kept now.
    """

    def __init__(self, limits: Limits, kept: Callable[[], Collection[str]]) -> None:
        self.kept = kept
        self._limits = limits
        self._strangers: dict[Guest, str] = {}
        self._admitted: dict[Guest, tuple[Visitor, str]] = {}
        self._of_network: Counter[str] = Counter()
        self._of_key: Counter[str] = Counter()
        self._of_origin: Counter[str] = Counter()
        self._anonymous = 0
        self._coming = Allowances(limits.per_address, limits.new_per_second)

    def take_place(self, guest: Guest, network: str, now: float) -> str:
        """Take a place for a stranger; return why there is none, or nothing.

        If there are too many, the stranger who has been silent longest makes room, in the network
        that most strangers come from. If none is silent, the last one of that network does, unless
        this one's has as many.
        """
        if network and not self._coming.of(network, now).spend(1, now):
            return "new connections of one address"
        if len(self._strangers) >= self._limits.strangers and not self._evict_stranger(network):
            return "connections"
        self._strangers[guest] = network
        self._of_network[network] += 1
        return ""

    def strangers_of(self, network: str) -> int:
        """Return how many connections of a network are not identified yet."""
        return self._of_network[network]

    def admit(self, guest: Guest, visitor: Visitor, origin: str) -> str:
        """Give an identified stranger a place; return why there is none, or nothing.

        Args:
            guest: the connection.
            visitor: its identity.
            origin: its network or account; empty if that does not tell people apart.
        """
        if not visitor.key and self._anonymous >= self._limits.anonymous:
            return "anonymous connections"
        if visitor.key and self._of_key[visitor.key] >= self._limits.per_key:
            self._evict(each for each, (who, _) in self._admitted.items() if who == visitor)
        crowded = origin and self._of_origin[origin] >= self._limits.per_address
        if crowded and not (visitor.serves or visitor.key in self.kept()):
            return "connections of one address"
        if len(self._admitted) >= self._limits.connections and not self._make_room(visitor):
            return "connections"
        self._forget_stranger(guest)
        self._admitted[guest] = visitor, origin
        self._of_key[visitor.key] += 1
        self._of_origin[origin] += 1
        self._anonymous += not visitor.key
        return ""

    def give_back(self, guest: Guest) -> None:
        """Give back the place of a connection, if it has one."""
        self._forget_stranger(guest)
        if (admitted := self._admitted.pop(guest, None)) is not None:
            visitor, origin = admitted
            _count_down(self._of_key, visitor.key)
            _count_down(self._of_origin, origin)
            self._anonymous -= not visitor.key

    def _make_room(self, visitor: Visitor) -> bool:
        """Evict the oldest of the least important; return False if all keep their places."""
        if not visitor.key:
            return False
        kept = self.kept()
        guests = self._admitted.items()
        return self._evict(guest for guest, (who, _) in guests if not who.key) or self._evict(
            guest for guest, (who, _) in guests if not who.serves and who.key not in kept
        )

    def _evict_stranger(self, newcomer: str) -> bool:
        silent = {
            guest: network for guest, network in self._strangers.items() if not guest.has_greeted
        }
        most = max(silent.values(), key=self._of_network.__getitem__, default="")
        if silent:
            return self._evict(guest for guest, network in silent.items() if network == most)
        most = max(self._strangers.values(), key=self._of_network.__getitem__, default="")
        if self._of_network[most] <= self._of_network[newcomer] + 1:
            return False
        last = reversed(self._strangers.items())
        return self._evict(guest for guest, network in last if network == most)

    def _evict(self, guests: Iterable[Guest]) -> bool:
        """Cut off the first of these; return False if there is none."""
        guest = next(iter(guests), None)
        if guest is None:
            return False
        self.give_back(guest)
        guest.cut_off(EVICTED)
        return True

    def _forget_stranger(self, guest: Guest) -> None:
        if (network := self._strangers.pop(guest, None)) is not None:
            _count_down(self._of_network, network)


def _count_down(counts: Counter[str], name: str) -> None:
    counts[name] -= 1
    if not counts[name]:
        del counts[name]
