"""Refuses requests that another site made, or that ask for another host. Pure."""

from __future__ import annotations

from collections.abc import Collection
from ipaddress import ip_address
from urllib.parse import urlsplit


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
