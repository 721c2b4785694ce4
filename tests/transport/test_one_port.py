"""One port for all addresses of a host."""

from __future__ import annotations

import asyncio
import errno
import socket
from functools import partial

import pytest

from tests.brokers import free_port
from transport.one_port import bind_for_a_moment, listen_on_one_port


async def open_ports(host: str | None, port: int) -> set[int]:
    listen = partial(asyncio.get_running_loop().create_server, asyncio.Protocol, host)
    listener = await listen_on_one_port(listen, host, port)
    async with listener:
        return {each.getsockname()[1] for each in listener.sockets}


@pytest.mark.parametrize("host", [None, "localhost", "127.0.0.1"])
async def test_a_free_port_is_the_same_for_all_addresses(host: str | None) -> None:
    (port,) = await open_ports(host, 0)
    assert port


async def test_a_port_that_is_chosen_is_used() -> None:
    port = free_port()
    assert await open_ports("127.0.0.1", port) == {port}


async def test_a_port_that_is_taken_meanwhile_is_tried_no_more() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        tried: list[int] = []

        async def listen(port: int) -> asyncio.Server:
            tried.append(port)
            chosen = port if len(tried) > 1 else taken.getsockname()[1]
            return await asyncio.get_running_loop().create_server(
                asyncio.Protocol, "127.0.0.1", chosen
            )

        async with await listen_on_one_port(listen, "127.0.0.1", 0) as listener:
            assert len(tried) == 2
            assert listener.sockets[0].getsockname()[1] == tried[1]


@pytest.mark.parametrize("host", ["", "127.0.0.1"])
def test_a_port_in_use_is_found_out_early(host: str) -> None:
    with (
        socket.create_server(("127.0.0.1", 0)) as taken,
        pytest.raises(OSError, match=f"Errno {errno.EADDRINUSE}"),
    ):
        bind_for_a_moment(host, taken.getsockname()[1])
