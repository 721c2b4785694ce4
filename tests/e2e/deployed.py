"""The brokers of docs/how-to/run-a-broker.md, configured as that page says."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from protocol.links import BrokerAddress
from tests.brokers import free_port, write_passwords
from tests.patience import PATIENCE
from tests.requirements import need_program

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "run-a-broker.md"
_FILE = re.compile(r"<!-- file: (?P<name>\S+) -->\n```\n(?P<text>.*?)```\n", re.DOTALL)
_WEBSOCKET = """\
server_name: siam
listen: "127.0.0.1:{other}"
jetstream {{ store_dir: "{folder}" }}
mqtt {{ listen: "127.0.0.1:{mqtt}" }}
websocket {{ listen: "127.0.0.1:{port}", no_tls: true }}
"""


def written(name: str) -> str:
    """Return a configuration as it stands on the page."""
    return {found["name"]: found["text"] for found in _FILE.finditer(PAGE.read_text())}[name]


def replaced(text: str, changes: dict[str, str]) -> str:
    """Return a text with each of these changed; all of them must be there."""
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


@contextmanager
def deployed_mosquitto(
    folder: Path, lobby: str, passwords: dict[str, str]
) -> Iterator[BrokerAddress]:
    """Run mosquitto as on the page, for a lobby and for those who have a password."""
    port = free_port()
    (folder / "siam.acl").write_text(replaced(written("siam.acl"), {"LOBBY": lobby}))
    (folder / "siam.passwords").touch(0o600)
    write_passwords(folder / "siam.passwords", passwords)
    text = replaced(
        written("mosquitto.conf"),
        {"listener 1883": f"listener {port}", "/etc/mosquitto/siam": f"{folder}/siam"},
    )
    with running_mosquitto(folder, text, port):
        yield BrokerAddress("mqtt", "127.0.0.1", port)


@contextmanager
def running_mosquitto(folder: Path, configuration: str, port: int) -> Iterator[None]:
    """Run mosquitto with a configuration that has it listen on this port."""
    program = need_program("mosquitto")
    as_root = "user root\n" if os.geteuid() == 0 else ""
    (folder / "mosquitto.conf").write_text(configuration + as_root)
    with _running([program, "-c", str(folder / "mosquitto.conf")], port):
        yield


@contextmanager
def deployed_nats(folder: Path, lobby: str, passwords: dict[str, str]) -> Iterator[BrokerAddress]:
    """Run NATS as on the page, for a lobby and for those who have a password."""
    port = free_port()
    text = replaced(
        written("nats.conf"),
        {
            "127.0.0.1:4222": f"127.0.0.1:{free_port()}",
            "127.0.0.1:1883": f"127.0.0.1:{port}",
            "/var/lib/nats/siam": str(folder / "nats"),
            "SERVER-PASSWORD": passwords[lobby],
        },
    )
    (entry,) = re.findall(r"    \{ user: PLAYER.*?\} \}\n", text, re.DOTALL)
    players = [
        replaced(entry, {"PLAYER-PASSWORD": password, "PLAYER": user})
        for user, password in passwords.items()
        if user != lobby
    ]
    text = text.replace(entry, "".join(players)).replace("LOBBY", lobby)
    with running_nats(folder, text, port):
        yield BrokerAddress("mqtt", "127.0.0.1", port)


@contextmanager
def running_nats(folder: Path, configuration: str, port: int) -> Iterator[None]:
    """Run NATS with a configuration that has it listen on this port."""
    nats = need_program("nats-server")
    (folder / "nats.conf").write_text(configuration)
    with _running([nats, "-c", str(folder / "nats.conf")], port):
        yield


@contextmanager
def _running(command: list[str], port: int) -> Iterator[None]:
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        deadline = time.monotonic() + PATIENCE
        while not _listens(port):
            assert process.poll() is None, process.communicate()
            assert time.monotonic() < deadline
            time.sleep(0.02)  # only trying tells that a broker listens, whichever it is
        yield
    finally:
        process.terminate()
        process.communicate()


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def websocket_broker() -> Iterator[BrokerAddress]:
    """Run NATS, which is reached through WebSockets."""
    port = free_port()
    with TemporaryDirectory() as folder:
        text = _WEBSOCKET.format(folder=folder, port=port, other=free_port(), mqtt=free_port())
        with running_nats(Path(folder), text, port):
            yield BrokerAddress("ws", "127.0.0.1", port)
