"""``python -m siam_tui.doors.notifier``: the notifier, which `siam serve --notify` starts."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import signal

from siam_tui.doors.notifier.notifier import run_notifier
from siam_tui.profile.logs import log_to
from siam_tui.profile.paths import log_file


def main() -> None:
    """Send until standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for `siam serve`, which then ends this
    log_to(log_file("notifier"))
    logging.getLogger("aiosmtplib").setLevel(logging.WARNING)  # it would log addresses
    with contextlib.suppress(BrokenPipeError):
        asyncio.run(run_notifier())


if __name__ == "__main__":
    main()
