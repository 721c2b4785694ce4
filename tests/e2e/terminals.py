"""What a person sees on a terminal: the bytes of a program, drawn on an emulated screen."""

from __future__ import annotations

import asyncio
import fcntl
import os
import pty
import struct
import termios
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from tests.patience import PATIENCE
from tests.siam_tui.app.terminal import Terminal

COLUMNS, LINES = 100, 30


class Screen(Terminal):
    """A terminal that shows what is written to it."""

    async def until_seen(self, *wanted: str | Callable[[str], Any]) -> str:
        """Return the screen once one of these texts stands on it, or one of these holds."""
        try:
            async with asyncio.timeout(PATIENCE):
                while not any(_holds(each, self.text) for each in wanted):
                    self.more.clear()
                    await self.more.wait()
        except TimeoutError:
            raise AssertionError(f"none of {wanted} is to be seen:\n{self.text}") from None
        return self.text


def _holds(wanted: str | Callable[[str], Any], text: str) -> bool:
    return bool(wanted(text)) if callable(wanted) else wanted in text


@asynccontextmanager
async def on_screen(
    *command: str,
    environment: dict[str, str],
    size: tuple[int, int] = (COLUMNS, LINES),
    kind: type[Screen] = Screen,
) -> AsyncIterator[tuple[Screen, asyncio.subprocess.Process]]:
    """Run a program on a terminal for as long as the context lasts."""
    near, far = pty.openpty()
    fcntl.ioctl(far, termios.TIOCSWINSZ, struct.pack("HHHH", *reversed(size), 0, 0))
    process = await asyncio.create_subprocess_exec(
        *command, stdin=far, stdout=far, stderr=far, env=environment, start_new_session=True
    )
    os.close(far)
    screen = kind(near, *size)
    try:
        yield screen, process
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()
        screen.close()
