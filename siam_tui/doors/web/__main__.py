"""``python -m siam_tui.doors.web``: the web door, which `siam serve --web PORT` starts."""

from __future__ import annotations

import asyncio
import gc
import logging
import signal
from contextlib import suppress
from itertools import product

from siam_tui.doors.web.web_door import run_web_door
from siam_tui.games.registry import shown_games, ui_of
from siam_tui.profile.logs import log_to
from siam_tui.profile.paths import log_file
from siam_tui.profile.user_error import UserError, exit_with_error
from texts import LANGUAGES
from texts.rooms import room_names, translated_texts


def main() -> None:
    """Run the door until its standard input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # it is for `siam serve`, which then ends this
    log_to(log_file("web-door"))
    for name in ("aiohttp.access", "aiohttp.server", "aiohttp.web"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # strangers would fill the log
    for name in shown_games():
        with suppress(Exception):  # a game of another package that fails is told where it is shown
            _ = ui_of(name).texts
    for room, language in product(room_names(), LANGUAGES):
        translated_texts(room, language)  # nobody who is watching waits for it
    gc.collect()
    gc.freeze()
    try:
        asyncio.run(run_web_door())
    except UserError as error:
        exit_with_error(str(error))


if __name__ == "__main__":
    main()
