"""``siam serve``: runs the server and what is beside it, until a signal or an error ends it."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from functools import partial
from typing import Any

from server.app import serve
from server.config import Config
from server.reminders.reminder_desk import Postbox
from server.store.errors import StoreError, StoreInUseError
from server.store.place import need_psycopg
from siam_tui.cli.serving.door_program import DoorKind
from siam_tui.cli.serving.host import AnnouncementSettings, Host
from siam_tui.cli.serving.rereading import Rereader
from siam_tui.profile.logs import log_to
from siam_tui.profile.paths import log_file
from siam_tui.profile.user_error import UserError

_IS_OPEN = (
    "Your lobby is open already: another siam of yours serves it. Go there by the first line of "
    "the first screen, or `lobbies` in text mode. To host it here, end that server first."
)


@dataclass(frozen=True, slots=True)
class Serving:
    """What to serve, and how.

    Attributes:
        config: how to serve.
        announcer: how the lobby is announced on this computer.
        private: whether a program started this server.
        doors: the doors to open beside the lobby, and the notifier.
        postbox: takes what the notifier sends.
        rereader: reads the configuration file again on a hangup, where no terminal has closed.
    """

    config: Config
    announcer: AnnouncementSettings
    private: bool = False
    doors: tuple[DoorKind, ...] = ()
    postbox: Postbox | None = None
    rereader: Rereader | None = None


def run_host(serving: Serving) -> None:
    """Serve until Ctrl-C, SIGTERM, a hangup or, when private, the end of standard input.

    While games run, Ctrl-C warns first and must be pressed again.

    Raises:
        UserError: it could not start, such as when the port is in use, or the store failed.
    """
    log_to(log_file("server"))
    _freeze_loaded_objects()
    asyncio.run(_host(serving))


def _freeze_loaded_objects() -> None:
    """Keep the garbage collector from stopping the event loop for long.

    A full collection visits all objects that are not frozen, 60 ms for the loaded modules.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(5_000, 10, 10)


def _handle_signals(host: Host, rereader: Rereader | None, *, private: bool) -> None:
    """Let signals stop the server, or say what it does."""
    handlers: dict[signal.Signals, Callable[[], None]] = {
        signal.SIGINT: host.interrupt,
        signal.SIGTERM: host.stop.set,
        signal.SIGHUP: host.stop.set,
    }
    if rereader is not None and not _has_terminal():
        handlers[signal.SIGHUP] = partial(host.reread, rereader)
    if not private:
        handlers[signal.SIGUSR1] = host.print_counts
    for number, handler in handlers.items():
        if signal.getsignal(number) is not signal.SIG_IGN:  # nohup ignores it
            asyncio.get_running_loop().add_signal_handler(number, handler)


async def _host(serving: Serving) -> None:
    config, private = serving.config, serving.private
    host = Host(config, serving.announcer, private=private)
    _handle_signals(host, serving.rereader, private=private)
    if private:
        host.end_with_input()
    else:
        flood_watch = asyncio.create_task(host.watch_for_floods())
    renewing = asyncio.create_task(host.renew_announcement())
    on_network = asyncio.create_task(host.keep_on_network())
    opening = [asyncio.create_task(host.keep_door_open(kind)) for kind in serving.doors]
    try:
        await _way_to_serve(config, serving.postbox)(
            config,
            stop=host.stop,
            on_ready=host.print_link,
            on_trouble=host.report_trouble,
            tally=host.tally,
            on_start=host.note_server,
        )
    except OSError as error:
        raise UserError(host.listen_error_sentence(error)) from error
    except StoreInUseError as error:
        raise UserError(_IS_OPEN if private else str(error)) from error
    except StoreError as error:
        raise UserError(str(error)) from error
    finally:
        if not private:
            flood_watch.cancel()
        renewing.cancel()
        for each in (on_network, *opening):
            each.cancel()
        await asyncio.gather(on_network, *opening, return_exceptions=True)
        host.end_announcement()
    if host.trouble and (host.door_failed or not host.ready):
        raise UserError(host.trouble)
    host.print_end()


def _has_terminal() -> bool:
    """Return whether there is a terminal that could close, which a hangup would tell."""
    try:
        os.close(os.open("/dev/tty", os.O_RDWR | os.O_NOCTTY))
    except OSError:
        return False
    return True


def _way_to_serve(
    config: Config, postbox: Postbox | None
) -> Callable[..., Coroutine[Any, Any, None]]:
    """Return what serves alone, or together with other servers."""
    if not config.in_cluster:
        return partial(serve, postbox=postbox)
    need_psycopg()
    from server.cluster.serving import serve_in_cluster

    return partial(serve_in_cluster, postbox=postbox)
