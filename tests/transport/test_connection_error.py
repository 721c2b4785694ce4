"""What is wrong with a broker is told with what to do, by real connections."""

from __future__ import annotations

import asyncio
import textwrap

import aiomqtt
import pytest

from protocol.keys import SecretKey
from protocol.links import BrokerAddress
from tests.brokers import free_port
from transport.connection_error import explain_error
from transport.mqtt import Credentials, connected


async def trouble_with(address: BrokerAddress) -> str:
    """Return what is told when a connection to an address fails."""
    with pytest.raises(aiomqtt.MqttError) as caught:
        async with connected(address, Credentials(SecretKey.generate(), "lobby")):
            pass
    return explain_error(caught.value, address, "ann", has_password=False)


async def test_who_hangs_up_may_want_tls() -> None:
    hang_up = await asyncio.start_server(lambda _, writer: writer.close(), "127.0.0.1")
    port = hang_up.sockets[0].getsockname()[1]
    async with hang_up:
        told = await trouble_with(BrokerAddress("mqtt", "127.0.0.1", port))
    assert told.startswith(f"The broker at 127.0.0.1:{port} closed the connection at once. ")
    assert "siams://" in told


async def test_where_nothing_listens_the_server_may_not_run() -> None:
    told = await trouble_with(BrokerAddress("mqtt", "127.0.0.1", port := free_port()))
    assert told == f"Nothing listens at 127.0.0.1:{port}: is the server running?"


def test_silence_is_told_without_words_of_the_library() -> None:
    error = aiomqtt.MqttError("_ssl.c:989: The handshake operation timed out")
    error.__context__ = TimeoutError("_ssl.c:989: The handshake operation timed out")
    told = explain_error(error, BrokerAddress("mqtts", "a.example", 8883), "", has_password=False)
    assert told == "Nothing answers at a.example:8883. Check the host and the port, or the network."


@pytest.mark.parametrize("has_password", [False, True])
@pytest.mark.parametrize("is_player", [False, True])
def test_a_refused_login_is_told_in_three_lines_of_a_small_terminal(
    has_password: bool, is_player: bool
) -> None:
    """The bar of a table has three lines of 78 cells at 80×24."""
    address = BrokerAddress("mqtts", "broker.example.org", 8883)
    error, fingerprint = aiomqtt.MqttCodeError(5), SecretKey.generate().public.fingerprint
    told = explain_error(
        error, address, fingerprint, has_password=has_password, is_player=is_player
    )
    assert len(textwrap.wrap(told, 78)) <= 3
