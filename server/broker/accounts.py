"""Tells connections of one machine apart by the account that made them, on Linux.

All players over SSH, or through a proxy on this machine, come from 127.0.0.1. `sock_diag(7)` asks
the kernel for the owner of the other end of one connection. That takes some microseconds, however
many connections there are; reading /proc/net/tcp takes longer with each. Where the kernel does not
answer, connections are counted by their keys only.
"""

from __future__ import annotations

import os
import socket
import struct
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Final

_FAMILY: Final = getattr(socket, "AF_NETLINK", None)
_SOCK_DIAG: Final = 4
_BY_FAMILY: Final = 20
_REQUEST: Final = 1
_ANY_STATE: Final = 0xFFFFFFFF
_UID_AT: Final = 80
"""Position of the user in the answer: after the head (16 bytes) and inet_diag_msg to idiag_uid."""
_V6_NETWORK: Final = 64
_WAIT_SECONDS: Final = 0.05


def network(host: str) -> str:
    """Return what tells addresses of other machines apart: the address, or the network for IPv6.

    It is empty for this machine, and for a text that is no address: many people may share it.
    """
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return ""
    address = getattr(address, "ipv4_mapped", None) or address
    if address.is_loopback:
        return ""
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, _V6_NETWORK), strict=False).network_address)
    return str(address)


def origin(peer: tuple[str, int], own: tuple[str, int]) -> str:
    """Return where a connection comes from, for counting; empty if that is not known.

    That is the network, or on this machine the account. The account of this process does not count,
    since its SSH door or proxy may serve many people.

    Args:
        peer: address and port of the other end.
        own: address and port of this end.
    """
    if (elsewhere := network(peer[0])) and peer[0] != own[0]:
        return elsewhere
    user = account(peer, own)
    return "" if user is None or user == os.geteuid() else f"account {user}"


def account(peer: tuple[str, int], own: tuple[str, int]) -> int | None:
    """Return the user id that made a connection on this machine; None if it is not known."""
    if _FAMILY is None:
        return None
    family = socket.AF_INET6 if ":" in peer[0] else socket.AF_INET
    try:
        with socket.socket(_FAMILY, socket.SOCK_RAW, _SOCK_DIAG) as kernel:
            kernel.settimeout(_WAIT_SECONDS)
            kernel.send(_question(family, peer, own))
            answer = kernel.recv(4096)
    except OSError:
        return None
    if len(answer) < _UID_AT + 4 or struct.unpack_from("=H", answer, 4) != (_BY_FAMILY,):
        return None
    (user,) = struct.unpack_from("=I", answer, _UID_AT)
    return int(user)


def _question(family: int, peer: tuple[str, int], own: tuple[str, int]) -> bytes:
    head = struct.pack("=BBBxI", family, socket.IPPROTO_TCP, 0, _ANY_STATE)
    ports = struct.pack("!HH", peer[1], own[1])
    addresses = b"".join(
        socket.inet_pton(family, host).ljust(16, b"\0") for host in (peer[0], own[0])
    )
    body = head + ports + addresses + struct.pack("=III", 0, _ANY_STATE, _ANY_STATE)
    return struct.pack("=IHHII", 16 + len(body), _BY_FAMILY, _REQUEST, 1, 0) + body
