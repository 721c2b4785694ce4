"""Certificates that cannot be trusted: every command says why at once, and so does the app."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link, parse_link
from tests.brokers import free_port
from tests.certificates import TestAuthority
from tests.e2e.deployed import running_mosquitto
from tests.programs import run, server_key_of
from tests.siam_tui.app.terminal import exit_code, on_terminal
from tests.siam_tui.plain.talker import talking

_LISTENER = """\
listener {port} 127.0.0.1
certfile {folder}/{name}.pem
keyfile {folder}/{name}.key
allow_anonymous true
"""


@dataclass(frozen=True)
class Bad:
    """A broker whose certificate cannot be trusted.

    Attributes:
        broker: its address.
        ca: the options that trust a CA.
        reason: what is said of it.
        word: a word of that, which no line break divides.
    """

    broker: BrokerAddress
    ca: tuple[str, ...]
    reason: str
    word: bytes

    @property
    def link(self) -> str:
        return str(Link(self.broker, SecretKey.generate().public))


@pytest.fixture(scope="module")
def brokers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Bad]]:
    """Run one mosquitto that shows another certificate at each of three ports."""
    folder = tmp_path_factory.mktemp("certificates")
    authority = TestAuthority(folder)
    authority.issue("untrusted", "127.0.0.1")
    authority.issue("expired", "127.0.0.1", expired=True)
    authority.issue("other", "broker.example")
    trusted = ("--ca", str(folder / "ca.pem"))
    reasons = {
        "untrusted": ((), "this computer does not know who signed it", b"signed"),
        "expired": (trusted, "cannot be trusted today (certificate has expired)", b"expired"),
        "other": (trusted, "is for another host", b"another"),
    }
    ports = {name: free_port() for name in reasons}
    listeners = [
        _LISTENER.format(port=port, folder=folder, name=name) for name, port in ports.items()
    ]
    text = "".join(["per_listener_settings true\n", *listeners])
    with running_mosquitto(folder, text, ports["untrusted"]):
        yield {
            name: Bad(BrokerAddress("mqtts", "127.0.0.1", ports[name]), *how)
            for name, how in reasons.items()
        }


@pytest.fixture(params=["untrusted", "expired", "other"])
def bad(request: pytest.FixtureRequest, brokers: dict[str, Bad]) -> Bad:
    return brokers[request.param]


async def test_every_command_says_why_and_ends(bad: Bad, tmp_path: Path) -> None:
    commands = (
        ("join", bad.link, "--plain"),
        ("watch", bad.link, "--plain"),
        ("serve", "--broker", str(bad.broker)),
        ("doctor", bad.link),
    )
    ended = await asyncio.gather(*(run(tmp_path / words[0], *bad.ca, *words) for words in commands))
    for (command, *_), (code, out, complaint) in zip(commands, ended, strict=True):
        told = out if command == "doctor" else complaint
        assert (command, told.count(bad.reason)) == (command, 1)
        assert f"127.0.0.1:{bad.broker.port}" in told
        assert code == (1 if command == "doctor" else 2)
        assert "Traceback" not in complaint


async def test_what_manages_a_lobby_and_plays_there_says_why_and_ends(
    bad: Bad, tmp_path: Path
) -> None:
    engine = f"{sys.executable} -m siam_tui engine"
    home, table = tmp_path / "home", str(parse_link(bad.link).to_table("abcdefgh"))
    own = Link(bad.broker, server_key_of(home).public)
    commands = (
        ("lobby", "tables", "--link", str(own)),
        ("lobby", "players", "--link", str(own)),
        ("lobby", "bans", "--link", str(own)),
        ("lobby", "close", "abcdefgh", "--link", str(own)),
        ("bot", "--table", table, "--engine", engine),
        ("join", table, "--plain"),
    )
    ended = await asyncio.gather(*(run(home, *words, *bad.ca) for words in commands))
    for words, (code, _, complaint) in zip(commands, ended, strict=True):
        assert (words[:2], code, complaint.count(bad.reason)) == (words[:2], 2, 1), complaint
        assert "Traceback" not in complaint


async def test_hosting_in_text_mode_says_why(bad: Bad, tmp_path: Path) -> None:
    async with talking(tmp_path, *bad.ca, "--plain", "--name", "Ann") as ann:
        ann.type(f"host {bad.broker}")
        assert "certificate" in await ann.until(bad.reason)
        ann.type("status")
        await ann.until("You are in no lobby.")
        assert await ann.leave() == 1


async def test_the_app_says_why(bad: Bad, tmp_path: Path) -> None:
    siam = ("-m", "siam_tui", *bad.ca, "--name", "Ann", bad.link)
    pid, terminal = on_terminal(tmp_path, *siam)
    try:
        await terminal.until(bad.word)
        os.kill(pid, signal.SIGTERM)
        assert await exit_code(pid) == 0
    finally:
        terminal.close()
