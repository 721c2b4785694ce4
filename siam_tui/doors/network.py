"""Tells the addresses of strangers apart, for limits that count by address."""

from __future__ import annotations

from ipaddress import IPv6Address, IPv6Network, ip_address


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
