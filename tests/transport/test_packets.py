"""What of a broker's packets reaches the MQTT library."""

from __future__ import annotations

import pytest

from tests.server.broker.raw import CONNACK_OK, PINGREQ, PINGRESP, packet, publish
from transport.connection_error import AbusiveBrokerError
from transport.packets import MAX_PACKET, MAX_SKIPPED, PacketScreen, ReadBudget

GREATEST = MAX_PACKET - 4
ENDLESS = b"\x30\xff\xff\xff\x7f"
"""The head of a PUBLISH of 268 MB."""


def passed(screen: PacketScreen) -> bytes:
    return screen.take(1 << 30)


def screened(data: bytes, step: int, budget: ReadBudget | None = None) -> tuple[bytes, int]:
    """Return what passes of some bytes that come a few at a time, and how many were skipped."""
    screen = PacketScreen(budget or ReadBudget())
    for at in range(0, len(data), step):
        screen.add(data[at : at + step])
    return passed(screen), screen.skipped


@pytest.mark.parametrize("step", [1, 3, 1000, 1 << 20])
def test_packets_pass_whole_and_in_order_however_they_come(step: int) -> None:
    data = CONNACK_OK + publish("a/b", bytes(1000)) + PINGRESP + publish("a", b"", qos=0)
    assert screened(data, step) == (data, 0)


def test_nothing_passes_of_a_packet_that_is_not_whole() -> None:
    screen = PacketScreen(ReadBudget())
    screen.add(CONNACK_OK + publish("a", b"half")[:-1])
    assert passed(screen) == CONNACK_OK
    assert not screen.has_passed


@pytest.mark.parametrize("step", [1000, 1 << 20])
def test_a_message_that_is_too_long_is_skipped_unread(step: int) -> None:
    largest = packet(0x30, bytes(GREATEST))
    over = packet(0x30, bytes(GREATEST + 1))
    assert screened(over + largest + over + PINGRESP, step) == (largest + PINGRESP, 2)


@pytest.mark.parametrize(
    "head",
    [
        ENDLESS,
        packet(0x30, bytes(MAX_SKIPPED))[:5],
        b"\x90\xff\xff\x7f",  # a SUBACK is never long
        b"\x30\xff\xff\xff\xff",  # a length has four bytes
        publish("a", b"x", qos=2),
        b"\x62\x02\x00\x01",  # PUBREL, of QoS 2
        PINGREQ,  # a client's; the library would answer each
        b"\x00\x00",
    ],
)
def test_a_connection_ends_at_the_head_of_what_no_broker_sends(head: bytes) -> None:
    with pytest.raises(AbusiveBrokerError):
        screened(CONNACK_OK + head, 1)


def test_who_is_only_asked_sends_little() -> None:
    budget = ReadBudget(total=100, packets=5, skipped=0)
    assert screened(5 * PINGRESP, 2, budget) == (5 * PINGRESP, 0)
    for too_much in (6 * PINGRESP, publish("a", bytes(100)), ENDLESS, bytes(2)):
        with pytest.raises(AbusiveBrokerError):
            screened(too_much, 200, budget)
