"""An evening on one machine over SSH: real logins, real terminals, one Unix account."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from tests.e2e.sshd import SshServer, openssh_server
from tests.e2e.terminals import Screen

MINE, OVER = "━━ Your move", "━━ The game is over"
TAB, RIGHT, ENTER, SUBMIT = b"\t", b"\x1b[C", b"\r", b"\x13"
PLAYERS = ("ann", "ben", "cleo")
_LONG = 5  # seconds
_PASSES = 0.85  # of the moves; it is a whole game either way, but a short evening


@pytest.fixture
async def ssh(tmp_path: Path) -> AsyncIterator[SshServer]:
    """OpenSSH's server, on a machine on which somebody serves a lobby."""
    async with (
        openssh_server(tmp_path) as server,
        server.login("host", "serve", "--port", "0") as (host, _),
    ):
        await host.until_seen("Your lobby is open")
        yield server


@dataclass
class Login:
    """Somebody who has logged in and found the lobby."""

    screen: Screen
    ssh: asyncio.subprocess.Process

    async def press(self, keys: bytes) -> str:
        """Type, and return what is to be seen once something has changed, or has not for long.

        A key may change colours only, or come too late: the text shows neither.
        """
        before = self.screen.text
        self.screen.type(keys)
        with suppress(TimeoutError):
            async with asyncio.timeout(_LONG):
                await self.screen.until_seen(lambda text: text != before)
        return self.screen.text

    async def move(self, random: Random) -> None:
        """Make a move by keys: pass, or play a card and answer what is asked."""
        text = await (self.press(b"p") if random.random() < _PASSES else self.press(TAB))
        while MINE in text:
            text = await self.press(ENTER)
            if MINE in text:
                text = await self.press(TAB)


@asynccontextmanager
async def at_home(server: SshServer, profile: str) -> AsyncIterator[Login]:
    """Log in as a player, run ``siam``, and see it find the lobby."""
    async with server.login(profile) as (screen, process):
        text = await screen.until_seen("What should other players", "On this computer")
        if "What should other players" in text:  # the first time; the profile's name is proposed
            screen.type(ENTER)
        await screen.until_seen(_only_home)
        yield Login(screen, process)


def _only_home(text: str) -> bool:
    return "On this computer" in text and "What shall" not in text


async def go_in(login: Login) -> None:
    """Go into the lobby on this machine: it is home's first line, so one key is enough."""
    login.screen.type(ENTER)
    await login.screen.until_seen("Invite link")


async def open_table(logins: list[Login]) -> None:
    """Ann opens a table, the others sit down, and the game begins."""
    host, *others = logins
    host.screen.type(b"o")
    await host.screen.until_seen("Open the table")
    host.screen.type(TAB + RIGHT)
    await host.screen.until_seen("3 players")
    host.screen.type(SUBMIT)
    for each in others:
        await each.screen.until_seen("Ann's")
        each.screen.type(b"s")
        await each.screen.until_seen("The table of Ann")
    await host.screen.until_seen("All are here")
    host.screen.type(b"g")


async def play(logins: list[Login], random: Random, *, moves: int = 10_000) -> None:
    """Have everybody move in turn, until the game is over or so many moves are made."""
    for _ in range(moves):
        waiting = [asyncio.ensure_future(each.screen.until_seen(MINE, OVER)) for each in logins]
        await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        done = next(each for each in waiting if each.done())
        for each in waiting:
            each.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        mover = logins[waiting.index(done)]
        if OVER in await done:
            return
        await mover.move(random)


@pytest.mark.timeout(600)
async def test_three_logins_find_the_lobby_play_to_the_end_and_outlive_a_lost_connection(
    ssh: SshServer,
) -> None:
    random = Random(1)
    async with AsyncExitStack() as stack:
        ann, ben, cleo = [
            await stack.enter_async_context(at_home(ssh, profile)) for profile in PLAYERS
        ]
        for each in (ann, ben, cleo):
            await go_in(each)
        await open_table([ann, ben, cleo])
        await play([ann, ben, cleo], random, moves=7)

        ben.ssh.kill()  # his connection is lost, whatever he was about to do
        await ben.ssh.wait()
        ben = await stack.enter_async_context(at_home(ssh, "ben"))
        await go_in(ben)
        await ben.screen.until_seen("your seat", "your turn")
        ben.screen.type(b"s")
        await ben.screen.until_seen("Ben you")

        await play([ann, ben, cleo], random)
        told = {
            await outcome(name, each) for name, each in (("Ann", ann), ("Ben", ben), ("Cleo", cleo))
        }
        assert len(told) == 1, told
        async with ssh.login("host", "records") as (screen, _):
            kept = await screen.until_seen("Ann, Ben and Cleo")
        assert "moves, " in kept
        assert "not played to its end" not in kept


async def outcome(name: str, login: Login) -> str:
    """Return how the game ended, as somebody's screen tells it, in words that suit everybody."""
    text = await login.screen.until_seen(_end_of)
    return _end_of(text).replace("You win", f"{name} wins")


def _end_of(text: str) -> str:
    """Return the sentences above what can be done next: as many lines as a name's length makes.

    The last key of a game may come too late for a move, and then ask for another game.
    """
    found = re.search(r"━━ The game is over.*\n((?:.*\n)*?) +A  (?:do not )?play again", text)
    return " ".join(found[1].split()) if found else ""
