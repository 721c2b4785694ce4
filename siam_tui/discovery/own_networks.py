"""The networks that this computer is in, where lobbies are announced and found."""

from __future__ import annotations

import ipaddress
import os
from ipaddress import IPv4Address, IPv4Interface

import ifaddr

VARIABLE = "SIAM_LAN"
"""Names the addresses of this computer whose networks are used, with commas; `off` for none."""
OFF = "off"
_MAX_NETWORKS = 16


def own_networks() -> tuple[IPv4Interface, ...]:
    """Return this computer's addresses with their networks, sorted.

    The loopback network is among them only if ``SIAM_LAN`` names it.
    """
    if not is_network_used():
        return ()
    wanted = os.environ.get(VARIABLE, "")
    named = {each.strip() for each in wanted.split(",") if each.strip()}
    found = {
        IPv4Interface(f"{address.ip}/{address.network_prefix}")
        for adapter in ifaddr.get_adapters()
        for address in adapter.ips
        if isinstance(address.ip, str)
    }
    used = (each for each in found if (str(each.ip) in named if named else not each.ip.is_loopback))
    return tuple(sorted(used))[:_MAX_NETWORKS]


def is_network_used() -> bool:
    """Return whether the player wants any network to be searched."""
    return os.environ.get(VARIABLE) != OFF


def announced_addresses(bind: str) -> tuple[str, ...]:
    """Return the addresses at which the networks around reach a server; empty if there are none.

    Args:
        bind: the address on which it listens; ``0.0.0.0`` for all.
    """
    try:
        address = ipaddress.ip_address(bind)
    except ValueError:  # a host name
        return ()
    own = tuple(str(each.ip) for each in own_networks())
    return own if address == IPv4Address(0) else tuple(each for each in own if each == bind)


def near_addresses(offered: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of the offered addresses that are in this computer's networks.

    A stranger's announcement must not make us connect to any other computer. This computer's own
    addresses come last: a container's network has the same address on many computers.
    """
    own = own_networks()
    own_addresses = {each.ip for each in own}
    addresses = [IPv4Address(each) for each in offered]
    near = [each for each in addresses if any(each in network.network for network in own)]
    return tuple(str(each) for each in sorted(near, key=lambda each: each in own_addresses))
