"""Lines of a program's output, however long."""

from __future__ import annotations

import asyncio
import sys

import pytest

from games.own_program import MAX_LINE, written_lines
from tests.patience import PATIENCE


async def lines_of(code: str) -> list[str]:
    """Run a program, and return the lines that it writes to its standard error."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", f"import sys; w = sys.stderr.write; {code}", stderr=-1
    )
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        found = [line async for line in written_lines(process.stderr)]
        assert await process.wait() == 0
    return found


@pytest.mark.parametrize(
    ("code", "lines"),
    [
        ("", []),
        (r"w('one\n two \r\n\nthree')", ["one", "two", "", "three"]),
        (r"w('a' * 10_000_000 + '\nlast\n')", ["a" * MAX_LINE, "last"]),
        ("w('a' * 300_000)", ["a" * MAX_LINE]),
        (r"sys.stderr.buffer.write(b'\xff\n')", ["\ufffd"]),
    ],
)
async def test_all_lines_are_read_and_long_ones_are_cut(code: str, lines: list[str]) -> None:
    assert await lines_of(code) == lines
