"""Who has set which address, and what was sent there: an immutable value."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import NamedTuple

from protocol.reminders.reminder_addresses import address_key, domain_of, spelling_key
from protocol.reminders.reminder_messages import ReminderKind

DAY = 24 * 3600.0
REQUESTS_KEPT = 30 * DAY
"""Seconds for which requests to confirm an address are remembered, for limits."""
BLOCKED_KEPT = 365 * DAY
"""Seconds for which an address stays blocked."""
UNCONFIRMED_KEPT = DAY
"""Seconds after which an address that was not confirmed is forgotten."""
MAX_BLOCKED = 5000


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where one player's reminders go.

    Attributes:
        kind: how they are sent.
        address: where they go.
        stop_code: stops them; every message contains it.
        asked: when the player chose the address, in seconds since 1970, as all times here.
        confirmed: whether its code was entered.
        code: the code; empty once it was entered.
        tries: how often another code was entered.
        digests: when digests were sent in the last day.
        tests: when test messages were sent in the last day.
        sent: when any messages were sent in the last day.
        told: the turns that were told of in a digest.
        warned: the turns that were told of because a clock was about to end.
        delivered: when the latest message was delivered; 0 for never.
        trouble: why the latest message was not delivered; empty if it was.
        language: the language of messages: the one in which the address was chosen.
    """

    kind: ReminderKind
    address: str
    stop_code: str
    asked: float
    confirmed: bool = False
    code: str = field(default="", repr=False)
    tries: int = 0
    digests: tuple[float, ...] = ()
    tests: tuple[float, ...] = ()
    sent: tuple[float, ...] = ()
    told: frozenset[str] = frozenset()
    warned: frozenset[str] = frozenset()
    delivered: int = 0
    trouble: str = ""
    language: str = "en"

    def sent_since(self, moment: float) -> int:
        """Return how many messages were sent since a moment of the last day."""
        return sum(at > moment for at in self.sent)

    def with_sent(self, now: float) -> Subscription:
        """Return it after another message was sent."""
        return replace(self, sent=(*(at for at in self.sent if at > now - DAY), now))


class CodeRequest(NamedTuple):
    """A code that was sent to an address, as far as limits need it.

    Attributes:
        at: when.
        player: fingerprint of the player who chose the address.
        origin: what tells the player's address apart from others, as a hash; empty if unknown.
        address: the address as a hash.
        domain: its domain or host as a hash.
        is_regular: whether it was a regular player.
        stop: the stop code in the message, as a hash.
    """

    at: float
    player: str
    origin: str
    address: str
    domain: str
    is_regular: bool
    stop: str


@dataclass(frozen=True, slots=True)
class AddressBook:
    """All subscriptions of a lobby.

    Attributes:
        salt: keys the hashes, so that nobody can compute them from a list of addresses alone.
        subscriptions: by the players' fingerprints.
        requests: codes that were sent lately, oldest first.
        blocked: hashes of addresses to which no code is sent, and since when.
    """

    salt: bytes = field(repr=False)
    subscriptions: Mapping[str, Subscription] = field(default_factory=dict)
    requests: tuple[CodeRequest, ...] = ()
    blocked: Mapping[str, float] = field(default_factory=dict)

    def with_subscription(self, player: str, subscription: Subscription) -> AddressBook:
        """Return the book with a player's subscription instead of the one before."""
        return replace(self, subscriptions={**self.subscriptions, player: subscription})

    def without(self, player: str) -> AddressBook:
        """Return the book without a player's address; itself if there is none."""
        if player not in self.subscriptions:
            return self
        left = {name: each for name, each in self.subscriptions.items() if name != player}
        return replace(self, subscriptions=left)

    def with_request(self, request: CodeRequest) -> AddressBook:
        """Return the book with one more code sent."""
        kept = (each for each in self.requests if each.at > request.at - REQUESTS_KEPT)
        return replace(self, requests=(*kept, request))

    def is_blocked(self, kind: ReminderKind, address: str, now: float) -> bool:
        """Return whether no code may be sent to an address."""
        since = [self.blocked[each] for each in self._hashes(kind, address) if each in self.blocked]
        return any(now - at < BLOCKED_KEPT for at in since)

    def address_of_stop_code(self, code: str) -> str | None:
        """Return the hash of the address whose messages of the last 30 days have a stop code."""
        for each in self.subscriptions.values():
            if hmac.compare_digest(each.stop_code.encode(), code.encode()):
                return self.address_hash(each.kind, each.address)
        stop = self.hash(f"stop:{code}")
        return next((each.address for each in self.requests if each.stop == stop), None)

    def without_address(self, address: str, now: float) -> AddressBook:
        """Return the book without an address, named by its hash.

        If nobody had confirmed it, somebody chose it for a stranger: it gets no more codes.
        """
        gone = {
            player
            for player, each in self.subscriptions.items()
            if address in self._hashes(each.kind, each.address)
        }
        left = {name: each for name, each in self.subscriptions.items() if name not in gone}
        requests = tuple(  # a stop code counts once
            each._replace(stop="") if each.address == address else each for each in self.requests
        )
        if any(self.subscriptions[player].confirmed for player in gone):
            return replace(self, subscriptions=left, requests=requests)
        blocked = {**self.blocked, address: now}
        for oldest in list(blocked)[:-MAX_BLOCKED]:
            del blocked[oldest]
        return replace(self, subscriptions=left, requests=requests, blocked=blocked)

    def address_hash(self, kind: ReminderKind, address: str) -> str:
        """Return by what an address is compared with others."""
        return self.hash(address_key(kind, address))

    def _hashes(self, kind: ReminderKind, address: str) -> tuple[str, str]:
        """Return the hash of an address, and the one that books of earlier releases have."""
        return self.address_hash(kind, address), self.hash(spelling_key(kind, address))

    def request_of(
        self, player: str, chosen: Subscription, origin: str, *, regular: bool
    ) -> CodeRequest:
        """Return a request for a code, as it is remembered.

        Args:
            player: fingerprint of the player.
            chosen: what the player chose.
            origin: the network address they connect from; empty if it is not known.
            regular: whether they are a regular player.
        """
        return CodeRequest(
            chosen.asked,
            player,
            self.hash(f"origin:{origin}") if origin else "",
            self.address_hash(chosen.kind, chosen.address),
            self.hash(f"domain:{domain_of(chosen.kind, chosen.address)}"),
            regular,
            self.hash(f"stop:{chosen.stop_code}"),
        )

    def without_expired(self, now: float) -> AddressBook:
        """Return the book without what is too old; itself if there is nothing of it."""
        kept = {
            player: each
            for player, each in self.subscriptions.items()
            if each.confirmed or now - each.asked < UNCONFIRMED_KEPT
        }
        blocked = {name: at for name, at in self.blocked.items() if now - at < BLOCKED_KEPT}
        if len(kept) == len(self.subscriptions) and len(blocked) == len(self.blocked):
            return self
        return replace(self, subscriptions=kept, blocked=blocked)

    def hash(self, text: str) -> str:
        """Return a keyed hash, by which texts can be compared but not read."""
        return blake2b(text.encode(), digest_size=16, key=self.salt).hexdigest()
