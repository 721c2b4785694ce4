"""Runs ``siam --plain``, and ends whatever it has started."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import nullcontext

from siam_tui.model.door_visit import IDLE_SIGNAL
from siam_tui.model.start import Start
from siam_tui.plain.dialogue import Dialogue
from siam_tui.plain.lines.keyboard import Keyboard, can_edit_lines
from siam_tui.plain.lines.script import Script
from siam_tui.profile.logs import log_to
from siam_tui.profile.paths import log_file
from siam_tui.profile.profiles import Profile

_REFUSED = 1
_INTERRUPTED = 130


def run_plain(profile: Profile, begin: Start) -> int:
    """Run the dialogue; return the exit code.

    It is 0 at the end of the dialogue, 1 when a line of a script was refused, and 130 after Ctrl-C.

    Raises:
        UserError: it could not begin.
    """
    log_to(log_file("app" if begin.visit is None else "ssh-session"))
    profile.player_key()
    try:
        return asyncio.run(_run(profile, begin))
    except BrokenPipeError:  # nobody reads any more
        sys.stderr.close()
        return _REFUSED


async def _run(profile: Profile, begin: Start) -> int:
    loop = asyncio.get_running_loop()
    io = Keyboard() if can_edit_lines() else Script(interactive=sys.stdin.isatty())
    name = profile.player_name() or profile.proposed_name()
    dialogue = Dialogue(profile, io, name)
    dialogue_task = asyncio.create_task(dialogue.run(begin))
    interrupted = []

    def interrupt(number: int) -> None:
        interrupted.append(number)
        dialogue_task.cancel()

    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, interrupt, number)
    if begin.visit is not None:
        loop.add_signal_handler(IDLE_SIGNAL, dialogue.warn_idle)
    with io.open() if isinstance(io, Keyboard) else nullcontext():
        try:
            await dialogue_task
        except asyncio.CancelledError:
            if not interrupted:
                raise
            io.write_lines("", "Left.")
    if signal.SIGINT in interrupted:
        return _INTERRUPTED
    return _REFUSED if dialogue.refused and not io.interactive else 0
