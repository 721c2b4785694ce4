"""Programs of ours are forked from a process that has loaded them: that is most of their work.

The tests start them by the thousand, and some of them start others in the same way. Each is a
process of its own, a child of who starts it, with its own command line, environment and streams.
``SIAM_COLD=1`` starts all of them as people do. Some always are: where a variable differs that
counts when Python starts, or where the command line is not ``python -m MODULE``.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import fcntl
import functools
import gc
import importlib
import json
import os
import pkgutil
import pty
import runpy
import signal
import socket
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

import typer.main

ROOT = Path(__file__).parents[1]
_KNOWN = sys.platform == "linux" and sys.version_info[:2] == (3, 11)
"""Whether the private parts of Python that this uses are those it was written for."""
_PACKAGES = ("client", "server", "siam_tui")
"""What is loaded."""
_STARTING = frozenset({"siam_tui", "siam_tui.cli.serving.waiting_server"})
"""Programs that start others."""
_READ_AT_START = ("ESCDELAY", "LANG", "LC_", "PYTHON", "SIAM_PURE", "TEXTUAL", "TZ")
"""How variables begin that count when Python or a module starts."""
_READ_LATER = ("LANGUAGE", "LC_MESSAGES", "TEXTUAL_SNAPSHOT_TEMPDIR")
"""Those of them that count later: siam reads a language when its program begins."""
_MOST = 1 << 17
"""Bytes of a request."""
_OUR_PATHS = (str(ROOT), os.environ.get("PYTHONPATH"))
_MOST_SHOWN = 4000
"""Bytes of a command line in the list of processes."""
_SUBREAPER = 36
_TO_GROUPS = {each: signal.getsignal(each) for each in (signal.SIGHUP, signal.SIGINT)}
"""What comes to all processes of a terminal, and how it is handled at the start of a program."""
_SAME, _NEW, _OF_TERMINAL = "same", "new", "of its terminal"
"""The session of a program: that of who starts it, a new one, or a new one on its terminal."""


def _read_at_start(environment: dict[str, str]) -> dict[str, str]:
    """Return the variables with which another process would have to be started."""
    found = {
        name: value
        for name, value in environment.items()
        if name.startswith(_READ_AT_START) and name not in _READ_LATER
    }
    if found.get("PYTHONPATH") in _OUR_PATHS:
        found.pop("PYTHONPATH", None)
    return found


class WarmStart:
    """Starts programs by a process that has loaded them.

    Args:
        control: the connection to that process; left out, one is started for the first program.
    """

    def __init__(self, control: socket.socket | None = None) -> None:
        self._owner = os.getpid()
        self._control = control
        self._start_cold: Any = subprocess._fork_exec  # type: ignore[attr-defined]
        self._environment = dict(os.environ) | {"PYTHONPATH": str(ROOT)}
        self._read = _read_at_start(self._environment)
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._libc = ctypes.CDLL(None)

    def start(self, command: Sequence[str | bytes], *rest: Any) -> int:
        """Start a program in the way of `_posixsubprocess.fork_exec`; return its process."""
        _, _, kept, folder, variables, *ends = rest[:11]
        new_session, *special = rest[14:21]
        process = None
        if len(kept) == 1 and all(each in (None, -1) for each in special):
            environment = None
            if variables is not None:
                pairs = (os.fsdecode(each).partition("=") for each in variables)
                environment = {name: value for name, _, value in pairs}
            streams = [ends[place] if ends[place] != -1 else n for n, place in enumerate((0, 3, 5))]
            session = _NEW if new_session else _SAME
            process = self.fork(command, environment, streams, session, folder)
        return int(self._start_cold(command, *rest)) if process is None else process

    def fork(
        self,
        command: Sequence[str | bytes],
        environment: dict[str, str] | None,
        streams: list[int],
        session: str,
        folder: str | bytes | None = None,
    ) -> int | None:
        """Start a program; return its process, or None if it has to be started cold."""
        words = [os.fsdecode(each) for each in command]
        module, _ = _split(words)
        if os.getpid() != self._owner:
            return None  # what is forked would be the child of the owner
        environment = dict(os.environ) if environment is None else environment
        if module.partition(".")[0] not in _PACKAGES or _read_at_start(environment) != self._read:
            return None
        request = {
            "command": words,
            "environment": environment,
            "folder": os.fsdecode(folder or Path.cwd()),
            "session": session,
        }
        text = json.dumps(request).encode()
        if len(text) > _MOST:
            return None
        with self._lock:
            if self._control is None:
                self._control = self._load()
            # Who is left by its parent becomes a child of this process.
            self._libc.prctl(_SUBREAPER, 1, 0, 0, 0)
            try:
                socket.send_fds(self._control, [text], streams)
                return int(self._control.recv(100))
            finally:
                self._libc.prctl(_SUBREAPER, 0, 0, 0, 0)

    def _load(self) -> socket.socket:
        """Start the process that loads the programs; return the connection to it."""
        control, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        command = [sys.executable, "-m", "tests.warm_start", str(its.fileno()), "x" * _MOST_SHOWN]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=self._environment,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            pass_fds=[its.fileno()],
        )
        its.close()
        return control

    def end(self) -> None:
        """End that process."""
        if self._control is not None:
            self._control.close()
        if self._process is not None:
            self._process.communicate()


def _split(command: list[str]) -> tuple[str, list[str]]:
    """Return the module and the arguments of a command line; no module if it is another one."""
    python, *rest = command
    if rest[:1] == ["-P"]:
        rest = rest[1:]
    if python != sys.executable or rest[:1] != ["-m"]:
        return "", []
    return rest[1], rest[2:]


_WARM: list[WarmStart] = []


@contextlib.contextmanager
def warm_starts() -> Iterator[None]:
    """Fork programs of ours while the context lasts."""
    if os.environ.get("SIAM_COLD") or not _KNOWN:
        yield
        return
    warm = WarmStart()
    _WARM.append(warm)
    subprocess._fork_exec = warm.start  # type: ignore[attr-defined]
    try:
        yield
    finally:
        subprocess._fork_exec = warm._start_cold  # type: ignore[attr-defined]
        _WARM.remove(warm)
        warm.end()


def fork_on_terminal(command: Sequence[str], environment: dict[str, str]) -> tuple[int, int]:
    """Start a program on a terminal of its own; return its process and the other end of that."""
    near, far = pty.openpty()
    try:
        for warm in _WARM:
            process = warm.fork(command, environment, [far] * 3, _OF_TERMINAL)
            if process is not None:
                return process, near
    finally:
        os.close(far)
    os.close(near)
    process, near = pty.fork()
    if process == 0:
        os.execve(command[0], command, environment)
    return process, near


# In the process that loads the programs


def _load_all() -> None:
    for package in _PACKAGES:
        for each in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            if not each.name.endswith("__main__"):
                importlib.import_module(each.name)
    importlib.import_module("siam_tui.doors.ssh.fork_server").preload()
    build = typer.main.get_command = functools.cache(typer.main.get_command)
    build(importlib.import_module("siam_tui.cli.run").commands)
    gc.collect()
    gc.freeze()


def _fork() -> int:
    """Fork a process that has no parent here; return its number, or 0 in that process."""
    reading, writing = os.pipe()
    if between := os.fork():
        os.close(writing)
        os.waitpid(between, 0)
        process = int(os.read(reading, 100))
        os.close(reading)
        return process
    if process := os.fork():
        os.write(writing, str(process).encode())
        os._exit(0)
    os.close(reading)
    os.close(writing)
    return 0


def _become(request: dict[str, Any], streams: list[int]) -> None:
    """Make this process that of a program."""
    if request["session"] != _SAME:
        os.setsid()
    if request["session"] == _OF_TERMINAL:
        fcntl.ioctl(streams[0], termios.TIOCSCTTY, 0)
    control = _fork_starter(streams) if _split(request["command"])[0] in _STARTING else None
    for number, each in enumerate(streams):
        os.dup2(each, number)
        os.close(each)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    time.tzset()
    if control is not None:
        subprocess._fork_exec = WarmStart(control).start  # type: ignore[attr-defined]
    os.execv = _start_again  # type: ignore[assignment]
    sys.stdout.reconfigure(line_buffering=os.isatty(1))  # type: ignore[union-attr]


def _fork_starter(streams: list[int]) -> socket.socket:
    """Fork a process that starts programs for this one; return the connection to it."""
    control, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    if os.fork():
        its.close()
        return control
    control.close()
    for each in streams:
        os.close(each)
    for number in _TO_GROUPS:
        signal.signal(number, signal.SIG_IGN)  # they are for the program
    _serve(its)
    os._exit(0)


def _show(command: list[str]) -> None:
    """Write a command line over that of this process."""
    fields = Path("/proc/self/stat").read_text().rpartition(")")[2].split()
    start, end = map(int, fields[45:47])
    text = "\0".join(command).encode()[: end - start - 1]
    ctypes.memset(start, 0, end - start)
    ctypes.memmove(start, text, len(text))


class _StartedAgainError(BaseException):
    """This program is to be started again in its place, with another command line."""


def _start_again(_: str, command: list[str]) -> NoReturn:
    raise _StartedAgainError(*command)


def _run(command: list[str]) -> NoReturn:
    """Run a program; what is left of Python is not taken apart, which takes its time."""
    code = 0
    module, arguments = _split(command)
    sys.orig_argv[:] = command
    sys.argv[:] = ["-m", *arguments]
    _show(command)
    try:
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    except _StartedAgainError as again:
        _run(list(again.args))
    except SystemExit as end:
        if not isinstance(end.code, int | None):
            raise
        code = end.code or 0
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def main() -> None:
    """Load the programs, and start them."""
    control = socket.socket(fileno=int(sys.argv[1]))
    _load_all()
    _serve(control)


def _serve(control: socket.socket) -> None:
    """Fork a process for each request, and run its program there."""
    while True:
        text, streams, *_ = socket.recv_fds(control, _MOST, 3)
        if not text:
            return
        request = json.loads(text)
        if process := _fork():
            for each in streams:
                os.close(each)
            control.send(str(process).encode())
            continue
        control.close()
        for number, handler in _TO_GROUPS.items():
            signal.signal(number, handler)
        _become(request, streams)
        _run(request["command"])


if __name__ == "__main__":
    main()
