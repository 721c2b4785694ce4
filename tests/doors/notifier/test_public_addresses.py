"""Which IP addresses a reminder may never go to."""

from __future__ import annotations

import pytest

from siam_tui.doors.notifier.public_addresses import is_public


@pytest.mark.parametrize(
    "address",
    ["1.1.1.1", "203.0.114.1", "2606:4700::1111", "64:ff9b::101:101", "::ffff:1.1.1.1"],
)
def test_public_ones(address: str) -> None:
    assert is_public(address)


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
        "192.0.2.1",
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
