"""Where lines come from and go to: a pipe, a file or a terminal. Only printable text is written."""

from __future__ import annotations

import asyncio
import errno
import os
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from typing import Protocol

from siam_tui.profile.invitations import IncompleteLinkError, is_link
from siam_tui.profile.user_error import UserError
from siam_tui.terminal.foreign_text import clean_text
from siam_tui.terminal.wrapped_text import WholeLine, columns_of, wrap_lines
from siam_tui.typed.commands import CommandSet, Place
from texts import tell

LONGEST = 4096
"""Characters of a line. Of a longer one, only enough is kept to show that it is too long."""


class LineIO(Protocol):
    """The input and output of a dialogue: a person's terminal, or the pipes of a script.

    Attributes:
        interactive: whether a person types; otherwise the lines are a script's.
    """

    interactive: bool

    async def read_line(self) -> str | None:
        """Return the next line that is typed, or None at the end of input."""

    def write_lines(self, *sentences: str) -> None:
        """Write sentences, a line each; a line that is being typed stays whole."""

    def lent(self) -> AbstractContextManager[None]:
        """Leave the terminal to another reader, such as a prompt for a password."""


def write_text(text: str) -> None:
    """Write text to standard output at once; what it cannot show becomes a question mark.

    The text is not cleaned, because it may move the cursor; `clean_lines` does that for text from
    other people. To a terminal that is gone nothing is written: the end of its input ends the
    dialogue.
    """
    encoding = sys.stdout.encoding or "utf-8"
    try:
        sys.stdout.flush()
        sys.stdout.buffer.write(text.encode(encoding, "replace"))
        sys.stdout.buffer.flush()
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())  # takes what is still to be written
        os.close(nowhere)


def read_bytes(descriptor: int, most: int) -> bytes:
    """Return bytes that have come; none at the end, or from a terminal that is gone."""
    try:
        return os.read(descriptor, most)
    except OSError as error:
        if error.errno != errno.EIO:
            raise
        return b""


def shape_lines(sentences: Iterable[str]) -> str:
    """Return sentences as they are written to standard output.

    On a terminal they break between words. A `WholeLine` never breaks.
    """
    width = columns_of(sys.stdout)
    return "".join(
        wrap_lines(clean_lines([each]), None if isinstance(each, WholeLine) else width)
        for each in sentences
    )


def clean_lines(sentences: Iterable[str]) -> str:
    r"""Return sentences as lines of printable characters: a name may hold what steers a terminal.

    >>> clean_lines(["Ann\x1b[2J plays.", "Good."])
    'Ann [2J plays.\nGood.\n'
    """
    lines = (" ".join(clean_text(sentence).splitlines()) for sentence in sentences)
    return "".join(f"{line}\n" for line in lines)


class LinkLines:
    """Makes whole commands of lines that hold a link or a part of one."""

    def __init__(self) -> None:
        self._begun = ""

    def complete(self, line: str, commands: CommandSet) -> str:
        """Return what to carry out: the line, behind the link that it ends, or behind ``join``."""
        words = line.split()
        begun, self._begun = self._begun, ""
        if begun and len(words) == 1 and commands.word(words[0]) is None:
            return f"{begun}{words[0]}"
        return "join " + line if commands.place is Place.HOME and is_link(line) else line

    def explain(self, error: UserError, line: str) -> str:
        """Return an error as it is told; of a link without its end, the next line may be the rest.

        Args:
            error: why a line was refused.
            line: that line.
        """
        if not isinstance(error, IncompleteLinkError):
            return str(error)
        self._begun = line.rstrip()
        return tell("plain/link-goes-on", error=str(error))


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
