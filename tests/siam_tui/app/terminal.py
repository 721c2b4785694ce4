"""A pseudo-terminal that a program runs on, and what is to be seen on it."""

import asyncio
import fcntl
import os
import signal
import struct
import sys
import termios

import pyte

from tests.patience import PATIENCE
from tests.programs import environment
from tests.warm_start import fork_on_terminal

LEAVE_ALTERNATE_SCREEN = b"\x1b[?1049l"


class Terminal:
    """The far end of a pseudo-terminal.

    Attributes:
        shown: the bytes that have come; the app writes only what differs, so that a word that is
            to be seen need not be among them.
    """

    def __init__(self, descriptor, columns=80, lines=24):
        self.descriptor = descriptor
        self.shown = b""
        self.before = b""
        self.more = asyncio.Event()
        self._screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self._screen)
        asyncio.get_running_loop().add_reader(descriptor, self._read)

    def _read(self):
        try:
            come = os.read(self.descriptor, 65536)
            self.shown += come
            self._stream.feed(come)
        except OSError:
            asyncio.get_running_loop().remove_reader(self.descriptor)
        self.more.set()

    @property
    def text(self):
        """What is to be seen now, line by line."""
        return "\n".join(self._screen.display)

    @property
    def everything(self):
        """All that was ever shown."""
        return self.before + self.shown

    def shown_from_here(self):
        """Let `until` wait for what comes from now on."""
        self.before, self.shown = self.everything, b""

    async def until(self, text):
        """Wait until bytes have come, or are to be seen."""
        async with asyncio.timeout(PATIENCE):
            while text not in self.shown and text.decode() not in self.text:
                self.more.clear()
                await self.more.wait()

    def draw(self, text):
        """Write what the program knows nothing of."""
        self._stream.feed(text)

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
    where = {"TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"} | more
    pid, descriptor = fork_on_terminal(command, environment(tmp_path, **where))
    fcntl.ioctl(descriptor, termios.TIOCSWINSZ, struct.pack("HHHH", lines, 80, 0, 0))
    return pid, Terminal(descriptor, lines=lines)


async def to_a_game(terminal):
    """Deal a game against bots in the app, and wait for one's own turn."""
    await terminal.until(b"Play against bots")
    terminal.type(b"b")
    await terminal.until(b"Deal")
    terminal.type(b"\x13")  # Ctrl+S deals wherever the focus is, or is not yet
    await terminal.until(b"YOUR TURN")


async def exit_code(pid):
    waiting = asyncio.create_task(asyncio.to_thread(os.waitpid, pid, 0))
    try:
        _, status = await asyncio.wait_for(asyncio.shield(waiting), PATIENCE)
    except TimeoutError:
        os.kill(pid, signal.SIGKILL)  # else the thread that waits for it never ends
        await waiting
        raise
    return os.waitstatus_to_exitcode(status)
