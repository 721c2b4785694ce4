"""How a program of ours starts another one, and reads from it: bots, a private server, a door.

That is ``python -m MODULE``, unless this Python does not find our packages by itself. Then the file
that was started is started again, with the module's name:

- from an archive (pex or shiv), which unpacks itself and adds to the path of its own process only;
- from a frozen program (such as PyInstaller's), whose executable is no Python.
"""

from __future__ import annotations

import asyncio
import os
import select
import sys
from collections.abc import AsyncIterator, Callable, Sequence
from io import UnsupportedOperation
from pathlib import Path
from typing import BinaryIO, Final, NoReturn

FLAG: Final = "--own-program"
"""The first argument of a file that is to run one of our programs."""
_PACKAGES: Final = frozenset({"client", "siam_tui"})
_LEAST_ARGUMENTS = 3


def own_program(module: str, *arguments: str) -> tuple[str, ...]:
    """Return the command line of one of our programs.

    Args:
        module: its full name.
        arguments: its arguments.
    """
    if getattr(sys, "frozen", False):
        return (sys.executable, FLAG, module, *arguments)
    if archive := _archive():
        return (sys.executable, archive, FLAG, module, *arguments)
    # -P: modules in the current folder are not ours.
    return (sys.executable, "-P", "-m", module, *arguments)


def start_again(arguments: Sequence[str]) -> NoReturn:
    """Start the program of this process in its place, with other arguments for its interpreter.

    Raises:
        OSError: it cannot be started; this process goes on.
    """
    os.execv(sys.executable, [sys.orig_argv[0], *arguments])  # noqa: S606 - no shell reads links


def run_own_program(arguments: Sequence[str]) -> bool:
    """Run the program that this process was started for, if `own_program` started it.

    Args:
        arguments: the command line; the first is the file that was started.

    Returns:
        False if this process was started for something else.
    """
    if len(arguments) < _LEAST_ARGUMENTS or arguments[1] != FLAG:
        return False
    import runpy  # noqa: PLC0415 - not for home

    module, *rest = arguments[2:]
    if module.split(".")[0] not in _PACKAGES:
        return False
    sys.argv[:] = [module, *rest]
    runpy.run_module(module, run_name="__main__", alter_sys=True)
    return True


def _archive() -> str:
    """Return the archive that this process runs from; empty if it is none."""
    if Path(__file__).is_relative_to(sys.prefix):
        return ""  # installed, also in the environment that a pex makes for itself
    if "__pex__" in sys.modules or "pex" in sys.modules:
        return os.environ.get("PEX", "")
    loader = getattr(sys.modules.get("__main__"), "__loader__", None)
    return str(getattr(loader, "archive", ""))


MAX_LINE: Final = 4096
"""Bytes of a line; the rest of it is dropped."""
_CHUNK = 1 << 16


async def written_lines(stream: asyncio.StreamReader) -> AsyncIterator[str]:
    """Iterate over the lines of a program, without blanks around them, until its output ends.

    It never stops reading before, since a program waits when nobody empties its pipe. So a stranger
    whose text a program writes cannot stop it with a long line.
    """
    begun = b""
    while data := await stream.read(_CHUNK):
        *lines, begun = (begun + data).split(b"\n")
        begun = begun[:MAX_LINE]
        for line in lines:
            yield _cut(line)
    if begun:
        yield _cut(begun)


def _cut(line: bytes) -> str:
    return line[:MAX_LINE].decode(errors="replace").strip()


_GONE: Final = select.POLLHUP | getattr(select, "POLLRDHUP", 0) | select.POLLERR | select.POLLNVAL


def other_end_gone(stream: BinaryIO) -> Callable[[], bool]:
    """Return a function that tells whether an input's writer, or an output's reader, has gone.

    A call costs about a microsecond. A file on the disk has no other end, so it never goes.

    Args:
        stream: a pipe, a socket, a terminal, a file or a buffer in memory.
    """
    try:
        descriptor = stream.fileno()
    except (UnsupportedOperation, AttributeError):  # a buffer in memory
        return lambda: False
    watch = select.poll()
    watch.register(descriptor, _GONE)
    return lambda: any(events & _GONE for _, events in watch.poll(0))
