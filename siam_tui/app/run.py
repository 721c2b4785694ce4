"""Runs the app in this terminal, until everything it started has ended."""

from __future__ import annotations

import asyncio
import signal
import sys
from contextlib import suppress

from siam_tui.app.app import SiamApp
from siam_tui.lobby.standby import Standby
from siam_tui.model.start import IDLE_SIGNAL, Start
from siam_tui.profile.logs import log_to
from siam_tui.profile.paths import log_file
from siam_tui.profile.profiles import Profile
from texts import tell


def run_app(profile: Profile, begin: Start) -> int:
    """Run the app in this terminal; return the exit code.

    Raises:
        UserError: the profile's files cannot be read.
    """
    log_to(log_file("app" if begin.visit is None else "ssh-session"))
    # Report errors in these files before the app takes the screen.
    profile.player_key()
    profile.settings()
    return asyncio.run(_run(SiamApp(profile, begin), begin))


async def _run(app: SiamApp, begin: Start) -> int:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGHUP):
        loop.add_signal_handler(number, app.end)
    if app.visit is not None:
        loop.add_signal_handler(IDLE_SIGNAL, app.warn_idle)
    else:
        app.standby = Standby()
        if begin.demo:  # else home comes first
            app.standby.prepare()
    try:
        await app.run_async()
    finally:
        is_kept = app.session is not None and app.session.keeps_game
        await app.leave()
        if app.standby is not None:
            await app.standby.close()
    if is_kept:
        with suppress(OSError):  # the terminal may be gone
            sys.stdout.write(f"{tell('app/game-kept')}\n")
            sys.stdout.flush()
    return app.return_code or 0
