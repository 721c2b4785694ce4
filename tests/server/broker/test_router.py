"""Which message goes to whom, against an independent specification of MQTT's matching."""

from __future__ import annotations

from time import thread_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.broker.packet_writer import SUBSCRIPTION_REFUSED, OutgoingMessage
from server.broker.packets import Message
from server.broker.router import Router, Subscriptions
from server.broker.topic_tree import RetainedTree, SubscriptionTree, intersect, is_valid
from tests.server.broker.mqtt_matching import filters, matches, topics

EVERYTHING = ("#", "$x/#")


class Reader:
    """Remembers what it is sent."""

    def __init__(self) -> None:
        self.got: list[tuple[OutgoingMessage, int]] = []

    def deliver(self, message: OutgoingMessage, qos: int) -> None:
        self.got.append((message, qos))


@settings(deadline=None, max_examples=60)
@given(filters, filters, topics)
def test_two_filters_have_in_common_what_both_match(one: str, other: str, topic: str) -> None:
    both = intersect(one, other)
    found = both is not None and matches(both, topic)
    assert found == (matches(one, topic) and matches(other, topic))


@settings(deadline=None, max_examples=60)
@given(st.lists(st.tuples(filters, st.integers(0, 2), st.integers(0, 1))), st.lists(topics))
def test_a_topic_has_the_subscribers_whose_filters_match_it(
    wishes: list[tuple[str, int, int]], published: list[str]
) -> None:
    tree: SubscriptionTree[int] = SubscriptionTree()
    wanted = {(topic_filter, who): qos for topic_filter, who, qos in wishes}
    for (topic_filter, who), qos in wanted.items():
        tree.add_subscriber(topic_filter, who, qos)
    for topic in published:
        expected: dict[int, int] = {}
        for (topic_filter, who), qos in wanted.items():
            if matches(topic_filter, topic):
                expected[who] = max(qos, expected.get(who, 0))
        assert tree.match(topic) == expected
    for topic_filter, who in wanted:
        tree.remove(topic_filter, who)
    assert not tree._root.children


@settings(deadline=None, max_examples=60)
@given(st.lists(topics), st.lists(topics), st.lists(filters))
def test_a_filter_finds_the_topics_it_matches(
    put: list[str], dropped: list[str], wanted: list[str]
) -> None:
    tree: RetainedTree[str] = RetainedTree()
    for topic in put:
        tree.put(topic, topic)
    for topic in dropped:
        tree.drop(topic)
    kept = set(put) - set(dropped)
    for topic_filter in wanted:
        found = tree.match(topic_filter)
        assert sorted(found) == sorted(topic for topic in kept if matches(topic_filter, topic))
    assert {topic for topic in put if tree.get(topic) == topic} == kept


@settings(deadline=None, max_examples=60)
@given(
    st.lists(st.tuples(filters, st.one_of(st.none(), st.integers(0, 2)))),
    filters,
    topics,
    st.integers(0, 1),
)
def test_a_message_goes_once_to_each_with_the_greatest_qos_that_matches(
    steps: list[tuple[str, int | None]], readable: str, topic: str, sent: int
) -> None:
    router, reader = Router(), Reader()
    subscriptions = Subscriptions(router, reader, (readable, readable), most=1000)
    wanted: dict[str, int] = {}
    for topic_filter, qos in steps:
        if qos is None:
            subscriptions.remove(topic_filter)
            wanted.pop(topic_filter, None)
        elif subscriptions.add_filter(topic_filter, qos) != SUBSCRIPTION_REFUSED:
            wanted[topic_filter] = min(qos, 1)
    router.publish(Message(topic, b"x", sent, retain=False))
    found = [qos for each, qos in wanted.items() if matches(each, topic)]
    expected = [min(sent, max(found))] if found and matches(readable, topic) else []
    assert [qos for _, qos in reader.got] == expected
    subscriptions.clear()
    assert not router.subscriptions._root.children


@pytest.mark.parametrize(
    "topic_filter",
    [
        "",
        "a#",
        "#/a",
        "a/#/b",
        "a+",
        "+a/b",
        "x" * 129,
        "ü" * 65,
        "/".join("123456789"),
        "/" * 65000,
    ],
)
def test_what_is_no_filter_is_refused(topic_filter: str) -> None:
    subscriptions = Subscriptions(Router(), Reader(), EVERYTHING, most=10)
    assert subscriptions.add_filter(topic_filter, 0) == SUBSCRIPTION_REFUSED


@settings(deadline=None, max_examples=60)
@given(filters)
def test_every_filter_of_few_levels_is_valid(topic_filter: str) -> None:
    assert is_valid(topic_filter)


def test_a_topic_is_looked_up_as_fast_among_many_subscriptions() -> None:
    def seconds(amount: int) -> float:
        tree: SubscriptionTree[int] = SubscriptionTree()
        for number in range(amount):
            tree.add_subscriber(f"siam/v1/lobby/table/{number}", number, 1)
            tree.add_subscriber(f"siam/+/lobby/out/{number}", number, 1)
        best = float("inf")
        for _ in range(20):
            began = thread_time()
            for number in range(50):
                assert tree.match(f"siam/v1/lobby/table/{number}") == {number: 1}
            best = min(best, thread_time() - began)
        return best

    assert seconds(20_000) < 5 * seconds(100)


def test_what_a_subscription_that_is_replaced_held_is_let_go() -> None:
    router, reader = Router(), Reader()
    subscriptions = Subscriptions(router, reader, EVERYTHING, most=1)
    for qos in (1, 0, 1, 0):
        assert subscriptions.add_filter("a/+", qos) == qos
    assert subscriptions.add_filter("b", 0) == SUBSCRIPTION_REFUSED
    router.publish(Message("a/b", b"x", 1, retain=False))
    assert [qos for _, qos in reader.got] == [0]
    subscriptions.remove("a/+")
    assert subscriptions.add_filter("b", 0) == 0


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=300), st.booleans(), st.integers(1, 65535))
def test_a_message_is_framed_alike_for_each_reader(
    payload: bytes, retained: bool, number: int
) -> None:
    message = OutgoingMessage(Message("a/b", payload, 1, retain=retained), retained=retained)
    for qos, packet_id in ((0, b""), (1, number.to_bytes(2))):
        packet = message.packet(number if qos else 0)
        body = b"\0\3a/b" + packet_id + payload
        assert packet[0] == 0x30 | qos << 1 | retained
        assert packet.endswith(body)
        assert len(packet) - len(body) == (2 if len(body) < 128 else 3)
