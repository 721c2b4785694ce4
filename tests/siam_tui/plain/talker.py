"""A person at the other end of `siam --plain`: a real process on pipes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from tests.patience import PATIENCE
from tests.programs import SIAM, running


class Talker:
    """Types lines and hears what is said.

    Attributes:
        heard: every line that was said.
    """

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.heard: list[str] = []

    def type(self, *lines: str) -> None:
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())

    async def next(self) -> str:
        try:
            line = (await asyncio.wait_for(self.process.stdout.readline(), PATIENCE)).decode()
        except TimeoutError:
            raise AssertionError(
                "\n".join(["nothing more was said after:", *self.heard[-20:]])
            ) from None
        if not line:
            raise AssertionError("\n".join(self.heard[-20:]) or "nothing was said")
        self.heard.append(line.rstrip("\n"))
        return self.heard[-1]

    async def until(self, *texts: str) -> str:
        """Return the first line from now on that holds one of these texts."""
        while True:
            line = await self.next()
            if any(text in line for text in texts):
                return line

    async def ask(self, line: str) -> list[str]:
        """Type a line and return what is said to it, up to the answer to a known question."""
        self.type(line, "help quit")
        said = []
        while (answer := await self.next()) != "quit. Leave the program. Also exit, bye.":
            said.append(answer)
        return said

    async def leave(self) -> int:
        """End the input; return the exit code once the process has ended."""
        self.process.stdin.close()
        rest = await asyncio.wait_for(self.process.stdout.read(), PATIENCE)
        self.heard += rest.decode().splitlines()
        assert not any("because of a bug" in line for line in self.heard)
        return await self.process.wait()

    async def move(self, random: Random) -> None:
        """Play a legal move, mostly with a card, as `moves` tells them."""
        cards = [line[0] for line in await self.ask("moves") if line[1:2] == ":"]
        playable = [card for card in cards if card != "p"]
        if not playable or random.random() < 0.4:
            self.type("pass")
            return
        found = await self.ask(f"moves {random.choice(playable)} all")
        self.type(random.choice(found))

    async def play(self, random: Random) -> None:
        """Play to the end of the game."""
        while (await self.until("Your turn.", "The game is over.")).startswith("Your turn."):
            await self.move(random)


@asynccontextmanager
async def talking(
    home: Path, *arguments: str, program: Sequence[str] = SIAM, **more: str
) -> AsyncIterator[Talker]:
    """Hold a dialogue; the player's folders are below `home`."""
    async with running(home, *arguments, program=program, **more) as process:
        yield Talker(process)
