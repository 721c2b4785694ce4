"""Whole games through brokers that are reached with TLS only."""

from __future__ import annotations

import subprocess
from collections.abc import Iterator
from contextlib import AsyncExitStack
from pathlib import Path

import aiomqtt
import pytest

from protocol.keys import SecretKey
from protocol.links import BrokerAddress
from tests.brokers import free_port, running_server
from tests.e2e.deployed import running_mosquitto, running_nats
from tests.e2e.guests import check_against_server, come, play_all, started
from transport.mqtt import Who, connected
from transport.trouble import explain

_MOSQUITTO = """\
listener {port} 127.0.0.1
certfile {folder}/certificate.pem
keyfile {folder}/key.pem
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
  tls {{ cert_file: "{folder}/certificate.pem", key_file: "{folder}/key.pem" }}
}}
"""


@pytest.fixture(params=["mqtts", "wss"])
def encrypted(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[BrokerAddress]:
    """Run mosquitto, or NATS behind a WebSocket, with a certificate of their own making."""
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
         "-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
         "-keyout", tmp_path / "key.pem", "-out", tmp_path / "certificate.pem"],
        check=True, capture_output=True,
    )  # fmt: skip
    port = free_port()
    run, text = (running_nats, _NATS) if request.param == "wss" else (running_mosquitto, _MOSQUITTO)
    text = text.format(port=port, folder=tmp_path, other=free_port(), mqtt=free_port())
    with run(tmp_path, text, port):
        yield BrokerAddress(request.param, "127.0.0.1", port)


async def test_a_whole_game_over_tls(
    encrypted: BrokerAddress, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "certificate.pem"))  # now it is trusted
    async with running_server(encrypted) as server, AsyncExitStack() as stack:
        guests = await come(stack, server.link, 2)
        table = await started(guests)
        await play_all(guests, table, seed=7)
        check_against_server(server, table, guests)


async def test_a_certificate_nobody_vouches_for_is_refused(encrypted: BrokerAddress) -> None:
    with pytest.raises(aiomqtt.MqttError) as refused:
        async with connected(encrypted, Who(SecretKey.generate(), "lobby")):
            pass
    assert "cannot be trusted" in explain(refused.value, encrypted)
