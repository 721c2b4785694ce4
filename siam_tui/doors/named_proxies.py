"""Reads from whom a request comes that a reverse proxy has passed on. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from math import inf
from typing import Final, NamedTuple, TypeAlias


def network_of(host: str) -> str:
    """Return what tells addresses apart: the address, or the /64 network for IPv6.

    >>> network_of("::ffff:192.0.2.7"), network_of("2001:db8::1:2")
    ('192.0.2.7', '2001:db8::')
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    address = getattr(address, "ipv4_mapped", None) or address
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, 64), strict=False).network_address)
    return str(address)


MOST_HOPS: Final = 16
"""Proxies behind each other that are read; nobody has so many."""
_CROWD: Final = 8.0
"""For how many people an address stands that a proxy may have."""
_THIS_COMPUTER: Final = frozenset({"127.0.0.1", "::"})
"""What `network_of` makes of the addresses ``127.0.0.1`` and ``::1``."""
_Address: TypeAlias = IPv4Address | IPv6Address
_Network: TypeAlias = IPv4Network | IPv6Network


class Origin(NamedTuple):
    """Where a connection or a request comes from, as far as limits need it.

    Attributes:
        network: what tells its address apart.
        people: for how many people the address stands: a limit for one address is so much higher.
    """

    network: str
    people: float = 1.0


class NamedProxies:
    """The proxies that the door's owner named; only they are believed whom they pass on.

    Each proxy appends the address that it sees to ``X-Forwarded-For``. What stands before that was
    sent by somebody else, so it counts only if that somebody is a named proxy, too.
    """

    def __init__(self, named: Iterable[str]) -> None:
        """Read the names.

        Args:
            named: addresses, or networks such as ``172.18.0.0/16``.

        Raises:
            ValueError: one of them is neither.
        """
        self._named = tuple(read_network(each) for each in named)

    def is_named(self, host: str) -> bool:
        """Return whether an address is a named proxy's."""
        address = _read_address(host)
        return address is not None and any(address in each for each in self._named)

    def origin_of_connection(self, peer: str) -> Origin:
        """Return where a connection comes from: a named proxy brings any number of people."""
        if self.is_named(peer):
            return Origin(network_of(peer), inf)
        return self._origin_of_address(peer)

    def origin_of_request(self, peer: str, forwarded: Sequence[str]) -> Origin:
        """Return where a request comes from.

        Args:
            peer: the address of the connection.
            forwarded: the lines ``X-Forwarded-For`` of the request, in their order.

        >>> NamedProxies(["10.0.0.1"]).origin_of_request("10.0.0.1", ["6.6.6.6, 192.0.2.7"]).network
        '192.0.2.7'
        >>> NamedProxies([]).origin_of_request("10.0.0.1", ["192.0.2.7"]).network
        '10.0.0.1'
        """
        source = peer
        if self.is_named(peer):
            hops = ",".join(forwarded).rsplit(",", MOST_HOPS)
            for hop in reversed(hops[-MOST_HOPS:]):
                address = _read_address(hop)
                if address is None:  # nobody vouches for what is before it
                    break
                source = str(address)
                if not self.is_named(source):
                    return Origin(network_of(source))
        return self._origin_of_address(source)

    def _origin_of_address(self, source: str) -> Origin:
        """Return the origin of an address; many people have that of a proxy."""
        network = network_of(source)
        is_unnamed_proxy = not self._named and network in _THIS_COMPUTER
        return Origin(network, _CROWD if is_unnamed_proxy or self.is_named(source) else 1.0)


def read_network(text: str) -> _Network:
    """Return the network that an owner named.

    Raises:
        ValueError: it is neither an address nor a network.
    """
    return ip_network(text.strip().strip("[]"))


def _read_address(text: str) -> _Address | None:
    """Read an address as proxies write it: also with a port, in brackets, or with a zone."""
    bare = text.strip()
    if bare.startswith("["):
        bare = bare[1:].partition("]")[0]
    elif bare.count(":") == 1:
        bare = bare.partition(":")[0]
    try:
        address = ip_address(bare.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
