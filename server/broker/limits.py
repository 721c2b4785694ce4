"""How much of the embedded broker a connection, a key and an address may use."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

from protocol.codec import MAX_BYTES

FLOOD = "flood"
"""The reason why a connection is cut off that sends too much."""
_MAX_SHUT_OUT = 4096


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a broker.

    There are two lanes with the same rates: one for the players of running games, one for everybody
    else. A *modest* connection is one that has sent little for a while.

    Attributes:
        packet: bytes of an MQTT packet: a frame, its topic and its headers.
        connections: identified connections at a time.
        anonymous: how many of these may have no key.
        strangers: connections at a time that are not identified yet.
        per_key: connections at a time of one key; another one ends the first of them.
        per_address: connections at a time from one address, or of one account of this machine.
        new_per_second: new connections from one address, once it has used its share.
        connect_seconds: time for a connection to identify itself.
        idle_seconds: time for a connection without a key to subscribe to something.
        packet_seconds: time from the first byte of a packet to its last.
        silence: seconds that a client may be silent, if its keep-alive is not shorter.
        unread: bytes that may wait for a client that does not read.
        unread_of_all: the same for all clients together.
        stalled_seconds: how long a client may read less than it is sent.
        unacknowledged: messages that may wait for a client that does not acknowledge.
        filters: subscriptions of a connection.
        credit: packets that a quiet connection may send at once.
        newcomer: the same for a new connection, so reconnecting gains nothing.
        newcomer_use: packets that a new connection counts as having sent.
        per_second: packets a second that a connection may send all the time.
        all_per_second: packets a second that a lane may send all the time; further packets wait
            (see `FairScheduler`).
        all_credit: packets that a lane may send at once after a quiet time.
        modest_use: packets that a connection may have sent lately and still be modest.
        modest_seconds: how long a modest connection must have been there.
        modest_per_second: packets a second that all modest connections together may send beyond
            that without waiting.
        connect_cost: the cost of a new connection, in packets.
        shut_out_seconds: how long a key is shut out that was cut off for a flood.
        packet_share: bytes that cost one more packet.
        filter_share: filters that cost one more packet.
        retained_share: bytes of retained messages that cost their subscriber one packet.
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


class ShutOut:
    """Keys that flooded lately; their number is bounded."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: OrderedDict[str, float] = OrderedDict()

    def shut(self, key: str, now: float) -> None:
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
