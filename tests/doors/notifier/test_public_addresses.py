"""Which IP addresses a reminder may never go to."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network

import pytest

from siam_tui.doors.notifier.senders import is_public


@pytest.mark.parametrize(
    "address",
    ["1.1.1.1", "203.0.114.1", "2606:4700::1111", "64:ff9b::101:101", "::ffff:1.1.1.1"],
)
def test_public_ones(address: str) -> None:
    assert is_public(address)


def test_no_network_that_python_knows_is_forgotten() -> None:
    """Python's tables only grow, so a later release may know a block that is missing here."""
    for network in (*IPv4Address._constants._private_networks, *_private_v6()):  # type: ignore[attr-defined]
        assert not is_public(str(network[0])), network
        assert not is_public(str(network[-1])), network


def _private_v6() -> list[IPv6Network]:
    return [each for each in IPv6Address._constants._private_networks if each.prefixlen < 128]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "address",
    [
        "0.0.0.0",
        "0.1.2.3",
        "10.0.0.1",
        "100.64.0.1",
        "127.0.0.1",
        "127.255.255.254",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.1",
        "192.0.0.170",
        "192.0.0.255",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.51.100.1",
        "203.0.113.1",
        "224.0.0.251",
        "239.255.255.250",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::127.0.0.1",
        "::ffff:127.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:0:7f00:1",
        "64:ff9b::7f00:1",
        "64:ff9b::a9fe:a9fe",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:0:0:0:0:0:80ff:fffe",
        "2001:db8::1",
        "2001:2::1",
        "2001:10::1",
        "3fff::1",
        "3fff:fff::1",
        "5f00::1",
        "2002:c058:6301::1",
        "2002:c000:aa::1",
        "2002:7f00:1::1",
        "2002:a00:1::1",
        "fc00::1",
        "fd12:3456::1",
        "fe80::1",
        "fe80::1%eth0",
        "fec0::1",
        "ff02::1",
        "2130706433",
        "0x7f.1",
        "127.1",
        "localhost",
        "",
    ],
)
def test_inner_ones(address: str) -> None:
    assert not is_public(address)
