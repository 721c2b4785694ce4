"""A private server never outlives the program that started it."""

import asyncio
import os
import pty
import signal
import socket
import sys

import pytest

from client.client import Client
from protocol.keys import SecretKey
from siam_tui.lobby.private_server import PrivateServer, Serving, usual_port
from siam_tui.profile.paths import lobbies_folder
from siam_tui.profile.user_error import UserError
from tests.patience import PATIENCE
from tests.programs import ROOT, children, ended, environment
from tests.siam_tui.app.stage import app_of, deal, piloted
from tests.siam_tui.app.terminal import Terminal, exit_code, on_terminal, to_a_game

pytestmark = pytest.mark.usefixtures("own_folders")

LINUX_ONLY = pytest.mark.skipif(
    not hasattr(os, "pidfd_open"),
    reason="awaits the end of processes that only Linux lets one await",
)

PARENT = """
import asyncio
from siam_tui.lobby.private_server import PrivateServer, Serving
from tests.patience import PATIENCE

async def main():
    async with PrivateServer(Serving()) as server:
        print(server.pid, flush=True)
        await asyncio.Event().wait()

asyncio.run(main())
"""


async def test_players_can_come_as_soon_as_it_is_there():
    key = SecretKey.generate()
    async with (
        PrivateServer(Serving(owner=key.public.fingerprint)) as server,
        Client(server.link, key, "Ann") as client,
    ):
        await asyncio.wait_for(client.ready(), PATIENCE)
        assert client.lobby is not None
    assert await server.ended() == 0


async def test_alone_it_listens_on_the_loopback_address_only():
    async with PrivateServer(Serving()) as server:
        assert server.link.broker.host == "127.0.0.1"


async def test_a_game_against_bots_is_no_lobby_that_others_find(tmp_path):
    async with piloted(app_of(tmp_path)) as pilot:
        await deal(pilot)
        assert list(lobbies_folder().iterdir()) == []


async def test_every_game_against_bots_has_a_lobby_of_its_own():
    async with PrivateServer(Serving()) as one, PrivateServer(Serving()) as other:
        assert one.link.server != other.link.server


def test_a_port_that_is_in_use_is_not_proposed(monkeypatch):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        monkeypatch.setattr("siam_tui.lobby.private_server.MQTT_PORT", port)
        assert usual_port() == 0
    assert usual_port() == port


async def test_a_hosted_lobby_keeps_its_link():
    servers = []
    for _ in range(2):
        async with PrivateServer(Serving(profile="ann")) as server:
            servers.append(server.link.server)
    assert servers[0] == servers[1]


async def test_what_went_wrong_is_the_servers_own_sentence():
    async with PrivateServer(Serving()) as server:
        with pytest.raises(UserError, match="in use"):
            async with PrivateServer(Serving(port=server.link.broker.port)):
                pass


async def test_the_password_is_in_no_command_line():
    serving = Serving(broker="mqtt://ann@example.org", password="secret")
    assert not any("secret" in argument for argument in serving.arguments())


@LINUX_ONLY
async def test_nothing_is_left_of_one_whose_start_is_given_up():
    async def start():
        async with PrivateServer(Serving()):
            pytest.fail("it was given up")

    before = set(children(os.getpid()))
    starting = asyncio.create_task(start())
    await asyncio.sleep(0)  # it has begun, and the process is on its way
    starting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await starting
    assert set(children(os.getpid())) <= before


@LINUX_ONLY
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
async def test_it_ends_however_its_parent_is_ended(number):
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", PARENT, stdout=asyncio.subprocess.PIPE, cwd=ROOT
    )
    assert parent.stdout is not None
    server = int(await asyncio.wait_for(parent.stdout.readline(), PATIENCE))
    parent.send_signal(number)
    await parent.communicate()
    await ended(server)


async def test_the_app_ends_when_the_terminal_goes_away_without_a_signal(tmp_path):
    """As when the terminal program is killed, and the app has no controlling terminal."""
    ours, its = pty.openpty()
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "siam_tui", "--name", "Ann"),
        stdin=its,
        stdout=its,
        stderr=its,
        env=environment(tmp_path, TERM="xterm-256color"),
        start_new_session=True,  # so no hangup signal is sent to it
    )
    os.close(its)
    terminal = Terminal(ours)
    await terminal.until(b"Play against bots")
    terminal.close()
    try:
        assert await asyncio.wait_for(process.wait(), PATIENCE) == 0
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


@LINUX_ONLY
async def test_it_ends_when_the_terminal_hangs_up(tmp_path):
    """The app itself on a real terminal, in a game against bots; then the terminal goes."""
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--name", "Ann")
    await to_a_game(terminal)
    started = list(children(pid))
    assert len(started) >= 2, "a server and a bot"
    terminal.close()
    for process in started:
        await ended(process)
    await asyncio.to_thread(os.waitpid, pid, 0)


async def test_who_quits_in_a_game_against_bots_is_told_that_it_is_kept(tmp_path):
    pid, terminal = on_terminal(tmp_path, "-m", "siam_tui", "--name", "Ann")
    await to_a_game(terminal)
    terminal.type(b"\x11")  # Ctrl+Q
    await terminal.until(b"Your game against bots is kept")
    assert await exit_code(pid) == 0
    terminal.close()
