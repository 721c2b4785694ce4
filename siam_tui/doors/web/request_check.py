"""Refuses requests of other sites and for other hosts, and keys that others could read. Pure."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from multidict import CIMultiDictProxy

from siam_tui.doors.named_proxies import NamedProxies

_FORWARDED: Final = ("x-forwarded", "forwarded", "via", "x-real-ip")
"""How headers begin that proxies add."""
_PROTOCOL: Final = "X-Forwarded-Proto"


def host_of(authority: str) -> str:
    """Return the host of ``host[:port]`` in lower case; empty if it is none.

    >>> host_of("Example.org:80"), host_of("[::1]:80"), host_of("a/b"), host_of("")
    ('example.org', '::1', '', '')
    """
    try:
        parts = urlsplit(f"//{authority}")
        _ = parts.port
    except ValueError:
        return ""
    return (parts.hostname or "") if parts.netloc == authority else ""


def is_own_host(authority: str, hosts: Collection[str]) -> bool:
    """Return whether a request may ask for a host: an address, or one of the door's names.

    A name of somebody else that leads to this address would make their page ours.

    >>> is_own_host("192.168.1.5:8080", ()), is_own_host("evil.example", ("box",))
    (True, False)
    """
    host = host_of(authority)
    if host in hosts:
        return True
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def is_own_origin(origin: str, authority: str) -> bool:
    """Return whether a page of this door made a request.

    >>> is_own_origin("http://box:8080", "box:8080"), is_own_origin("null", "box:8080")
    (True, False)
    """
    scheme, separator, rest = origin.partition("://")
    return bool(separator) and scheme in ("http", "https") and rest.lower() == authority.lower()


def is_confidential(
    peer: str, headers: CIMultiDictProxy[str], proxies: NamedProxies, *, is_encrypted: bool
) -> bool:
    """Return whether nobody on the way can read what a browser sends.

    That is so by https, and on this computer. What a proxy passes on never comes from this
    computer, and whether it came by https is believed only of a named proxy.

    Args:
        peer: the address of the connection.
        headers: of the request.
        proxies: the proxies that the owner named.
        is_encrypted: whether the connection itself is by https.
    """
    is_proxy = proxies.is_named(peer)
    if is_proxy or any(name.lower().startswith(_FORWARDED) for name in headers):
        protocols = ",".join(headers.getall(_PROTOCOL, ())).split(",")
        return is_proxy and all(each.strip().lower() == "https" for each in protocols)
    return is_encrypted or (_is_loopback(peer) and _is_loopback(host_of(headers.get("Host", ""))))


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False
