"""Topic filters of MQTT 3.1.1, and trees of topic levels that find what a filter matches.

The cost of a lookup depends on the levels of the topic and on the results, but not on the number
of filters or topics.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import zip_longest
from typing import Final, Generic, TypeVar

MAX_BYTES: Final = 128
"""Most bytes of a filter; the longest filter of a player has about 60."""
MAX_LEVELS: Final = 8
"""Most levels of a filter; a topic of a lobby has five."""


def is_valid(topic_filter: str) -> bool:
    """Return whether a filter keeps the limits and has valid wildcards."""
    if not topic_filter or len(topic_filter.encode()) > MAX_BYTES:
        return False
    *levels, last = topic_filter.split("/")
    if len(levels) >= MAX_LEVELS:
        return False
    return all("#" not in level and _is_level(level) for level in levels) and (
        last == "#" or ("#" not in last and _is_level(last))
    )


def intersect(one: str, other: str) -> str | None:
    """Return the filter of the topics that two valid filters both match, or None if there are none.

    >>> intersect("siam/#", "siam/+/lobby")
    'siam/+/lobby'
    >>> intersect("siam/v1/+", "siam/+/lobby")
    'siam/v1/lobby'
    >>> intersect("siam/v1", "siam/+/lobby") is None
    True
    """
    first, second = one.split("/"), other.split("/")
    common: list[str] = []
    for place, (here, there) in enumerate(zip_longest(first, second)):
        wild, level = (here, there) if here in {"#", "+"} else (there, here)
        if place == 0 and wild in {"#", "+"} and level is not None and level.startswith("$"):
            return None
        if here == "#" or there == "#":
            rest = second if here == "#" else first
            return "/".join(common + rest[place:])  # nothing is left of `a` beside `a/#`
        if wild == "+" and level is not None:
            common.append(level)
        elif here == there and here is not None:
            common.append(here)
        else:
            return None
    return "/".join(common)


def _is_level(level: str) -> bool:
    return level == "+" or "+" not in level


S = TypeVar("S")
V = TypeVar("V")


class _Node(Generic[V]):
    """One level of topics or filters.

    Attributes:
        children: the next level, by name.
        value: the value of the topic or filter that ends here.
    """

    __slots__ = ("children", "value")

    def __init__(self) -> None:
        self.children: dict[str, _Node[V]] = {}
        self.value: V | None = None


class _Tree(Generic[V]):
    def __init__(self) -> None:
        self._root: _Node[V] = _Node()

    def _at(self, levels: Iterable[str]) -> _Node[V]:
        """Return the node of a topic or filter; make it if there is none."""
        node = self._root
        for level in levels:
            following = node.children.get(level)
            if following is None:
                following = node.children[level] = _Node()
            node = following
        return node

    def _prune(self, levels: list[str]) -> None:
        """Remove empty nodes at the end of a topic or filter."""
        path = [self._root]
        for level in levels:
            path.append(path[-1].children[level])
        for parent, node, level in zip(path[-2::-1], path[:0:-1], reversed(levels), strict=True):
            if node.children or node.value is not None:
                return
            del parent.children[level]


class SubscriptionTree(_Tree[dict[S, int]]):
    """Finds the subscribers of a topic, each once, with their highest granted QoS."""

    def add_subscriber(self, topic_filter: str, subscriber: S, qos: int) -> None:
        """Subscribe to a valid filter, or change the QoS of the subscription."""
        node = self._at(topic_filter.split("/"))
        if node.value is None:
            node.value = {}
        node.value[subscriber] = qos

    def remove(self, topic_filter: str, subscriber: S) -> None:
        """End an existing subscription."""
        levels = topic_filter.split("/")
        node = self._at(levels)
        assert node.value is not None
        del node.value[subscriber]
        if not node.value:
            node.value = None
            self._prune(levels)

    def match(self, topic: str) -> dict[S, int]:
        """Return the subscribers of a topic, with the QoS of each."""
        found: dict[S, int] = {}
        nodes = [self._root]
        for place, level in enumerate(topic.split("/", MAX_LEVELS)):
            following = []
            hidden = place == 0 and level.startswith("$")  # wildcards do not match it
            for node in nodes:
                if not node.children:
                    continue
                if not hidden:
                    _collect(node.children.get("#"), found)
                    if (any_level := node.children.get("+")) is not None:
                        following.append(any_level)
                if (exact := node.children.get(level)) is not None:
                    following.append(exact)
            nodes = following
        for node in nodes:
            _collect(node, found)
            _collect(node.children.get("#"), found)  # `a/#` matches `a` as well
        return found


def _collect(node: _Node[dict[S, int]] | None, found: dict[S, int]) -> None:
    if node is not None and node.value:
        for subscriber, qos in node.value.items():
            if found.get(subscriber, -1) < qos:
                found[subscriber] = qos


class RetainedTree(_Tree[V]):
    """Keeps one value a topic, and finds those a filter matches."""

    def put(self, topic: str, value: V) -> None:
        """Keep a value for a topic, in place of an earlier one."""
        self._at(topic.split("/")).value = value

    def drop(self, topic: str) -> None:
        """Forget the value of a topic, if there is one."""
        levels = topic.split("/")
        self._at(levels).value = None
        self._prune(levels)

    def get(self, topic: str) -> V | None:
        """Return the value of a topic, or None."""
        found = next(iter(self._nodes(topic.split("/"))), None)
        return None if found is None else found[1].value

    def match(self, topic_filter: str) -> list[str]:
        """Return the topics with a value that a valid filter matches."""
        found = self._nodes(topic_filter.split("/"))
        return [topic for topic, node in found if node.value is not None]

    def _nodes(self, levels: list[str]) -> Iterable[tuple[str, _Node[V]]]:
        nodes = [("", self._root)]
        for place, level in enumerate(levels):
            if level == "#":
                return _descendants(nodes, hidden=place == 0)
            following: list[tuple[str, _Node[V]]] = []
            for path, node in nodes:
                if level == "+":
                    following += _children(path, node, hidden=place == 0)
                elif (exact := node.children.get(level)) is not None:
                    following.append((f"{path}/{level}" if place else level, exact))
            nodes = following
        return nodes


def _children(path: str, node: _Node[V], *, hidden: bool) -> Iterator[tuple[str, _Node[V]]]:
    """Iterate over the next level; the first one hides names that begin with a dollar sign."""
    for level, child in node.children.items():
        if not (hidden and level.startswith("$")):
            yield level if hidden else f"{path}/{level}", child


def _descendants(
    nodes: list[tuple[str, _Node[V]]], *, hidden: bool
) -> Iterator[tuple[str, _Node[V]]]:
    waiting = list(nodes)
    if hidden:
        waiting = list(_children("", nodes[0][1], hidden=True))
    while waiting:
        path, node = waiting.pop()
        yield path, node
        waiting += _children(path, node, hidden=False)
