"""A pseudo-terminal that a program runs on."""

import asyncio
import os
import pty
import sys

from tests.siam_tui.app.programs import environment


class Terminal:
    """The far end of a pseudo-terminal."""

    def __init__(self, descriptor):
        self.descriptor = descriptor
        self.shown = b""
        self.more = asyncio.Event()
        asyncio.get_running_loop().add_reader(descriptor, self._read)

    def _read(self):
        try:
            self.shown += os.read(self.descriptor, 65536)
        except OSError:
            asyncio.get_running_loop().remove_reader(self.descriptor)
        self.more.set()

    async def until(self, text):
        async with asyncio.timeout(40):
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
    pid, descriptor = pty.fork()
    if pid == 0:
        os.execve(
            sys.executable,
            [sys.executable, *arguments],
            environment(tmp_path, TERM="xterm-256color", COLUMNS="80", LINES="24", **more),
        )
    return pid, Terminal(descriptor)


async def exit_code(pid):
    _, status = await asyncio.wait_for(asyncio.to_thread(os.waitpid, pid, 0), 30)
    return os.waitstatus_to_exitcode(status)
