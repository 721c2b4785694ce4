"""How `siam serve` runs a door's program, and what it tells of the door."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path

import pytest

from protocol.keys import SecretKey
from protocol.links import BrokerAddress, Link
from siam_tui.cli.serving.door_program import DoorProgram, door_host
from siam_tui.cli.serving.doors import WebOptions
from siam_tui.profile.user_error import UserError
from tests.patience import PATIENCE
from tests.programs import ROOT, run, serving

LINK = Link(BrokerAddress("mqtt", "127.0.0.1", 1883), SecretKey(b"s" * 32).public)


class FailingKind:
    """A door that cannot be opened."""

    title = "web page"
    module = "tests.doors.failing_door"

    def settings_line(self, local_link: Link) -> str:
        return "{}\n"

    def opened(self, line: str) -> str:
        raise AssertionError(line)


async def test_the_error_that_a_door_reported_is_told_whatever_python_writes_after_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    told: list[str] = []
    door = DoorProgram(FailingKind(), told.append)
    async with asyncio.timeout(PATIENCE):
        await door.keep_open(LINK, told.append)
    assert told == ["Port 8080 is in use already: choose another one."]


async def test_a_port_in_use_is_told_before_the_lobby_is_open(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        code, said, error = await run(tmp_path, "serve", "--port", "0", "--web", port)
    assert (code, said) == (2, "")
    assert f"Port {port} is in use already: choose another one with --web" in error


async def test_a_free_port_for_ssh_is_printed_and_the_same_for_all_addresses(
    tmp_path: Path,
) -> None:
    pytest.importorskip("asyncssh")
    async with serving(tmp_path, "--ssh", "0") as (server, _), asyncio.timeout(PATIENCE):
        assert server.stdout is not None
        while not (line := (await server.stdout.readline()).decode().strip()).startswith("ssh "):
            pass
        port = int(line.split()[2])
        assert f"ssh -p {port} {socket.gethostname()}" == line
        for _, _, _, _, address in socket.getaddrinfo("localhost", port, type=socket.SOCK_STREAM):
            reader, writer = await asyncio.open_connection(*address[:2])
            assert (await reader.readline()).startswith(b"SSH-2.0-siam")
            writer.close()
        server.terminate()
        await server.communicate()


def test_an_address_that_this_computer_lacks_is_told() -> None:
    with pytest.raises(UserError, match=r"does not have the address 192\.0\.2\.254"):
        WebOptions(0, "192.0.2.254", 1).settings("box", None)


@pytest.mark.parametrize(
    ("public", "door", "lobby", "host"),
    [
        ("", "", "127.0.0.1", "box"),
        ("", "", "192.0.2.2", "192.0.2.2"),
        ("", "0.0.0.0", "192.0.2.2", "192.0.2.2"),
        ("", "::1", "192.0.2.2", "::1"),
        ("", "", "0.0.0.0", "box"),
        ("example.org", "192.0.2.3", "192.0.2.2", "example.org"),
    ],
)
def test_invitations_to_a_door_name_the_address_by_which_others_reach_it(
    public: str, door: str, lobby: str, host: str
) -> None:
    assert door_host(public, door, lobby, "box") == host
