"""From whom a request comes that a reverse proxy has passed on."""

from __future__ import annotations

import pytest

from siam_tui.doors.named_proxies import MOST_HOPS, NamedProxies, Origin, read_network

PROXY, CHAIN = "10.0.0.1", "10.0.0.2"
PERSON = Origin("192.0.2.7", 1.0)


def origin(*forwarded: str, peer: str = PROXY, named: tuple[str, ...] = (PROXY,)) -> Origin:
    return NamedProxies(named).origin_of_request(peer, forwarded)


@pytest.mark.parametrize(
    "forwarded",
    [
        ["192.0.2.7"],
        [" 192.0.2.7 "],
        ["192.0.2.7:5678"],
        ["6.6.6.6, 192.0.2.7"],
        ["6.6.6.6,<script>,,192.0.2.7"],
        ["6.6.6.6", "192.0.2.7"],
        ["::ffff:192.0.2.7"],
        ["[::ffff:192.0.2.7]:443"],
        ["10.0.0.1, 192.0.2.7"],
        ["6.6.6.6, " * 10_000 + "192.0.2.7"],
    ],
)
def test_only_the_address_counts_that_the_proxy_appended(forwarded: list[str]) -> None:
    assert origin(*forwarded) == PERSON


@pytest.mark.parametrize(
    "text", ["2001:db8::1", "[2001:db8::2]", "[2001:db8::3]:443", "2001:db8::4%eth0", "2001:db8::"]
)
def test_an_ipv6_address_counts_by_its_network(text: str) -> None:
    assert origin(text) == Origin("2001:db8::", 1.0)


@pytest.mark.parametrize(
    "forwarded",
    [[], [""], ["unknown"], ["192.0.2.7,"], ["192.0.2.7, _hidden"], ["192.0.2.7.1"], ["[x]:80"]],
)
def test_what_is_no_address_is_the_proxys_own(forwarded: list[str]) -> None:
    assert origin(*forwarded).network == PROXY
    assert origin(*forwarded).people > 1


def test_nobody_else_is_believed() -> None:
    assert origin("192.0.2.7", peer="10.0.0.9") == Origin("10.0.0.9", 1.0)
    assert origin("192.0.2.7", peer="127.0.0.1") == Origin("127.0.0.1", 1.0)
    assert origin("192.0.2.7", named=()) == Origin(PROXY, 1.0)


def test_in_a_chain_of_named_proxies_the_first_other_address_counts() -> None:
    both = (PROXY, CHAIN)
    assert origin("6.6.6.6, 192.0.2.7, 10.0.0.2", named=both) == PERSON
    assert origin("6.6.6.6, 192.0.2.7, 10.0.0.2").network == CHAIN
    assert origin("10.0.0.2, 10.0.0.2", named=both).network == CHAIN
    assert origin("6.6.6.6, x, 10.0.0.2", named=both).network == CHAIN
    assert origin(", ".join(["192.0.2.7", *[CHAIN] * MOST_HOPS]), named=both).network == CHAIN
    assert origin("192.0.2.7, 172.18.0.5", peer="::1", named=("::1", "172.18.0.0/16")) == PERSON


def test_this_computer_may_have_a_proxy_unless_one_is_named() -> None:
    for own in ("127.0.0.1", "::1"):
        assert NamedProxies([]).origin_of_connection(own).people > 1
        assert NamedProxies([PROXY]).origin_of_connection(own).people == 1
    assert NamedProxies([]).origin_of_connection("127.0.0.2").people == 1
    assert NamedProxies([PROXY]).origin_of_connection(PROXY).people > 1_000


@pytest.mark.parametrize("odd", ["", "proxy", "10.0.0.1/8", "10.0.0.1:80", "http://10.0.0.1"])
def test_a_proxy_is_named_by_its_address(odd: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - whatever it says
        read_network(odd)
