"""Whole games through brokers that are reached with TLS only."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import replace
from pathlib import Path
from random import Random

import aiomqtt
import pytest

from protocol.commands import OpenTable, SeatBot, StartGame
from protocol.keys import SecretKey
from protocol.links import BrokerAddress
from siam_tui.cli.options import trust_ca
from siam_tui.profile.user_error import UserError
from tests.brokers import free_port, running_broker, running_server
from tests.certificates import TestAuthority
from tests.e2e.deployed import running_mosquitto, running_nats
from tests.e2e.guests import check_against_server, come, guest, play_all, started
from tests.programs import run, serving
from transport.mqtt import Credentials, connected

_MOSQUITTO = """\
listener {port} 127.0.0.1
certfile {folder}/server.pem
keyfile {folder}/server.key
allow_anonymous true
set_tcp_nodelay true
"""
_NATS = """\
server_name: siam
listen: "127.0.0.1:{other}"
jetstream {{ store_dir: "{folder}/nats" }}
mqtt {{ listen: "127.0.0.1:{mqtt}" }}
websocket {{
  listen: "127.0.0.1:{port}"
  tls {{ cert_file: "{folder}/server.pem", key_file: "{folder}/server.key" }}
}}
"""


@pytest.fixture(params=["mqtts", "wss"])
def encrypted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BrokerAddress]:
    """Run mosquitto, or NATS behind a WebSocket, with a certificate of their own making."""
    TestAuthority(tmp_path).issue("server", "127.0.0.1")
    port = free_port()
    run, text = (running_nats, _NATS) if request.param == "wss" else (running_mosquitto, _MOSQUITTO)
    text = text.format(port=port, folder=tmp_path, other=free_port(), mqtt=free_port())
    with run(tmp_path, text, port):
        yield BrokerAddress(request.param, "127.0.0.1", port)


async def test_a_whole_game_over_tls(
    encrypted: BrokerAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "ca.pem"))  # now it is trusted
    async with running_server(encrypted) as server, AsyncExitStack() as stack:
        guests = await come(stack, server.link, 2)
        table = await started(guests)
        await play_all(guests, table, seed=7)
        check_against_server(server, table, guests)


async def refusal(address: BrokerAddress) -> str:
    """Return why there is no connection with a broker, in words."""
    credentials = Credentials(SecretKey.generate(), "lobby")
    with pytest.raises(aiomqtt.MqttError) as refused:
        async with connected(address, credentials):
            pass
    return credentials.explain(refused.value, address)


async def test_a_certificate_nobody_vouches_for_is_refused(
    encrypted: BrokerAddress, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = await refusal(encrypted)
    assert "cannot be trusted" in told
    assert "siam --ca FILE" in told
    monkeypatch.setenv("SIAM_CA", "/none")
    assert "the certificates in /none, which SIAM_CA names" in await refusal(encrypted)


async def test_a_broker_that_does_not_speak_tls_or_websockets_is_named(tmp_path: Path) -> None:
    async with running_broker("mosquitto", tmp_path) as plain:
        for scheme, expected in (
            ("mqtts", "does the broker use TLS on that port?"),
            ("wss", "does the broker use TLS on that port?"),
        ):
            assert expected in await refusal(replace(plain, scheme=scheme))


def test_a_file_that_is_no_certificate_is_not_trusted(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Ben")
    for name, expected in (("none", "There is no file"), ("letter", "holds no certificate")):
        with pytest.raises(UserError, match=expected):
            trust_ca(tmp_path / name)


@pytest.mark.parametrize("encrypted", ["mqtts"], indirect=True)
async def test_a_ca_of_their_own_is_given_to_the_server_its_bots_and_the_doctor(
    encrypted: BrokerAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"mqtts://{encrypted.host}:{encrypted.port}"
    ca = ("--ca", str(tmp_path / "ca.pem"))
    code, _, complaint = await run(tmp_path, "serve", "--broker", url)
    assert code == 2
    assert "siam --ca FILE" in complaint
    async with serving(tmp_path, "--broker", url, *ca) as (_, link):
        code, said, _ = await run(tmp_path, *ca, "doctor", str(link))
        assert (code, "answered after" in said) == (0, True)
        monkeypatch.setenv("SIAM_CA", ca[1])
        async with guest(link, "Ann") as ann:
            table = (await ann.done(OpenTable("siam", 2))).table
            await ann.client.follow(table)
            await ann.done(SeatBot(table, 1, "random"))
            await ann.done(StartGame(table))
            await ann.until(table, lambda state: state.status == "running")
            await ann.play(table, Random(6))
