"""Tells addresses of the Internet from those of this computer and its networks.

The tables are IANA's, since `ipaddress` knows them as they were when Python was released. A block
in which some addresses are reachable and others are not, such as 192.0.0.0/24, counts as a whole.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import Final

NOT_PUBLIC_V4: Final = tuple(
    map(
        IPv4Network,
        (
            "0.0.0.0/8",  # this network
            "10.0.0.0/8",  # private
            "100.64.0.0/10",  # shared by the customers of a provider
            "127.0.0.0/8",  # this computer
            "169.254.0.0/16",  # this link
            "172.16.0.0/12",  # private
            "192.0.0.0/24",  # protocols
            "192.0.2.0/24",  # examples
            "192.88.99.0/24",  # 6to4 relays, until 2015
            "192.168.0.0/16",  # private
            "198.18.0.0/15",  # measurements
            "198.51.100.0/24",  # examples
            "203.0.113.0/24",  # examples
            "224.0.0.0/3",  # multicast and reserved
        ),
    )
)
"""https://www.iana.org/assignments/iana-ipv4-special-registry, and multicast."""
_UNICAST: Final = IPv6Network("2000::/3")
"""All public IPv6 addresses are in it, so a reserved range cannot be forgotten."""
NOT_PUBLIC_V6: Final = tuple(
    map(
        IPv6Network,
        (
            "2001::/23",  # protocols; Teredo is read before
            "2001:db8::/32",  # examples
            "3fff::/20",  # examples
        ),
    )
)
"""https://www.iana.org/assignments/iana-ipv6-special-registry, as far as it is in 2000::/3."""
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
    return address in _UNICAST and not any(address in each for each in NOT_PUBLIC_V6)


def _is_public_v4(address: IPv4Address) -> bool:
    return not any(address in each for each in NOT_PUBLIC_V4)


def _inner_address(address: IPv6Address) -> IPv4Address | None:
    """Return the IPv4 address to which an IPv6 address leads, if it is of such a kind."""
    if address in _TRANSLATED:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    if address.teredo is not None:
        return address.teredo[1]
    return address.ipv4_mapped or address.sixtofour
