"""Reads the lines that a program writes, of which each may be of any length."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Final

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
