"""Copying to the clipboard of the terminal one sits at, also from afar."""

from __future__ import annotations

import asyncio
import contextlib
import os

from textual.app import App

SENT = "Sent to your terminal's clipboard (if it takes it)."
"""What can be said of a copy: a terminal does not answer."""
_SECONDS = 5.0


def copy(app: App[object], text: str) -> None:
    """Hand a text to the terminal (OSC 52), and to tmux where the app runs inside it.

    As tmux comes, it keeps what programs send by OSC 52 from the terminal; a text that it is given
    as a buffer it hands on.
    """
    app.copy_to_clipboard(text)
    if os.environ.get("TMUX"):
        app.run_worker(_to_tmux(text), group="clipboard", exit_on_error=False)


async def _to_tmux(text: str) -> None:
    with contextlib.suppress(OSError, TimeoutError):
        tmux = await asyncio.create_subprocess_exec(
            "tmux",
            *("load-buffer", "-w", "-"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.DEVNULL,
        )
        try:
            await asyncio.wait_for(tmux.communicate(text.encode()), _SECONDS)
        finally:
            if tmux.returncode is None:
                tmux.kill()
