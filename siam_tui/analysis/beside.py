"""An analysis that runs beside the screen: in a process of its own, with low priority."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncGenerator
from contextlib import suppress

from games.siam.record import Record, format_record
from siam_tui.analysis.verdicts import Verdict
from siam_tui.trouble import TroubleError

SECONDS = 0.3
"""How long a position is thought about."""
_NICENESS = 10


async def analysed(record: Record) -> AsyncGenerator[Verdict, None]:
    """Iterate over the verdicts as they come; the process ends with the iteration.

    Raises:
        TroubleError: the analysis broke off.
    """
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-P", "-m", "siam_tui", "analyse", "-", "--json"),
        *("--seconds", str(SECONDS)),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl+C is for the app
    )
    assert process.stdin is not None
    assert process.stdout is not None
    with suppress(OSError, AttributeError):
        os.setpriority(os.PRIO_PROCESS, process.pid, _NICENESS)
    try:
        process.stdin.write(format_record(record).encode())
        with suppress(ConnectionError):
            await process.stdin.drain()
        process.stdin.close()
        async for line in process.stdout:
            yield Verdict.of_line(line.decode())
        if await process.wait():
            raise TroubleError("The analysis broke off. `siam analyse` on the record says why.")
    finally:
        with suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        await process.stdout.read()  # asyncio lets go of a process whose pipes have all ended
