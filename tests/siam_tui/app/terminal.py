"""A pseudo-terminal that a program runs on."""

import asyncio
import fcntl
import os
import pty
import struct
import sys
import termios

from tests.patience import PATIENCE
from tests.programs import environment

LEAVE_ALTERNATE_SCREEN = b"\x1b[?1049l"


class Terminal:
    """The far end of a pseudo-terminal."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.shown = b""
        self.before = b""
        self.more = asyncio.Event()
        asyncio.get_running_loop().add_reader(descriptor, self._read)

    def _read(self):
        try:
            self.shown += os.read(self.descriptor, 65536)
        except OSError:
            asyncio.get_running_loop().remove_reader(self.descriptor)
        self.more.set()

    @property
    def everything(self):
        """All that was ever shown."""
        return self.before + self.shown

    def shown_from_here(self):
        """Let `until` wait for what comes from now on."""
        self.before, self.shown = self.everything, b""

    async def until(self, text):
        async with asyncio.timeout(PATIENCE):
            while text not in self.shown:
                self.more.clear()
                await self.more.wait()

    def type(self, keys):
        os.write(self.descriptor, keys)

    def close(self):
        asyncio.get_running_loop().remove_reader(self.descriptor)
        os.close(self.descriptor)


def on_terminal(tmp_path, *arguments, **more):
    """Start Python on a terminal of its own."""
    return run_on_terminal(tmp_path, [sys.executable, *arguments], **more)


def run_on_terminal(tmp_path, command, lines=24, **more):
    """Start a program on a terminal of its own."""
    pid, descriptor = pty.fork()
    if pid == 0:
        where = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"} | more
        os.execve(command[0], command, environment(tmp_path, **where))
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, 80, 0, 0))
    return pid, Terminal(descriptor)


async def to_a_game(terminal):
    """Deal a game against bots in the app, and wait for one's own turn."""
    await terminal.until(b"Play against bots")
    terminal.type(b"b")
    await terminal.until(b"Deal")
    terminal.type(b"\x13")  # Ctrl+S deals wherever the focus is, or is not yet
    await terminal.until(b"YOUR TURN")


async def exit_code(pid):
    _, status = await asyncio.wait_for(asyncio.to_thread(os.waitpid, pid, 0), PATIENCE)
    return os.waitstatus_to_exitcode(status)
