"""Lines from a pipe, a file, or a terminal that edits its lines itself."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, nullcontext

from siam_tui.plain.lines.line_io import LONGEST, read_bytes, shape_lines, write_text

_BYTES = 65536
_KEPT = 4 * LONGEST + 1
"""Bytes of a line that are kept: in UTF-8 they are too many characters, if they are so many."""


class Script:
    """Reads standard input a line at a time, and no sooner than the line is asked for.

    Attributes:
        interactive: whether a person types.
        number: how many lines have been read.
    """

    def __init__(self, *, interactive: bool = False, descriptor: int = 0) -> None:
        self.interactive = interactive
        self.number = 0
        self._descriptor = descriptor
        self._bytes = b""
        self._ended = False

    async def read_line(self) -> str | None:
        """Return the next line, or None at the end."""
        while b"\n" not in self._bytes and not self._ended:
            await self._more()
        line, found, self._bytes = self._bytes.partition(b"\n")
        if not line and not found:
            return None
        self.number += 1
        return line.decode(errors="replace").removesuffix("\r")

    def write_lines(self, *sentences: str) -> None:
        """Write sentences."""
        write_text(shape_lines(sentences))

    @staticmethod
    def lent() -> AbstractContextManager[None]:
        """Do nothing: the terminal edits its lines itself."""
        return nullcontext()

    async def _more(self) -> None:
        await self._readable()
        found = read_bytes(self._descriptor, _BYTES)
        self._ended = not found
        self._bytes += found
        if b"\n" not in self._bytes:
            self._bytes = self._bytes[:_KEPT]

    async def _readable(self) -> None:
        loop = asyncio.get_running_loop()
        readable: asyncio.Future[None] = loop.create_future()
        try:
            loop.add_reader(self._descriptor, _set, readable)
        except PermissionError:  # a file: it can always be read
            return
        try:
            await readable
        finally:
            loop.remove_reader(self._descriptor)


def _set(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)
