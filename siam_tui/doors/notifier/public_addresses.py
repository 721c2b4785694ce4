"""Tells addresses of the Internet from those of this computer and its networks."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Final

_UNICAST: Final = IPv6Network("2000::/3")
"""All public IPv6 addresses are in it, so a reserved range cannot be forgotten."""
_TRANSLATED: Final = IPv6Network("64:ff9b::/96")
"""Behind a translator (NAT64), the last 32 bits are an IPv4 address."""


def is_public(text: str) -> bool:
    """Return whether an IP address belongs to the public Internet.

    Loopback, private, link-local, shared (CGNAT), reserved, multicast and unspecified addresses do
    not, also where an IPv6 address contains one.

    >>> is_public("1.1.1.1"), is_public("10.0.0.1"), is_public("::ffff:127.0.0.1")
    (True, False, False)
    """
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv4Address):
        return _is_public_v4(address)
    inner = _inner_address(address)
    if inner is not None:
        return _is_public_v4(inner)
    return address in _UNICAST and address.is_global and not address.is_multicast


def _is_public_v4(address: IPv4Address) -> bool:
    return address.is_global and not (address.is_multicast or address.is_reserved)


def _inner_address(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address to which an IPv6 address leads, if it is of such a kind."""
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    if address.teredo is not None:
        return address.teredo[1]
    return address.ipv4_mapped or address.sixtofour
