"""Routes messages to subscribers, and keeps retained messages.

It knows nothing of connections: any object with a `deliver` method can subscribe.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

from server.broker.packet_writer import SUBSCRIPTION_REFUSED, OutgoingMessage
from server.broker.packets import Message
from server.broker.topic_tree import RetainedTree, SubscriptionTree, intersect, is_valid

_MAX_QOS = 1


class Subscriber(Protocol):
    """Receives messages."""

    def deliver(self, message: OutgoingMessage, qos: int) -> None:
        """Take a published message; must not raise or wait."""


class Router:
    """Delivers each message to its subscribers, once to each."""

    def __init__(self) -> None:
        self.subscriptions: SubscriptionTree[Subscriber] = SubscriptionTree()
        self._retained: RetainedTree[OutgoingMessage] = RetainedTree()

    def publish(self, message: Message) -> None:
        """Send a message to all subscribers of its topic; keep it if it is retained."""
        if message.retain and message.payload:
            self._retained.put(message.topic, OutgoingMessage(message, retained=True))
        elif message.retain:
            self._retained.drop(message.topic)
        if found := self.subscriptions.match(message.topic):
            outgoing = OutgoingMessage(message)
            for subscriber, qos in found.items():
                subscriber.deliver(outgoing, min(qos, message.qos))

    def retained_topics(self, topic_filter: str) -> list[str]:
        """Return the topics with a retained message that a filter matches."""
        return self._retained.match(topic_filter)

    def retained(self, topic: str) -> OutgoingMessage | None:
        """Return the retained message of a topic, if there still is one."""
        return self._retained.get(topic)


@dataclass(slots=True)
class Subscriptions:
    """The subscriptions of one subscriber, cut down to what it may read.

    The tree contains the intersections of each filter with the readable filters. So messages need
    no further check, and a filter that can match nothing readable is refused.

    Attributes:
        router: routes the messages.
        subscriber: receives them.
        readable: filters of the topics that it may read.
        most: how many subscriptions it may have.
    """

    router: Router
    subscriber: Subscriber
    readable: tuple[str, ...]
    most: int
    _filters: dict[str, tuple[int, tuple[str, ...]]] = field(default_factory=dict)
    _wishes: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def __len__(self) -> int:
        """Return how many subscriptions there are."""
        return len(self._filters)

    def add_filter(self, topic_filter: str, qos: int) -> int:
        """Subscribe; return the code for the SUBACK: the granted QoS, or a refusal."""
        parts = self.parts(topic_filter)
        if not parts:
            if len(self._filters) >= self.most or not is_valid(topic_filter):
                return SUBSCRIPTION_REFUSED
            common = dict.fromkeys(intersect(topic_filter, each) for each in self.readable)
            parts = tuple(part for part in common if part is not None)
            if not parts:
                return SUBSCRIPTION_REFUSED
            if parts == (topic_filter,):
                parts = (topic_filter,)  # the same text is not kept twice
            for part in parts:
                self._wishes[part] = (*self._wishes.get(part, ()), topic_filter)
        granted = min(qos, _MAX_QOS)
        self._filters[topic_filter] = granted, parts
        for part in parts:
            self._update(part)
        return granted

    def parts(self, topic_filter: str) -> tuple[str, ...]:
        """Return the readable parts of a filter, which are filters themselves."""
        _, parts = self._filters.get(topic_filter, (0, ()))
        return parts

    def remove(self, topic_filter: str) -> None:
        """End a subscription, if it exists."""
        _, parts = self._filters.pop(topic_filter, (0, ()))
        for part in parts:
            others = tuple(each for each in self._wishes.pop(part) if each != topic_filter)
            if others:
                self._wishes[part] = others
                self._update(part)
            else:
                self.router.subscriptions.remove(part, self.subscriber)

    def clear(self) -> None:
        """End all subscriptions."""
        for topic_filter in tuple(self._filters):
            self.remove(topic_filter)

    def _update(self, part: str) -> None:
        """Subscribe to a part with the highest QoS that one of its filters was granted."""
        qos = max(self._filters[each][0] for each in self._wishes[part])
        self.router.subscriptions.add_subscriber(part, self.subscriber, qos)
