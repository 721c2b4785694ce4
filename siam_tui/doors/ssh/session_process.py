"""One session: a new process of the fork server becomes the app of one visitor."""

from __future__ import annotations

import contextlib
import fcntl
import io
import logging
import os
import resource
import signal
import sys
import termios
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from protocol.keys import SecretKey
from protocol.links import parse_link
from siam_tui.app.run import run_app
from siam_tui.doors.ssh.session_order import SessionOrder
from siam_tui.model.start import IDLE_SIGNAL, DoorVisit, Start
from siam_tui.plain.run import run_plain
from siam_tui.profile.language import use_language
from siam_tui.profile.profiles import VisitorProfile
from siam_tui.profile.user_error import UserError, limit_process
from siam_tui.terminal.standard_streams import write_text_only

_KEPT: Final = frozenset({
    "HOME", "PATH", "PYTHONPATH", "SIAM_CA", "SIAM_PURE", "SSL_CERT_FILE", "TZ", "XDG_STATE_HOME"
})  # fmt: skip
"""Variables of the host that a session needs; the client's own are never taken."""
_NICENESS: Final = 5
"""The lobby's server goes first."""
_MOST_MEMORY: Final = 512 * 1024 * 1024
"""Bytes of data, beside the shared ones; the app takes 85 MB."""
_MOST_FILES: Final = 256
_MANY_FILES: Final = 65_536
_LARGEST_FILE: Final = 32 * 1024 * 1024
_USER_ERROR: Final = 2


def run_session(order: SessionOrder, terminal: int) -> int:
    """Run the app or the text mode on a terminal; return the exit code.

    Args:
        order: whose session it is.
        terminal: the descriptor of the terminal, which is this process's from now on.
    """
    _take_terminal(terminal)
    _bound_resources()
    limit_process()
    environment = session_environment(order, os.environ)
    os.environ.clear()
    os.environ.update(environment)
    signal.signal(IDLE_SIGNAL, signal.SIG_IGN)  # until the app shows the warning
    profile, start = _profile(order), _start_of(order)
    if order.seed:  # a guest is forgotten
        profile.keep_login_name()
    try:
        if order.plain:
            write_text_only()
            if sys.stdin.isatty():  # a script reads English
                use_language(profile.settings().language)
            return run_plain(profile, start)
        return run_app(profile, start)
    except UserError as error:
        sys.stderr.write(f"siam: {error}\r\n")
        return _USER_ERROR
    finally:
        with contextlib.suppress(OSError, ValueError):  # the terminal may be gone
            sys.stdout.flush()
            sys.stderr.flush()


def session_environment(order: SessionOrder, host: Mapping[str, str]) -> dict[str, str]:
    """Return the environment of a session.

    Args:
        order: whose session it is.
        host: the environment of the door.
    """
    kept = {name: value for name, value in host.items() if name in _KEPT}
    colour = {"COLORTERM": "truecolor"} if order.true_colour else {}
    language = {"LC_MESSAGES": order.language} if order.language else {}
    return kept | colour | language | {"TERM": order.term, "LANG": "C.UTF-8", "PYTHONUTF8": "1"}


def _take_terminal(terminal: int) -> None:
    """Make the terminal or socket this process's own, and close everything else."""
    for handler in tuple(logging.getLogger().handlers):  # its file is closed below
        logging.getLogger().removeHandler(handler)
        handler.close()
    os.setsid()
    if os.isatty(terminal):
        fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
    for descriptor in (0, 1, 2):
        os.dup2(terminal, descriptor)
    open_files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    os.closerange(3, open_files if open_files != resource.RLIM_INFINITY else _MANY_FILES)
    sys.stdin = sys.__stdin__ = open(0, encoding="utf-8", closefd=False)  # type: ignore[misc]  # noqa: SIM115
    sys.stdout = sys.__stdout__ = _output(1)  # type: ignore[misc]
    sys.stderr = sys.__stderr__ = _output(2)  # type: ignore[misc]


def _output(descriptor: int) -> io.TextIOWrapper:
    file = open(descriptor, "wb", closefd=False)  # noqa: SIM115 - for the whole session
    return io.TextIOWrapper(file, encoding="utf-8", errors="replace", line_buffering=True)


def _bound_resources() -> None:
    """Bound what this process can take from the computer."""
    os.umask(0o077)
    os.nice(_NICENESS)
    for kind, most in (
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_DATA, _MOST_MEMORY),
        (resource.RLIMIT_NOFILE, _MOST_FILES),
        (resource.RLIMIT_FSIZE, _LARGEST_FILE),
    ):
        _, hard = resource.getrlimit(kind)
        bound = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (bound, bound))
    with contextlib.suppress(OSError):  # Linux: memory is taken from a session before the server
        Path("/proc/self/oom_score_adj").write_text("500", "ascii")


def _profile(order: SessionOrder) -> VisitorProfile:
    key = SecretKey(order.seed) if order.seed else SecretKey.generate()
    return VisitorProfile(Path(order.folder), key, order.login)


def _start_of(order: SessionOrder) -> Start:
    visit = DoorVisit(
        parse_link(order.link),
        password=order.password or None,
        watching=order.watching,
        is_guest=not order.seed,
        host=order.host,
        port=order.port,
        last_seconds=order.last_seconds,
    )
    return Start(visit=visit, ascii=order.ascii)
