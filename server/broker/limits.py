"""How much of the embedded broker one connection may have, and one address."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from protocol.codec import MAX_BYTES

FLOOD = "flood"
"""The reason for which a connection is cut off that sends too much."""
_MAX_SHUT_OUT = 4096


@dataclass(frozen=True, slots=True)
class Limits:
    """What is too much.

    Attributes:
        packet: bytes of an MQTT packet: of a frame of ours, its topic and its heads.
        connections: connections at a time that have said who they are.
        anonymous: how many of them may have no key.
        strangers: connections at a time that have not said yet who they are.
        per_key: connections at a time of one key; one more ends the first of them.
        per_address: connections at a time from one address, or of one account of this machine.
        new_per_second: new connections from one address, once it has had its share.
        connect_seconds: until a connection has said who it is.
        idle_seconds: until a connection without a key has subscribed to something.
        packet_seconds: from a packet's first byte to its last.
        silence: seconds a client may be silent that has promised no shorter ones.
        unread: bytes that wait for a client that does not read.
        unread_of_all: the same for all clients together.
        stalled_seconds: how long a client may read less than it is sent.
        unacknowledged: messages that wait for a client that does not acknowledge.
        filters: subscriptions of a connection.
        credit: packets a connection may send at once, when it has been quiet.
        newcomer: the same, when it has just come; so coming again and again gains nothing.
        newcomer_use: packets a connection counts as having sent when it has just come.
        per_second: packets a connection may send for as long as it likes.
        all_per_second: packets all players of running games together may send for as long as they
            like, and all others as many; what is more waits, of who has sent least the shortest
            (see `FairScheduler`).
        all_credit: packets all together may send at once, when it has been quiet.
        modest_use: packets a connection may have sent lately to count as a modest one.
        modest_seconds: how long it must have been there for that.
        modest_per_second: packets all modest connections together may send beyond that, without
            waiting for anybody.
        connect_cost: packets a new connection counts as.
        shut_out_seconds: how long a key is not let in again that was cut off for a flood.
        packet_share: bytes that count as one packet more.
        filter_share: filters that count as one packet more.
        retained_share: bytes of retained messages that count as a packet of who subscribes.
    """

    packet: int = MAX_BYTES + 1024
    connections: int = 700
    anonymous: int = 40
    strangers: int = 100
    per_key: int = 8
    per_address: int = 400
    new_per_second: float = 20
    connect_seconds: float = 5
    idle_seconds: float = 10
    packet_seconds: float = 10
    silence: float = 600
    unread: int = 1024 * 1024
    unread_of_all: int = 32 * 1024 * 1024
    stalled_seconds: float = 30
    unacknowledged: int = 5000
    filters: int = 100
    credit: int = 400
    newcomer: int = 60
    newcomer_use: float = 10
    per_second: float = 100
    all_per_second: float = 400
    all_credit: int = 400
    modest_use: float = 60
    modest_seconds: float = 5
    modest_per_second: float = 200
    connect_cost: int = 3
    shut_out_seconds: float = 10
    packet_share: int = 4096
    filter_share: int = 8
    retained_share: int = 16 * 1024


class Allowance:
    """So much at once, and so much a second for ever."""

    __slots__ = ("_left", "_most", "_per_second", "_since")

    def __init__(self, most: float, per_second: float, left: float, now: float) -> None:
        self._most = most
        self._per_second = per_second
        self._left = left
        self._since = now

    def take(self, amount: float, now: float) -> bool:
        """Use some of it; False if there is not enough, and then nothing is used."""
        earned = (now - self._since) * self._per_second
        self._left = min(self._most, self._left + earned)
        self._since = now
        if self._left < amount:
            return False
        self._left -= amount
        return True


class ShutOut:
    """The keys that have flooded lately, a bounded number of them."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: OrderedDict[str, float] = OrderedDict()

    def add(self, key: str, now: float) -> None:
        """Shut a key out for a while."""
        self._until[key] = now + self._seconds
        self._until.move_to_end(key)
        if len(self._until) > _MAX_SHUT_OUT:
            self._until.popitem(last=False)

    def holds(self, key: str, now: float) -> bool:
        """Return whether a key is shut out."""
        until = self._until.get(key)
        if until is not None and until <= now:
            del self._until[key]
        return until is not None and now < until
