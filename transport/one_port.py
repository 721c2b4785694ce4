"""Listens on the same port for all addresses of a host, such as those of IPv4 and IPv6."""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Awaitable, Callable
from contextlib import ExitStack
from typing import Final, TypeVar

_TRIES: Final = 8

T = TypeVar("T")


async def listen_on_one_port(
    listen: Callable[[int], Awaitable[T]], host: str | None, port: int
) -> T:
    """Listen with a function, and return its result.

    If the system chose the port, it would choose another one for each address.

    Args:
        listen: listens on all addresses of the host; called with the port.
        host: the host to listen on; empty or None for all addresses.
        port: the port, or 0 for a free one.

    Raises:
        OSError: nothing can listen there.
    """
    for _ in range(0 if port else _TRIES):
        try:
            return await listen(await asyncio.to_thread(bind_for_a_moment, host, 0))
        except OSError as error:  # another program may take the port meanwhile
            if error.errno != errno.EADDRINUSE:
                raise
    return await listen(port)


def bind_for_a_moment(host: str | None, port: int) -> int:
    """Return a port on which all addresses of a host can be bound now.

    Args:
        host: the host; empty or None for all addresses, of which a family may be switched off.
        port: the port, or 0 for a free one.

    Raises:
        OSError: an address cannot be bound.
    """
    found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    with ExitStack() as bound:
        for family, kind, protocol, _, address in dict.fromkeys(found):
            one = bound.enter_context(socket.socket(family, kind, protocol))
            if os.name == "posix":
                one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
            try:
                one.bind((address[0], port, *address[2:]))
            except OSError as error:
                if not host and error.errno == errno.EADDRNOTAVAIL:
                    continue
                raise
            port = one.getsockname()[1]
    return port
