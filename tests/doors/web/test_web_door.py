"""`siam serve --web`: a real lobby, and a real browser that watches a game of bots by https."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path

import pytest

from client.client import Client
from protocol.commands import OpenTable, SeatBot, StartGame
from protocol.keys import SecretKey
from tests.certificates import TestAuthority
from tests.doors.web.chromium import Tab
from tests.patience import PATIENCE
from tests.programs import children, ended, serving

pytestmark = [pytest.mark.xdist_group("chromium"), pytest.mark.asyncio(loop_scope="session")]


async def url_said(server: asyncio.subprocess.Process, scheme: str = "https") -> str:
    """Return the address of the page, as the server prints it."""
    assert server.stdout is not None
    async with asyncio.timeout(PATIENCE):
        async for line in server.stdout:
            if found := re.search(rf"{scheme}://127\.0\.0\.1:\d+/", line.decode()):
                return found[0]
    raise AssertionError("no page was opened")


def certified(folder: Path) -> tuple[str, ...]:
    """Make a certificate; return the options that use it."""
    TestAuthority(folder).issue("page", "x")
    return "--web-cert", f"{folder}/page.pem", "--web-key", f"{folder}/page.key"


async def test_a_browser_watches_a_game_until_the_lobby_closes(tab: Tab, tmp_path: Path) -> None:
    web = ("--web", "0", "--web-bind", "127.0.0.1", *certified(tmp_path))
    async with (
        serving(tmp_path, "--new-lobby", "--pace", "0.05", *web) as (server, link),
        Client(link, SecretKey.generate(), "Ann") as host,
    ):
        url = await url_said(server)
        (door,) = (pid for pid in children(server.pid) if b"doors.web" in command_of(pid))
        await host.ready(PATIENCE)
        assert host.lobby is not None
        table = (await host.request(OpenTable("siam", 2, seat=None))).table
        await host.follow(table)
        for seat in range(2):
            await host.request(SeatBot(table, seat, host.lobby.bots[0]))
        await tab.open(url)
        await tab.until("document.querySelector('a.table')")
        await host.request(StartGame(table))
        await tab.act("document.querySelector('a.table').click()")
        await tab.until("document.querySelectorAll('.moves li').length > 3")
        assert await tab.run("document.querySelector('.status').textContent") == "Live."
        await tab.until("document.querySelector('.seat.won')")
        await tab.until("document.querySelector('a[href^=\"/replay?\"]')")
        await tab.act("document.querySelector('a[href^=\"/replay?\"]').click()")
        played = await tab.until("document.querySelector('output')?.textContent")
        shown, last = map(int, played.split(" of "))
        assert shown == 0
        assert last > 3
        await tab.act("history.back()")
        await tab.until("document.querySelector('.seat.won')")
        server.terminate()
        await ended(door)
        await tab.until("document.querySelector('.status.lost')")


def command_of(pid: int) -> bytes:
    return Path(f"/proc/{pid}/cmdline").read_bytes()
