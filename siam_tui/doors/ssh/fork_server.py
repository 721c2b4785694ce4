"""The fork server: has loaded the app, and makes a process for each session.

It has neither threads nor an event loop, and never sees the door's secrets. Its memory is shared
with all sessions, so a session starts faster than a new program and takes half of the memory.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import logging
import os
import pkgutil
import select
import signal
import socket
import time
import traceback
from collections.abc import Iterator
from typing import Final, NoReturn

from rich.cells import cell_len

from games.registry import prepare_games
from siam_tui.doors.ssh.session_order import BUG, ENDED, MOST_BYTES, READY, SessionOrder
from siam_tui.doors.ssh.session_process import run_session
from siam_tui.games.registry import shown_games, ui_of

_PACKAGES: Final = (
    "client",
    "siam_tui.app",
    "siam_tui.lobby",
    "siam_tui.plain",
    "siam_tui.table",
    "siam_tui.replay",
    "siam_tui.learn",
    "siam_tui.practice",
    "siam_tui.rules",
    "textual.layouts",
)
_OTHERS: Final = (
    "asyncio.subprocess",
    "concurrent.futures.thread",
    "encodings.ascii",
    "encodings.idna",
    "rich._emoji_codes",
    "textual.drivers.headless_driver",
    "textual.drivers.linux_driver",
    "textual.pilot",
    "textual.system_commands",
    "tomlkit",
)
_WIDGETS: Final = "textual.widgets"


def preload() -> None:
    """Load the app, the text mode, the client and all games."""
    for name in (*_OTHERS, *_modules()):
        importlib.import_module(name)
    widgets = importlib.import_module(_WIDGETS)
    for name in widgets.__all__:
        getattr(widgets, name)  # loads its module
    cell_len("🔎")  # loads the table of widths
    prepare_games()
    for game in shown_games():
        ui = ui_of(game)
        _ = ui.lessons, ui.puzzles, ui.rules, ui.texts


def _modules() -> Iterator[str]:
    for package in _PACKAGES:
        module = importlib.import_module(package)
        for each in pkgutil.walk_packages(module.__path__, f"{package}."):
            if not each.name.endswith("__main__"):
                yield each.name


_GRACE_SECONDS: Final = 5.0
_ROUND_SECONDS: Final = 0.1

logger = logging.getLogger(__name__)


class ForkServer:
    """Starts sessions, signals them, and reports when they have ended."""

    def __init__(self, front: socket.socket) -> None:
        """Prepare.

        Args:
            front: the connection to the front, which keeps the boundaries of messages.
        """
        self._front = front
        self._processes: dict[int, int] = {}
        self._woken, self._waker = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)

    def run(self) -> None:
        """Load the app, and serve until the front has ended; then end all sessions."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.set_wakeup_fd(self._waker, warn_on_full_buffer=False)
        preload()
        gc.collect()
        gc.freeze()  # the collector would write to shared memory, and so copy it
        with contextlib.suppress(OSError):  # the front may have ended meanwhile
            self._front.send(READY)
            while self._serve_once():
                pass
        self._end_all()

    def _serve_once(self) -> bool:
        """Wait for an event and handle it; return False once the front has ended."""
        front = self._front.fileno()
        ready, _, _ = select.select([front, self._woken], [], [])
        if self._woken in ready:
            with contextlib.suppress(BlockingIOError):
                os.read(self._woken, 4096)
            self._reap()
        if front not in ready:
            return True
        message, descriptors, _, _ = socket.recv_fds(self._front, MOST_BYTES, 1)
        match message[:1]:
            case b"S":
                self._start_session(message[1:], descriptors[0])
            case b"K":
                self._signal(*json.loads(message[1:]))
        return bool(message)

    def _start_session(self, message: bytes, terminal: int) -> None:
        order = SessionOrder.of_line(message)
        pid = os.fork()
        if pid == 0:
            self._become_session(order, terminal)
        os.close(terminal)
        self._processes[pid] = order.number

    def _become_session(self, order: SessionOrder, terminal: int) -> NoReturn:
        """Run the session in this new process, and never return to the server's loop."""
        code = BUG
        try:
            signal.set_wakeup_fd(-1)
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            signal.signal(signal.SIGINT, signal.default_int_handler)
            code = run_session(order, terminal)
        except BaseException:  # noqa: BLE001 - whatever it is ends here, not in the server's loop
            logger.critical("a session failed because of a bug:\n%s", traceback.format_exc())
        finally:
            os._exit(code)

    def _signal(self, number: int, which: int) -> None:
        for pid, session in self._processes.items():
            if session == number:
                os.kill(pid, which)  # it is not reaped yet, so the number is still its own

    def _reap(self) -> None:
        while self._processes:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            number = self._processes.pop(pid, None)
            if number is not None:
                code = os.waitstatus_to_exitcode(status)
                with contextlib.suppress(OSError):
                    self._front.send(ENDED + json.dumps([number, code]).encode())

    def _end_all(self) -> None:
        """Hang up all sessions, and kill those that go on."""
        for which in (signal.SIGHUP, signal.SIGKILL):
            for pid in self._processes:
                os.kill(pid, which)
            deadline = time.monotonic() + _GRACE_SECONDS
            while self._processes and time.monotonic() < deadline:
                select.select([self._woken], [], [], _ROUND_SECONDS)
                self._reap()
